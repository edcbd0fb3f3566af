//! Stories of the Bloom filter's relatives.

pub mod cuckoo;
pub mod fuse;
