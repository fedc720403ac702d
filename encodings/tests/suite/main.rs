//! Every encoding against the plain definition of its constraint.

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
