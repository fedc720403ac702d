//! Differential fuzzing: random models for the engines, damaged and random texts for the
//! readers.
//!
//! `engines` draws models, has brute force and other engines with random settings find all
//! solutions, or a best one, and compares the answers as [`compare`](parallax_compare) does.
//! [`Shrink`] reduces instances on which engines differ. [`parsers`] damages texts of every format
//! and watches their readers. [`texts`] draws well-formed texts and compares the readers and
//! engines with their plain meaning. A case depends only on the seed and its number, so runs can be
//! cut into slices, spread over threads, and continued.

mod campaign;
mod children;
mod draw;
mod engines;
mod live;
mod panic_guard;
pub mod parsers;
mod shrink;
mod slices;
mod tally;
pub mod texts;

pub use campaign::{Campaign, CaseTally, Step, Sum, SumOf};
pub use children::{Children, serve};
pub use draw::{Draw, Entrants};
pub use engines::{EngineAnswer, Engines, Finding, FindingKind};
pub use live::Live;
pub use shrink::{Attempts, Difference, Shrink, Shrunk, Size, Subject, shrink, stem};
pub use tally::{Answers, Tally};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Returns the random numbers of one case: the stream of the seed with the case's number.
fn rng(seed: u64, case: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(case);
    rng
}
