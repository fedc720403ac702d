//! All different: any two integers take different values.
//!
//! An at-most-one for each value here; Hall intervals in `hall.rs` (stronger, larger); the bits of
//! values in `bits.rs` (small for many values, weaker). [`AllDifferentKind`] chooses.

mod bits;
mod encode_all_different;
mod hall;

use encode_all_different::Takers;
