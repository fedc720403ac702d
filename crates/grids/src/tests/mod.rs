//! Tests of puzzles.
