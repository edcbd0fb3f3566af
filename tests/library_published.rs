//! Profiles for which no values were made by running the library, against what the libraries' own tests publish, and PostgreSQL's
//! hash against PostgreSQL itself; natively and inside WebAssembly.

#![allow(clippy::expect_used, clippy::unwrap_used)] // a test says what it expects

use bloomscope::filter::Verdict;
use bloomscope::hash::Digest;
use bloomscope::library::{
    BitOrder, Key, LibraryFilter, Profile, Sizing, SizingError, SubFilter, bip37, cassandra, leveldb, parquet,
    postgres, rocksdb,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Bytes written as hexadecimal digits.
fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}

/// The filter of a sizing with the keys of LevelDB's and RocksDB's tests: numbers in four little-endian bytes.
fn with_numbers(profile: Profile, sizing: Sizing, numbers: core::ops::Range<u32>) -> LibraryFilter {
    let empty = SubFilter::try_new(sizing).unwrap();
    let mut filter = LibraryFilter::from_parts(profile, vec![empty]).unwrap();
    for number in numbers {
        filter.insert(&number.to_le_bytes()).unwrap();
    }
    filter
}

/// How those tests sum up a filter's bytes: LevelDB's hash, with the last bytes taken as signed in RocksDB's copy of it.
fn summary(bytes: &[u8]) -> u32 {
    const M: u32 = 0xc6a4_a793;
    let (words, tail) = bytes.as_chunks::<4>();
    let mut h = leveldb::SEED ^ (bytes.len() as u32).wrapping_mul(M);
    for word in words {
        h = h.wrapping_add(u32::from_le_bytes(*word)).wrapping_mul(M);
        h ^= h >> 16;
    }
    if !tail.is_empty() {
        for (i, &byte) in tail.iter().enumerate() {
            h = h.wrapping_add(((byte as i8) as u32) << (8 * i));
        }
        h = h.wrapping_mul(M);
        h ^= h >> 24;
    }
    h
}

#[test]
fn leveldb_hashes() {
    // util/hash_test.cc
    let long = [
        1, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0x14, 0, 0, 0, 0x18,
        0x28, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
    ];
    for (bytes, seed, expected) in [
        (&[][..], leveldb::SEED, 0xbc9f_1d34),
        (&[0x62], leveldb::SEED, 0xef13_45c4),
        (&[0xc3, 0x97], leveldb::SEED, 0x5b66_3814),
        (&[0xe2, 0x99, 0xa5], leveldb::SEED, 0x323c_078f),
        (&[0xe1, 0x80, 0xb9, 0x32], leveldb::SEED, 0xed21_633a),
        (&long, 0x1234_5678, 0xf333_dabb),
    ] {
        assert_eq!(leveldb::hash(bytes, seed), expected, "{bytes:x?}");
    }
}

#[test]
fn leveldb_filters() {
    // RocksDB's util/bloom_test.cc, BlockBasedBloomTest.Schema
    for (bits_per_key, numbers, expected) in [
        (8, 0..87, 3_589_896_109),
        (9, 0..87, 969_445_585),
        (11, 0..87, 1_694_458_207),
        (10, 0..87, 2_373_646_410),
        (10, 1..87, 1_908_442_116),
        (10, 1..88, 3_057_004_015),
    ] {
        let sizing = leveldb::for_bits_per_key(numbers.len() as u64, bits_per_key).unwrap();
        let filter = with_numbers(Profile::LevelDb, sizing, numbers.clone());
        let mut bytes = filter.sub_filters()[0].bytes(BitOrder::LeastFirst);
        bytes.push(sizing.n_hashes as u8);
        assert_eq!(summary(&bytes), expected, "{bits_per_key} {numbers:?}");
    }
    assert_eq!(leveldb::sizing(1000, 0.01).map(|sizing| (sizing.n_bits, sizing.n_hashes)), Ok((10_000, 6)));
}

#[test]
fn rocksdb_hashes() {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    // util/hash_test.cc: single values, and for every length up to 429 a value modulo 61
    for (digits, expected) in [
        ("", 5_999_572_062_939_766_020),
        ("08", 583_283_813_901_344_696),
        ("17", 16_175_549_975_585_474_943),
        ("9a", 16_322_991_629_225_003_903),
        ("4d76", 6_859_542_833_406_258_115),
        ("91f7", 14_199_427_467_559_720_719),
        ("30460b", 11_404_699_285_340_020_889),
        ("56dcd6", 12_404_347_133_785_524_237),
        ("6753811c", 9_010_661_983_527_562_386),
        ("46dc54be", 7_063_754_590_279_313_623),
        ("d07a6eea56", 6_384_167_718_754_869_899),
        ("5c5ee1a07381", 17_358_142_495_308_219_330),
        ("5cbe9775549a52", 5_716_522_398_211_028_826),
        ("311b98759622d39a", 9_844_314_944_338_447_628),
        ("80d43b3bae22a278", 1_729_303_145_008_254_458),
        ("1ab5d0feabc361b299", 13_253_403_748_084_181_481),
        ("9a5f780daf50e11f55", 10_841_838_338_450_144_690),
        ("226f391ff8dd4f521794", 12_883_919_702_069_153_152),
        ("bd2c6338bfe978b7bf15", 10_551_812_464_348_219_044),
    ] {
        assert_eq!(rocksdb::hash(&unhex(digits)), expected, "{digits}");
    }
    for (repeat, expected) in [
        (
            "foo",
            concat!(
                "cRhyWsY67B6klRA1udmOuiYuX7IthyGBKqbeosz2hzVglWCmQx8nEdnpkvPfYX56Up2OWOTVlTzfAoYwvtqKzj",
                "D8E9xttR2unelbXbIV67NUe6bOO23BxaSFRcA3njGu5cUWfgwOqNoTsszpuPvKRP6qaUR5VdoBkJUCFIefd7ed",
                "lNK5mv6JYWaGdwxehg65hTkTmjZoPKxTZo4PLyzbL9U4xt12ITSfeP2MfBHuLI2z2pDlBb44UQKVMx27LEoAHs",
                "dLp3WfWfgH3sdRBRCHm33UxCM4QmE2xJ7gqSvNwTeH7v9GlC8zWbGroyD3UVNeShMLx29O7tH1biemLULwAHyI",
                "w8zdtLMDpEJ8m2icl6Lb4fDuuFNAs1GCVUthjK8CV8SWI8Rsz5THSwn5CGhpqUwSZcFknjwWIl5rNCvDxXJqYr",
            ),
        ),
        (
            "RocksDB",
            concat!(
                "c1EeRkukbkb28wLTahwD2sfUhZzaBEnF8SVrxnPVB6A7b8CaAl3UKsDZISF92GSq2wDCukOqJgrsp7A3KZhDiL",
                "W8dFXp8UPqPxMCRlMdZeVeJ2dJxrmA6cyt99zkQFj7ELbut6jAeVqARFnwfnWVXOsaLrq7bDCbMcns2DKvTaaq",
                "TCLMYxI7nhtLpFN1jR755FRQFcOzrrDbh7QhypjdvlYwcdAMSZgp9JMHxbM23wPSuH6BOFgxejz35PScZfhDPv",
                "TOxIy1jc3MZsWrMC3P324zNolO7JdWCX2I5UDKjjaEJfxbgVgJIXxtQGlmj2xkO5sPpjULQV4X2HlY7FQleJ4Q",
                "RaJIB4buhCA4vUTFeMFlxCIYUpTCsal2qsmnGOWa8WCcefrohMjDj1fjzSvSaQwlpyR1GZHF2uPOoQagiCpHpm",
            ),
        ),
    ] {
        let input = repeat.repeat(200);
        let letters = (0..430).map(|len| LETTERS[(rocksdb::hash(&input.as_bytes()[..len]) % 61) as usize] as char);
        assert_eq!(letters.collect::<String>(), expected);
    }
}

/// Bits per key, keys, k, the summary, the first false positives.
type Case<'c> = (f64, core::ops::Range<u32>, u32, u32, &'c [u32]);

#[test]
fn rocksdb_filters() {
    // util/bloom_test.cc, FullBloomTest.Schema: a summary of the whole filter, and the first false positives of probes from 10⁶ on
    let cases: [Case; 14] = [
        (5.0, 0..87, 3, 4_130_687_756, &[31, 38, 40, 43, 61, 83, 86, 112, 125, 131]),
        (2.0, 0..2087, 1, 3_817_481_309, &[11, 13, 17, 25, 29, 30, 35, 37, 45, 53]),
        (3.0, 0..2087, 2, 2_807_269_961, &[4, 15, 17, 24, 27, 28, 29, 53, 63, 70]),
        (5.0, 0..2087, 3, 204_628_445, &[15, 24, 29, 39, 53, 87, 89, 100, 103, 104]),
        (8.0, 0..2087, 5, 355_564_975, &[16, 60, 66, 126, 220, 238, 244, 256, 265, 287]),
        (9.0, 0..2087, 6, 2_137_566_013, &[156, 367, 791, 872, 945, 1015, 1139, 1159, 1265]),
        (11.0, 0..2087, 7, 2_561_502_687, &[34, 74, 130, 236, 643, 882, 962, 1015, 1035, 1110]),
        (14.0, 0..2087, 8, 3_709_876_890, &[130, 240, 522, 565, 989, 2002, 2526, 3147, 3543]),
        (16.0, 0..2087, 9, 1_087_138_490, &[3299, 3611, 3916, 6620, 7822, 8079, 8482, 8942]),
        (10.0, 0..2087, 6, 2_498_541_272, &[16, 126, 133, 422, 466, 472, 813, 1002, 1035]),
        (10.0, 1..2087, 6, 2_058_382_345, &[16, 126, 133, 422, 466, 472, 813, 1002, 1035]),
        (10.0, 1..2088, 6, 23_699_164, &[16, 126, 133, 422, 466, 472, 813, 1002, 1035]),
        (9.5, 1..2088, 6, 3_166_884_174, &[126, 156, 367, 444, 458, 791, 813, 976, 1015]),
        (10.499, 1..2088, 7, 4_098_502_778, &[16, 236, 240, 472, 1015, 1045, 1111, 1409, 1465]),
    ];
    for (bits_per_key, numbers, n_hashes, expected, false_positives) in cases {
        let sizing = rocksdb::for_bits_per_key(numbers.len() as u64, bits_per_key).unwrap();
        assert_eq!(sizing.n_hashes, n_hashes, "{bits_per_key}");
        let filter = with_numbers(Profile::RocksDb, sizing, numbers.clone());
        let mut bytes = filter.sub_filters()[0].bytes(BitOrder::LeastFirst);
        bytes.extend([0xff, 0, n_hashes as u8, 0, 0]);
        assert_eq!(summary(&bytes), expected, "{bits_per_key} {numbers:?}");
        let present = |i: &u32| filter.contains(&(i + 1_000_000).to_le_bytes()) == Ok(Verdict::PossiblyPresent);
        assert!((0..1_000_000).filter(present).take(false_positives.len()).eq(false_positives.iter().copied()));
    }
}

#[test]
fn rocksdb_sizes_are_cut() {
    // filter_policy.cc: at most ffffffc0 bytes, for which it still builds
    for n in [3_435_973_785, 1 << 40, u64::MAX] {
        assert_eq!(rocksdb::for_bits_per_key(n, 10.0).map(|sizing| sizing.n_bytes()), Ok(0xffff_ffc0), "{n}");
    }
    assert_eq!(rocksdb::for_bits_per_key(1000, 10.0).map(|sizing| (sizing.n_bytes(), sizing.n_hashes)), Ok((1280, 6)));
}

#[test]
fn parquet_sizes_and_hashes() {
    // Arrow's cpp/src/parquet/bloom_filter_test.cc
    for (n, p, expected) in [
        (256, 0.01, 4096),
        (512, 0.01, 8192),
        (1024, 0.01, 16_384),
        (2048, 0.01, 32_768),
        (200, 0.01, 2048),
        (300, 0.01, 4096),
        (700, 0.01, 8192),
        (1500, 0.01, 16_384),
        (200, 0.025, 2048),
        (300, 0.025, 4096),
        (700, 0.025, 8192),
        (1500, 0.025, 16_384),
        (200, 0.05, 2048),
        (300, 0.05, 4096),
        (700, 0.05, 8192),
        (1500, 0.05, 16_384),
        (4, 0.01, 256),
        (4, 0.25, 256),
        (u64::from(u32::MAX), 0.01, 1 << 30),
        (u64::from(u32::MAX), 0.25, 1 << 30),
    ] {
        assert_eq!(parquet::sizing(n, p).map(|sizing| sizing.n_bits), Ok(expected), "{n} {p}");
    }
    let bytes: Vec<u8> = (0..32).collect();
    for (len, expected) in [
        (0, -1_205_034_819_632_174_695),
        (1, -1_642_502_924_627_794_072),
        (2, 5_216_751_715_308_240_086),
        (3, -1_889_335_612_763_511_331),
        (4, -13_835_840_860_730_338),
        (5, -2_521_325_055_659_080_948),
        (6, 4_867_868_962_443_297_827),
        (7, 1_498_682_999_415_010_002),
        (8, -8_626_056_615_231_480_947),
        (9, 7_482_827_008_138_251_355),
        (10, -617_731_006_306_969_209),
        (11, 7_289_733_825_183_505_098),
        (12, 4_776_896_707_697_368_229),
        (13, 1_428_059_224_718_910_376),
        (14, 6_690_813_482_653_982_021),
        (15, -6_248_474_067_697_161_171),
        (16, 4_951_407_828_574_235_127),
        (17, 6_198_050_452_789_369_270),
        (18, 5_776_283_192_552_877_204),
        (19, -626_480_755_095_427_154),
        (20, -6_637_184_445_929_957_204),
        (21, 8_370_873_622_748_562_952),
        (22, -1_705_978_583_731_280_501),
        (23, -7_898_818_752_540_221_055),
        (24, -2_516_210_193_198_301_541),
        (25, 8_356_900_479_849_653_862),
        (26, -4_413_748_141_896_466_000),
        (27, -6_040_072_975_510_680_789),
        (28, 1_451_490_609_699_316_991),
        (29, -7_948_005_844_616_396_060),
        (30, 8_567_048_088_357_095_527),
        (31, -4_375_578_310_507_393_311),
    ] {
        assert_eq!(parquet::hash(&bytes[..len]) as i64, expected, "{len}");
    }
}

#[test]
fn parquet_positions_as_the_specification_computes_them() {
    // BloomFilter.md: block ((h >> 32)·z) >> 32, and in word i the bit whose number is the top five bits of low half times salt i.
    let value = b"hello";
    let h = parquet::hash(value);
    let offsets: Vec<i64> = Profile::Parquet.offsets(value, 1024 * 8, 8).collect();
    let block = (((h >> 32) * 32) >> 32) as i64;
    assert!(offsets.iter().enumerate().all(|(i, &offset)| offset / 256 == block && offset % 256 / 32 == i as i64));
    assert_eq!(offsets[0] % 32, i64::from((h as u32).wrapping_mul(0x47b6_137b) >> 27));
    assert_eq!(offsets[7] % 32, i64::from((h as u32).wrapping_mul(0x5c6b_fb31) >> 27));
    assert_eq!(Profile::Parquet.encode(Key::Int(-2)).unwrap(), [0xfe, 0xff, 0xff, 0xff]);
}

#[test]
fn bip37_hashes() {
    // Bitcoin Core's src/test/hash_tests.cpp
    for (expected, seed, digits) in [
        (0x0000_0000, 0, ""),
        (0x6a39_6f08, 0xfba4_c795, ""),
        (0x81f1_6f39, 0xffff_ffff, ""),
        (0x514e_28b7, 0, "00"),
        (0xea3f_0b17, 0xfba4_c795, "00"),
        (0xfd6c_f10d, 0, "ff"),
        (0x16c6_b7ab, 0, "0011"),
        (0x8eb5_1c3d, 0, "001122"),
        (0xb447_1bf8, 0, "00112233"),
        (0xe230_1fa8, 0, "0011223344"),
        (0xfc2e_4a15, 0, "001122334455"),
        (0xb074_502c, 0, "00112233445566"),
        (0x8034_d2a0, 0, "0011223344556677"),
        (0xb469_8def, 0, "001122334455667788"),
    ] {
        assert_eq!(bip37::murmur3_32(&unhex(digits), seed), expected, "{digits} {seed:x}");
    }
}

#[test]
fn bip37_filters() {
    // Bitcoin Core's src/test/bloom_tests.cpp: three elements, two tweaks
    for (tweak, expected) in [(0, "614e9b"), (2_147_483_649, "ce4299")] {
        let mut filter = LibraryFilter::try_new(Profile::Bip37 { tweak }, 3, 0.01).unwrap();
        for element in [
            "99108ad8ed9bb6274d3980bab5a85c048f0950c8",
            "b5a2c786d9ef4658287ced5914b37a1b4aa32eee",
            "b9300670b4c5366e95b2699e8b18bc75e5f729c5",
        ] {
            filter.insert(&unhex(element)).unwrap();
        }
        let only = &filter.sub_filters()[0];
        assert_eq!((only.bytes(BitOrder::LeastFirst), only.n_hashes()), (unhex(expected), 5));
        let other = unhex("19108ad8ed9bb6274d3980bab5a85c048f0950c8");
        assert_eq!(filter.contains(&other), Ok(Verdict::DefinitelyAbsent));
    }
}

#[test]
fn bip37_without_bits_matches_everything() {
    let filter = LibraryFilter::try_new(Profile::Bip37 { tweak: 0 }, 1, 0.99).unwrap();
    assert_eq!(filter.sub_filters()[0].n_bits(), 0);
    assert_eq!(filter.contains(b"anything"), Ok(Verdict::PossiblyPresent));
    assert_eq!(bip37::sizing(1_000_000, 1e-6).map(|sizing| sizing.n_bits), Ok(288_000));
}

#[test]
fn postgres_hashes() {
    // select hashtextextended(text, seed), PostgreSQL 15.18
    for (text, seed, expected) in [
        ("", 0_i64, -6_939_563_903_564_495_251),
        ("", 1, -150_071_773_020_461_347),
        ("", -1, -5_142_811_166_230_430_645),
        ("", 1_234_567_890_123_456_789, -8_082_682_226_174_201_237),
        ("a", 0, 3_591_986_179_850_072_241),
        ("a", 1, 3_325_245_193_489_759_299),
        ("a", -1, 8_688_456_822_845_412_000),
        ("a", 1_234_567_890_123_456_789, 7_089_252_293_530_197_356),
        ("ab", 0, 2_833_316_173_711_343_549),
        ("ab", 1, 6_831_083_245_906_393_158),
        ("ab", -1, 3_639_176_434_904_646_991),
        ("ab", 1_234_567_890_123_456_789, 7_304_720_569_685_555_196),
        ("abc", 0, -6_747_756_470_228_489_321),
        ("abc", 1, 2_125_675_926_272_891_485),
        ("abc", -1, 1_911_237_551_546_830_967),
        ("abc", 1_234_567_890_123_456_789, -5_174_549_966_267_592_915),
        ("abcd", 0, -1_038_429_303_365_892_052),
        ("abcd", 1, -9_042_268_383_291_675_265),
        ("abcd", -1, -8_506_387_423_880_103_258),
        ("abcd", 1_234_567_890_123_456_789, 7_529_114_157_119_561_562),
        ("user:", 0, -5_439_473_313_466_017_326),
        ("user:", 1, -8_111_830_315_519_094_290),
        ("user:", -1, 7_487_757_865_147_718_135),
        ("user:", 1_234_567_890_123_456_789, -4_516_810_004_078_201_817),
        ("user:1", 0, -6_383_900_256_774_619_889),
        ("user:1", 1, -9_077_615_683_658_427_786),
        ("user:1", -1, 5_681_489_080_914_272_657),
        ("user:1", 1_234_567_890_123_456_789, -2_478_126_203_869_591_986),
        ("user:12", 0, 2_120_397_271_842_084_350),
        ("user:12", 1, 6_890_412_013_610_273_344),
        ("user:12", -1, -5_740_837_188_270_670_584),
        ("user:12", 1_234_567_890_123_456_789, 1_501_561_480_505_763_714),
        ("user:123", 0, 1_433_892_716_748_785_698),
        ("user:123", 1, -8_342_098_503_345_028_614),
        ("user:123", -1, -5_072_228_229_857_610_960),
        ("user:123", 1_234_567_890_123_456_789, -8_321_529_678_946_620_833),
        ("user:1234", 0, -461_446_882_798_772_477),
        ("user:1234", 1, 6_931_575_242_859_986_791),
        ("user:1234", -1, -7_142_985_277_796_586_707),
        ("user:1234", 1_234_567_890_123_456_789, -3_592_535_975_475_615_026),
        ("user:12345", 0, -6_597_692_493_951_139_148),
        ("user:12345", 1, -3_263_933_713_861_147_032),
        ("user:12345", -1, -5_246_538_677_951_785_312),
        ("user:12345", 1_234_567_890_123_456_789, -8_218_743_009_141_402_585),
        ("user:123456", 0, 2_512_462_244_700_838_926),
        ("user:123456", 1, -988_510_927_605_129_628),
        ("user:123456", -1, 3_655_404_371_776_450_073),
        ("user:123456", 1_234_567_890_123_456_789, -4_645_362_773_532_680_931),
        ("user:1234567", 0, 3_952_505_910_776_387_652),
        ("user:1234567", 1, 7_089_291_136_567_274_933),
        ("user:1234567", -1, -1_735_954_508_266_522_596),
        ("user:1234567", 1_234_567_890_123_456_789, 3_329_293_608_795_143_211),
        ("布隆过滤器", 0, 6_996_789_661_085_966_693),
        ("布隆过滤器", 1, -3_557_896_348_563_794_800),
        ("布隆过滤器", -1, 22_582_327_756_050_169),
        ("布隆过滤器", 1_234_567_890_123_456_789, 1_390_719_586_004_835_899),
        ("The quick brown fox jumps over the lazy dog", 0, 2_182_139_051_089_226_439),
        ("The quick brown fox jumps over the lazy dog", 1, 6_385_648_752_505_156_361),
        ("The quick brown fox jumps over the lazy dog", -1, -2_916_183_307_962_988_523),
        ("The quick brown fox jumps over the lazy dog", 1_234_567_890_123_456_789, 1_245_539_078_300_787_917),
    ] {
        assert_eq!(postgres::hash(text.as_bytes(), seed as u64) as i64, expected, "{text} {seed}");
    }
}

#[test]
fn postgres_sizes_and_steps() {
    // lib/bloomfilter.c as written: the recurrence of its positions, and its bounds
    for (n, n_bits, n_hashes) in
        [(1, 1 << 23, 10), (1_000_000, 1 << 23, 6), (10_000_000, 1 << 27, 9), (1 << 40, 1 << 32, 1)]
    {
        let sizing = postgres::sizing(n).unwrap();
        assert_eq!((sizing.n_bits, sizing.n_hashes), (n_bits, n_hashes), "{n}");
    }
    for text in ["", "user:1", "布隆过滤器"] {
        for n_bits in [1_u64 << 23, 1 << 32] {
            let h = postgres::hash(text.as_bytes(), 7);
            let (mut x, mut y) = ((h as u32) & (n_bits - 1) as u32, ((h >> 32) as u32) & (n_bits - 1) as u32);
            let offsets = Profile::Postgres { seed: 7 }.offsets(text.as_bytes(), n_bits, 10);
            for (i, offset) in (1..).zip(offsets) {
                assert_eq!(offset, i64::from(x));
                x = x.wrapping_add(y) & (n_bits - 1) as u32;
                y = y.wrapping_add(i) & (n_bits - 1) as u32;
            }
        }
    }
}

#[test]
fn cassandra_numbers_and_hash() {
    // The table's last rate is the lowest that is taken (BloomFilterTest.testBloomLimits1).
    assert_eq!(cassandra::bits_and_hashes(6.71e-5), Ok((20, 14)));
    assert_eq!(cassandra::bits_and_hashes(6.71e-5 / 2.0), Err(SizingError::OutOfReach { p: 6.71e-5 / 2.0 }));
    // Its defaults of 1 % and 10 %, and the exchanged numbers.
    assert_eq!([0.01, 0.1, 0.5].map(cassandra::bits_and_hashes), [Ok((10, 5)), Ok((5, 3)), Ok((1, 2))]);
    assert_eq!(cassandra::sizing(1000, 0.01).map(|sizing| sizing.n_bits), Ok(10_048));
    let text = "The quick brown fox jumps over the lazy dog";
    for len in 0..=text.len() {
        assert_eq!(cassandra::hash(&text.as_bytes()[..len]), Digest::Murmur3.halves(&text.as_bytes()[..len], 0));
    }
    // In a whole block bytes are as they are; after it they are signed.
    assert_eq!(cassandra::hash(&[0xe9; 16]), Digest::Murmur3.halves(&[0xe9; 16], 0));
    assert_ne!(cassandra::hash("é".as_bytes()), Digest::Murmur3.halves("é".as_bytes(), 0));
}
