//! What is said of real libraries: their names, and each deviation from the textbook in one sentence.

use super::Lang;
use super::number::{bytes, count, percent, significant};
use crate::library::redisson::Codec;
use crate::library::{Base, Deviation, Library, Rounding};

/// A library's name.
#[must_use]
pub const fn library(lang: Lang, library: Library) -> &'static str {
    match library {
        Library::Guava => "Guava",
        Library::RedisBloom => "RedisBloom",
        Library::Redisson => "Redisson",
        Library::Valkey => "valkey-bloom",
        Library::CrcDemo => lang.pick("CRC-32 demo", "CRC-32 演示"),
        Library::LevelDb => "LevelDB",
        Library::RocksDb => "RocksDB",
        Library::Parquet => "Parquet",
        Library::Bip37 => lang.pick("Bitcoin (BIP 37)", "比特币（BIP 37）"),
        Library::Postgres => "PostgreSQL",
        Library::Cassandra => "Cassandra",
    }
}

/// A deviation from the textbook: one sentence.
#[must_use]
pub fn deviation(lang: Lang, deviation: &Deviation) -> String {
    let say = |en: &str, zh: &str| lang.pick(en, zh).to_owned();
    match *deviation {
        Deviation::BitsRoundedDown => say("m is rounded down, not up.", "m 向下取整，而不是向上。"),
        Deviation::BitsMultipleOf { bits } => match lang {
            Lang::En => format!("m is then rounded up to a multiple of {bits}, and positions are taken modulo that."),
            Lang::Zh => format!("m 再向上取到 {bits} 的倍数，位置就对这个数取模。"),
        },
        Deviation::NumbersFixed { n_bits, n_hashes } => match lang {
            Lang::En => {
                format!("m = {} and k = {n_hashes} are written into the program, whatever n and p are.", count(n_bits))
            }
            Lang::Zh => format!("m = {} 和 k = {n_hashes} 写死在程序里，与 n、p 无关。", count(n_bits)),
        },
        Deviation::MostBits { n_bits } => match lang {
            Lang::En => format!("It refuses more than {} bits ({}).", count(n_bits), bytes(lang, n_bits.div_ceil(8))),
            Lang::Zh => format!("超过 {} 位（{}）就拒绝创建。", count(n_bits), bytes(lang, n_bits.div_ceil(8))),
        },
        Deviation::MostHashes { n_hashes } => match lang {
            Lang::En => format!("It refuses rates for which k would be above {n_hashes}."),
            Lang::Zh => format!("误判率低到 k 要超过 {n_hashes} 时，拒绝创建。"),
        },
        Deviation::HashesFrom { base: Base::Rate } => say(
            "k comes from p alone, as −log₂ p; in a small filter, whose m is rounded up, that is not the best k.",
            "k 只由 p 决定，即 −log₂ p；小过滤器的 m 被取整得多，这个 k 就不是最优的。",
        ),
        Deviation::HashesFrom { base: Base::UnroundedBits } => say(
            "k comes from m/n before m is rounded up, so in a small filter it is not the best k for the bits there are.",
            "k 按取整前的 m/n 计算，因此在小过滤器里，对实际的位数来说不是最优。",
        ),
        Deviation::HashesRounded { rounding: Rounding::Up } => {
            say("k is rounded up, not to the nearest number.", "k 向上取整，而不是四舍五入。")
        }
        Deviation::HashesRounded { rounding: Rounding::Down } => {
            say("k is rounded down, not to the nearest number.", "k 向下取整，而不是四舍五入。")
        }
        Deviation::FirstRateTightened { tightening } => match lang {
            Lang::En => format!(
                "The first filter is built for {} of the rate asked for, to leave room for those that follow.",
                percent(tightening)
            ),
            Lang::Zh => format!("第一个过滤器按要求误判率的 {} 来建，给后面追加的留出余地。", percent(tightening)),
        },
        Deviation::RateCapped { rate } => match lang {
            Lang::En => format!("A rate above {0} is taken for {0}, without a word.", percent(rate)),
            Lang::Zh => format!("高于 {0} 的误判率一律当作 {0}，也不提示。", percent(rate)),
        },
        Deviation::Grows { expansion, tightening } => grows(lang, expansion, tightening),
        Deviation::RefusesWhenFull => {
            say("When it holds n keys it refuses further ones.", "装满 n 个键后，拒绝再添加。")
        }
        Deviation::SkipsPresent => say(
            "A key that is reported present is not added, so false positives do not count towards n.",
            "查询结果为“可能存在”的键不会再加入，因此误判的键不计入 n。",
        ),
        Deviation::DoubleHashing => say(
            "The k positions come from two hashes, h₁ + i·h₂, not from k.",
            "k 个位置由两个哈希值按 h₁ + i·h₂ 算出，而不是用 k 个哈希函数。",
        ),
        Deviation::AlternatingSteps => {
            say("The k positions come from two hashes, which are added in turn.", "k 个位置由两个哈希值轮流相加得到。")
        }
        Deviation::PrimeSteps => say(
            "The k positions come from two hashes: these are the first two, and h₁ + i·h₂ is taken modulo a prime for the others.",
            "k 个位置由两个哈希值得到：它们本身是前两个位置，其余的先把 h₁ + i·h₂ 对一个素数取模。",
        ),
        Deviation::Positions31Bits => say(
            "Positions are computed in 32 bits, so that no bit beyond 2³¹ is ever set.",
            "位置用 32 位整数计算，2³¹ 之后的位永远不会被置 1。",
        ),
        Deviation::HalfDigestUnused => say(
            "Both hashes are 32-bit parts of one half of the digest; the other half is thrown away.",
            "两个哈希值是摘要前一半的高低 32 位，后一半弃之不用。",
        ),
        Deviation::ChainedSeeds => say(
            "Both hashes are the same function; the second takes the value of the first as its seed.",
            "两个哈希是同一个函数，第二个以第一个的结果为种子。",
        ),
        Deviation::Serialised { codec } => {
            let codec = match codec {
                Codec::Kryo5 => "Kryo 5",
                Codec::Json => "JSON",
                Codec::String | Codec::Long => "",
            };
            match lang {
                Lang::En => format!(
                    "What is hashed is the key as {codec} serialises it, so the same text sent by another client is another key."
                ),
                Lang::Zh => format!("被哈希的是键经 {codec} 序列化后的字节，别的客户端写入同样的文本会成为另一个键。"),
            }
        }
        Deviation::HashesUtf16 => say(
            "The key's UTF-16 units are hashed, two bytes each, not its UTF-8.",
            "被哈希的是键的 UTF-16 编码，每个单元两个字节，而不是 UTF-8。",
        ),
        Deviation::HashesNumber { bytes } => match lang {
            Lang::En => format!("The key is a number, hashed as {bytes} little-endian bytes, not as its digits."),
            Lang::Zh => format!("键是整数，按 {bytes} 个小端字节哈希，而不是按数字文本。"),
        },
        Deviation::LengthFirst => say(
            "The key's length is hashed before it, as eight little-endian bytes.",
            "先哈希键的长度（8 个小端字节），再哈希键本身。",
        ),
        Deviation::SecretSeed => say(
            "The hash is keyed with a seed that differs from filter to filter, so nobody can choose keys that collide.",
            "哈希用每个过滤器各自的种子作密钥，外人无法挑出会碰撞的键。",
        ),
        Deviation::PublicSeed => say(
            "The seed is the same everywhere, so anybody can choose keys that collide.",
            "种子处处相同，任何人都能挑出会碰撞的键。",
        ),
        Deviation::SurrogatesReplaced => say(
            "Java writes an unpaired surrogate as a question mark, so such texts collide with others.",
            "Java 把不成对的代理项写成问号，这样的文本会与别的文本相撞。",
        ),
        Deviation::MostSignificantFirst => say(
            "The bitmap is a Redis string, which counts the bits of a byte from the most significant.",
            "位图存成 Redis 字符串，每个字节从最高位数起。",
        ),
        Deviation::OneCrc => say(
            "The hashes are CRC-32 of the key and a seed: for keys of one length they differ by constants, so there is one hash of 32 bits, not three.",
            "哈希是键加种子的 CRC-32：等长的键之间只差固定常数，所以实际上只有一个 32 位哈希，而不是三个。",
        ),
        Deviation::SignedCrc => say(
            "The CRC is cast to a signed 32-bit number before the remainder is taken.",
            "取余之前，CRC 先被转成有符号的 32 位整数。",
        ),
        Deviation::NegativeOffset => say(
            "For every key one of the three offsets is negative; Redis refuses it, so no key can ever be added.",
            "每个键总有一个偏移量是负数，Redis 会拒绝，因此一个键也加不进去。",
        ),
        Deviation::ConstantDifferences => say(
            "The mask keeps the constants between the three hashes, so keys equal in one position are equal in all: k = 3 does the work of k = 1.",
            "掩码保留了三个哈希之间的固定差，一个位置相同的键三个都相同：k = 3 只抵得上 k = 1。",
        ),
        Deviation::SizedByBitsPerKey { whole: true } => say(
            "It is sized by whole bits per key instead of a rate: here the fewest that reach p.",
            "不按误判率，而按每键整数位来设定大小；这里取能达到 p 的最小值。",
        ),
        Deviation::SizedByBitsPerKey { whole: false } => say(
            "It is sized by bits per key instead of a rate: here as many as the textbook has for p, although its blocks need more.",
            "不按误判率，而按每键位数来设定大小；这里取教科书对 p 的位数，但分块其实需要更多。",
        ),
        Deviation::SizedByBytesPerKey { bytes } => match lang {
            Lang::En => format!("It takes no rate: every key gets {bytes} bytes."),
            Lang::Zh => format!("不接受误判率参数，每个键固定分配 {bytes} 个字节。"),
        },
        Deviation::LeastBits { n_bits } => match lang {
            Lang::En => {
                format!("It never has fewer than {} bits ({}).", count(n_bits), bytes(lang, n_bits.div_ceil(8)))
            }
            Lang::Zh => format!("至少有 {} 位（{}）。", count(n_bits), bytes(lang, n_bits.div_ceil(8))),
        },
        Deviation::BitsCut { n_bits } => match lang {
            Lang::En => format!(
                "It never has more than {} bits ({}): beyond that the rate rises, without a word.",
                count(n_bits),
                bytes(lang, n_bits.div_ceil(8))
            ),
            Lang::Zh => format!(
                "最多 {} 位（{}），再多只会让误判率上升，也不提示。",
                count(n_bits),
                bytes(lang, n_bits.div_ceil(8))
            ),
        },
        Deviation::PowerOfTwoBits { rounding: Rounding::Up } => {
            say("m is rounded up to a power of two.", "m 向上取到 2 的幂。")
        }
        Deviation::PowerOfTwoBits { rounding: Rounding::Down } => {
            say("m is rounded down to a power of two.", "m 向下取到 2 的幂。")
        }
        Deviation::ExcessBits { n_bits } => match lang {
            Lang::En => format!("m has {n_bits} bits more than the keys ask for."),
            Lang::Zh => format!("m 比键所需的多 {n_bits} 位。"),
        },
        Deviation::HashesCut { n_hashes } => match lang {
            Lang::En => format!("k is never above {n_hashes}."),
            Lang::Zh => format!("k 不超过 {n_hashes}。"),
        },
        Deviation::HashesFixed { n_hashes } => match lang {
            Lang::En => format!("k is {n_hashes} in every filter."),
            Lang::Zh => format!("k 固定为 {n_hashes}。"),
        },
        Deviation::HashesFromTrials => say(
            "k comes from a table made by trial: in blocks fewer hash functions do better than the textbook's number.",
            "k 取自实测得出的表：分块时，比教科书少的哈希函数反而更好。",
        ),
        Deviation::NumbersFromTable => say(
            "Bits per key and k come from a table that ends at 20 bits; a rate below 0.00671 % is refused.",
            "每键位数和 k 取自一张到 20 位为止的表，低于 0.00671% 的误判率会被拒绝。",
        ),
        Deviation::ArgumentsExchanged { rate } => match lang {
            Lang::En => format!(
                "From {} on two numbers change places in the source: one bit a key and k = 2 instead of two bits and k = 1.",
                percent(rate)
            ),
            Lang::Zh => format!(
                "误判率从 {} 起，源码里两个数写反了：成了每键 1 位、k = 2，而不是每键 2 位、k = 1。",
                percent(rate)
            ),
        },
        Deviation::OneBlock { n_bits } => match lang {
            Lang::En => format!(
                "All positions of a key lie in one block of {n_bits} bits, which costs some accuracy and saves cache misses."
            ),
            Lang::Zh => format!("一个键的所有位置都落在同一个 {n_bits} 位的块里，牺牲一点准确度，换来更少的缓存缺失。"),
        },
        Deviation::OneBitAWord => say(
            "Each of the eight words of a block gets exactly one of the positions.",
            "块内的八个字，每个字恰好分到一个位置。",
        ),
        Deviation::OneHash32 => say(
            "All positions come from one hash of 32 bits, so keys that share it collide everywhere, however large m is.",
            "所有位置都出自同一个 32 位哈希，哈希相同的键处处相同，m 再大也没用。",
        ),
        Deviation::EnhancedDoubleHashing => say(
            "The k positions come from two hashes by enhanced double hashing, not from k.",
            "k 个位置由两个哈希值按增强双重哈希算出，而不是用 k 个哈希函数。",
        ),
        Deviation::SeededPasses => say(
            "k passes of one 32-bit hash, under seeds that differ by a constant and a tweak of the connection.",
            "同一个 32 位哈希算 k 遍，种子按固定常数递增，再加上连接自己的 tweak。",
        ),
        Deviation::UnreleasedHash => say(
            "The hash is XXH3 as it was before its release, so today's XXH3 gives other values.",
            "哈希是正式发布前的 XXH3，与如今的 XXH3 结果不同。",
        ),
        Deviation::SignedTail => say(
            "The key's last bytes are taken as signed, so for keys that are not ASCII the hash is not the standard MurmurHash3.",
            "键末尾的字节按有符号数处理，因此非 ASCII 的键得到的不是标准的 MurmurHash3。",
        ),
        Deviation::EmptyMatchesAll => say(
            "Without bits or hash functions, as a high rate gives, everything is reported present.",
            "误判率过高会得到零个位或零个哈希函数，这时任何键都算“可能存在”。",
        ),
    }
}

fn grows(lang: Lang, expansion: u32, tightening: f64) -> String {
    let tightening = significant(tightening, 6);
    match (lang, expansion) {
        (Lang::En, 1) => {
            format!("When full it appends a filter of the same capacity at {tightening} times the rate.")
        }
        (Lang::En, _) => {
            format!("When full it appends a filter for {expansion} times as many keys at {tightening} times the rate.")
        }
        (Lang::Zh, 1) => format!("装满后追加一个容量相同的过滤器，误判率为上一个的 {tightening} 倍。"),
        (Lang::Zh, _) => format!("装满后追加一个容量为 {expansion} 倍的过滤器，误判率为上一个的 {tightening} 倍。"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_deviation_is_one_sentence() {
        for code in [
            "guava",
            "guava,mitz32,31.1,utf16",
            "guava,mitz64,33.4,int",
            "guava,mitz64,33.4,long",
            "redisbloom",
            "redisbloom,2.8,fixed",
            "redisbloom,8,1",
            "redisson",
            "redisson,string",
            "redisson,json",
            "redisson,long",
            "valkey",
            "valkey,fixed,0",
            "valkey,01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da",
            "crc32",
            "crc32,prefix-int",
            "crc32,suffix",
            "leveldb",
            "rocksdb",
            "parquet",
            "bip37",
            "postgres",
            "cassandra",
            "crc32,suffix-mask",
        ] {
            let profile: crate::library::Profile = code.parse().unwrap();
            let deviations = profile.deviations();
            assert!(!deviations.is_empty());
            for one in &deviations {
                let (en, zh) = (deviation(Lang::En, one), deviation(Lang::Zh, one));
                assert!(en.ends_with('.') && en.matches(". ").count() == 0, "{en}");
                assert!(zh.ends_with('。') && zh.matches('。').count() == 1, "{zh}");
            }
        }
    }
}
