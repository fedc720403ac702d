//! Tests of puzzles.

mod brute;
mod codes;
mod damage;
mod iss_items;
mod known;
mod lockout;
mod oblong;
mod written;
