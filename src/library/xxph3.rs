//! The hash of RocksDB: XXH3, 64 bits, as it was in xxHash 0.7.2, before its values were settled; the empty key is RocksDB's own.

/// The secret, from which every length takes other parts.
const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4, 0x6d,
    0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0,
    0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0,
    0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b,
    0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac,
    0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51,
    0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34,
    0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb, 0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49,
    0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8,
    0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b,
    0x40, 0x7e,
];
const PRIME_32: [u64; 3] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];
const PRIME_64: [u64; 5] =
    [0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63, 0x27d4_eb2f_1656_67c5];
/// Bytes that are taken in at a time.
const STRIPE: usize = 64;
/// Stripes after which the state is scrambled: as many as the secret has parts for.
const STRIPES: usize = (SECRET.len() - STRIPE) / 8;

/// Eight bytes as a little-endian word; zeros beyond the end.
fn word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(word) => u64::from_le_bytes(*word),
        None => rest.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte)),
    }
}

fn half_word(bytes: &[u8], at: usize) -> u64 {
    word(bytes, at) & 0xffff_ffff
}

/// The two halves of the product, exclusive-or.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

fn avalanche(h: u64) -> u64 {
    let h = (h ^ (h >> 37)).wrapping_mul(PRIME_64[2]);
    h ^ (h >> 32)
}

/// Sixteen bytes with sixteen of the secret.
fn mix_16(bytes: &[u8], at: usize, secret_at: usize) -> u64 {
    fold(word(bytes, at) ^ word(&SECRET, secret_at), word(bytes, at + 8) ^ word(&SECRET, secret_at + 8))
}

/// The hash under seed 0.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    match len {
        0 => fold(word(&SECRET, 0), PRIME_64[1]),
        1..=3 => up_to_3(bytes),
        4..=8 => {
            let keyed = (half_word(bytes, 0) | half_word(bytes, len - 4) << 32) ^ word(&SECRET, 0);
            let mixed = (keyed ^ (keyed >> 51)).wrapping_mul(PRIME_32[0]).wrapping_add(len as u64);
            avalanche((mixed ^ (mixed >> 47)).wrapping_mul(PRIME_64[1]))
        }
        9..=16 => {
            let (low, high) = (word(bytes, 0) ^ word(&SECRET, 0), word(bytes, len - 8) ^ word(&SECRET, 8));
            avalanche((len as u64).wrapping_add(low).wrapping_add(high).wrapping_add(fold(low, high)))
        }
        17..=128 => {
            // Pairs of sixteen bytes from both ends inwards.
            let pairs = (len - 1) / 32;
            let sum = (0..=pairs).fold((len as u64).wrapping_mul(PRIME_64[0]), |sum, i| {
                sum.wrapping_add(mix_16(bytes, 16 * i, 32 * i)).wrapping_add(mix_16(
                    bytes,
                    len - 16 * (i + 1),
                    32 * i + 16,
                ))
            });
            avalanche(sum)
        }
        129..=240 => {
            let first = (0..8)
                .fold((len as u64).wrapping_mul(PRIME_64[0]), |sum, i| sum.wrapping_add(mix_16(bytes, 16 * i, 16 * i)));
            let sum = (8..len / 16)
                .fold(avalanche(first), |sum, i| sum.wrapping_add(mix_16(bytes, 16 * i, 16 * (i - 8) + 3)));
            avalanche(sum.wrapping_add(mix_16(bytes, len - 16, 136 - 17)))
        }
        _ => long(bytes),
    }
}

fn up_to_3(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    let at = |i: usize| u64::from(bytes.get(i).copied().unwrap_or_default());
    let combined = at(0) | at(len / 2) << 8 | at(len - 1) << 16 | (len as u64) << 24;
    avalanche((combined ^ half_word(&SECRET, 0)).wrapping_mul(PRIME_64[0]))
}

fn long(bytes: &[u8]) -> u64 {
    let mut lanes =
        [PRIME_32[2], PRIME_64[0], PRIME_64[1], PRIME_64[2], PRIME_64[3], PRIME_32[1], PRIME_64[4], PRIME_32[0]];
    let len = bytes.len();
    for stripe in 0..len / STRIPE {
        accumulate(&mut lanes, bytes, stripe * STRIPE, stripe % STRIPES * 8);
        if stripe % STRIPES == STRIPES - 1 {
            for (i, lane) in lanes.iter_mut().enumerate() {
                *lane =
                    (*lane ^ (*lane >> 47) ^ word(&SECRET, SECRET.len() - STRIPE + 8 * i)).wrapping_mul(PRIME_32[0]);
            }
        }
    }
    if !len.is_multiple_of(STRIPE) {
        accumulate(&mut lanes, bytes, len - STRIPE, SECRET.len() - STRIPE - 7);
    }
    let sum =
        lanes.as_chunks::<2>().0.iter().enumerate().fold((len as u64).wrapping_mul(PRIME_64[0]), |sum, (i, lane)| {
            sum.wrapping_add(fold(lane[0] ^ word(&SECRET, 11 + 16 * i), lane[1] ^ word(&SECRET, 19 + 16 * i)))
        });
    avalanche(sum)
}

fn accumulate(lanes: &mut [u64; 8], bytes: &[u8], at: usize, secret_at: usize) {
    for (i, lane) in lanes.iter_mut().enumerate() {
        let value = word(bytes, at + 8 * i);
        let keyed = value ^ word(&SECRET, secret_at + 8 * i);
        *lane = lane.wrapping_add(value).wrapping_add((keyed & 0xffff_ffff) * (keyed >> 32));
    }
}
