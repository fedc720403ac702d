//! The checker of certificates as its users call it, beside brute force, a second checker in Python
//! and files with faults.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod again;
mod boxes;
mod counts;
mod faults;
mod forgeries;
mod independence;
mod joins;
mod left;
mod mutants;
mod puzzles;
mod question;
mod random_joins;
mod strict;
mod text;

// What several of them use; the tests of the program use some of these files too.
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../honest/mod.rs"]
mod honest;
#[path = "../meaning/mod.rs"]
mod meaning;
#[path = "../random/mod.rs"]
mod random;
#[path = "../second/mod.rs"]
mod second;
