//! Bloomscope's core: everything about Bloom filters that needs no browser.
//!
//! The library is pure. It has no clock, no ambient randomness and no globals: time and entropy come in as arguments, so
//! the same input gives the same bytes on the host and in WebAssembly. What is *absent* here is as telling as what is
//! present: no `yew`, `web-sys` or `js-sys`. Those belong to the two binaries (`src/app`, the page; `src/worker`, long
//! work off the main thread), and a module here that reached for them would not compile in a native test.
//!
//! Modules, lowest first; each may use only those above it in this list:
//!
//! | module | what is in it |
//! |---|---|
//! | [`rng`] | seeded generators |
//! | [`hash`] | key bytes → digests → positions |
//! | [`theory`] | sizing, false-positive rates, estimates, intervals |
//! | [`filter`] | bit array, the Bloom filter and its relatives |
//! | [`library`] | profiles that are bit-exact with real libraries |
//! | [`dump`] | reading key lists from text and CSV files |
//! | [`experiment`] | key generators, trials and sweeps, the observed filter of the Lab |
//! | [`scenario`] | what a link carries: state, actions, validation, URL form |
//! | [`view`] | pure presentation: grid geometry, chart series, steps of an explanation |
//! | [`chart`] | plotters drawings, generic over the backend |
//! | [`text`] | every message in English and Chinese, number formats |
//! | [`wire`] | messages between page and worker |

pub mod chart;
pub mod dump;
pub mod experiment;
pub mod filter;
pub mod hash;
pub mod library;
pub mod rng;
pub mod scenario;
pub mod text;
pub mod theory;
pub mod view;
pub mod wire;
