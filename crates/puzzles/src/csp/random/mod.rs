//! Random binary problems with a chosen degree of interchangeability.
//!
//! Freuder and Sabin (1997) measure on "randomly generated problems with a controlled level of
//! induced interchangeability", Choueiry and Davis (2002) by the number of blocks of values that
//! are interchangeable under one constraint, the *induced domain fragmentation*. Here every
//! constraint has exactly [`blocks`](RandomBinaryProblem::blocks) such blocks of values on either
//! side. Otherwise the models are those of model B (Smith and Dyer 1996): the numbers of
//! constraints and of forbidden pairs are exact.

mod blocks;
mod parse;
mod random_binary;
mod share;

pub use random_binary::{BlockPartition, RandomBinaryProblem};

pub use share::ExactShare;

use parallax_model::named;

named!(BlockPartition, "partition", {
    Own => "own",
    Shared => "shared",
});
