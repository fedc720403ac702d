//! Every encoding against the plain definition of its constraint.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod cases;
mod counts;
mod formula;
mod harness;
mod integers;
mod long;
mod meaning;
mod propagation;
mod random;
mod sizes;
mod strength;
mod terms;
mod text;
