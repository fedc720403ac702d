//! Tests of puzzles.

mod brute;
mod damage;
mod iss_items;
mod known;
mod lockout;
mod written;
