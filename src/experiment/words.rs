//! Pronounceable words as a bijection from an index.
//!
//! A word is a row of syllables, each a consonant sound and a vowel sound, and at most one closing consonant. Consonants and
//! vowels alternate, so a word falls apart into its sounds in one way only: different rows of sounds are different words.

use super::shuffle::Shuffle;
use crate::rng::stream;

/// The consonant sounds that open a syllable: 5 bits.
const OPENINGS: [&str; 32] = [
    "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "br", "ch", "cl", "dr",
    "fl", "gr", "kn", "pl", "pr", "sk", "sn", "st", "th", "tr",
];
/// The vowel sounds: 3 bits.
const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ee", "oo"];
/// What may close a word: 3 bits.
const CLOSINGS: [&str; 8] = ["", "d", "l", "m", "n", "r", "s", "x"];

/// Three syllables of 8 bits and a closing of 3.
const BITS: u32 = 27;
const MASK: u64 = (1 << BITS) - 1;

/// Appends word number `index` under `seed`. The low 27 bits of the index choose three syllables and the closing, shuffled
/// by the seed; what is above them, if anything, is spelled out in syllables put in front, so no two indices share a word.
pub(super) fn write_word(seed: u64, index: u64, out: &mut Vec<u8>) {
    let block = index >> BITS;
    // Bijective numeration in base 256: 1..=256 take one more syllable, the next 65 536 two more, and so on.
    let mut rest = block;
    while rest > 0 {
        rest -= 1;
        write_syllable(rest, out);
        rest >>= 8;
    }
    let sounds = shuffle(seed, block).forward(index & MASK);
    write_syllable(sounds >> 19, out);
    write_syllable(sounds >> 11, out);
    write_syllable(sounds >> 3, out);
    push_sound(&CLOSINGS, sounds, out);
}

/// The index whose word this is, if it is one.
pub(super) fn index_of_word(seed: u64, word: &[u8]) -> Option<u64> {
    let word = core::str::from_utf8(word).ok()?;
    let is_vowel = |c: char| "aeiou".contains(c);
    let mut syllables = Vec::new();
    let mut rest = word;
    while let Some(vowel_at) = rest.find(is_vowel) {
        let (opening, tail) = rest.split_at(vowel_at);
        let (vowel, tail) = tail.split_at(tail.find(|c| !is_vowel(c)).unwrap_or(tail.len()));
        syllables.push(place(&OPENINGS, opening)? << 3 | place(&VOWELS, vowel)?);
        rest = tail;
    }
    let closing = place(&CLOSINGS, rest)?;
    let (front, last) = syllables.split_at_checked(syllables.len().checked_sub(3)?)?;
    let sounds = last.iter().fold(0, |bits, syllable| bits << 8 | syllable) << 3 | closing;
    let block =
        front.iter().rev().try_fold(0_u64, |block, syllable| block.checked_mul(256)?.checked_add(syllable + 1))?;
    (block <= u64::MAX >> BITS).then(|| block << BITS | shuffle(seed, block).backward(sounds))
}

/// Which word of its block comes where.
fn shuffle(seed: u64, block: u64) -> Shuffle {
    Shuffle::new(1 << BITS, stream(seed, block))
}

/// The syllable for the low 8 bits.
fn write_syllable(bits: u64, out: &mut Vec<u8>) {
    push_sound(&OPENINGS, bits >> 3, out);
    push_sound(&VOWELS, bits, out);
}

/// Appends the sound that the low bits choose; the table's length is a power of two.
fn push_sound(sounds: &[&str], bits: u64, out: &mut Vec<u8>) {
    let chosen = bits as usize & (sounds.len() - 1);
    out.extend_from_slice(sounds.get(chosen).map_or(&[], |sound| sound.as_bytes()));
}

/// A sound's place in its table.
fn place(sounds: &[&str], sound: &str) -> Option<u64> {
    sounds.iter().position(|&s| s == sound).map(|place| place as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shuffle_reaches_every_value_once() {
        let mut seen = vec![false; 1 << BITS];
        let shuffle = shuffle(3, 0);
        for x in 0..=MASK {
            let place = &mut seen[shuffle.forward(x) as usize];
            assert!(!*place, "{x} collides");
            *place = true;
        }
    }

    #[test]
    fn words_fall_apart_into_their_sounds() {
        // Exhaustive over the sounds: no table holds a sound twice, openings and closings are consonants, vowels are vowels.
        let is_vowel = |c: char| "aeiou".contains(c);
        for (table, vowel) in [(&OPENINGS[..], false), (&VOWELS[..], true), (&CLOSINGS[..], false)] {
            assert!(table.iter().all(|sound| sound.chars().all(|c| is_vowel(c) == vowel)));
            let distinct: std::collections::BTreeSet<_> = table.iter().collect();
            assert_eq!(distinct.len(), table.len());
        }
        assert!(OPENINGS.iter().chain(&VOWELS).all(|sound| !sound.is_empty()));
    }

    #[test]
    fn words_grow_with_the_index() {
        let word = |index| {
            let mut out = Vec::new();
            write_word(1, index, &mut out);
            String::from_utf8(out).unwrap_or_default()
        };
        let syllables = |word: &str| word.split(|c: char| !"aeiou".contains(c)).filter(|run| !run.is_empty()).count();
        for (index, expected) in [(0, 3), (MASK, 3), (MASK + 1, 4), (256 << BITS, 4), (257 << BITS, 5), (u64::MAX, 8)] {
            assert_eq!(syllables(&word(index)), expected, "{index}: {}", word(index));
        }
    }
}
