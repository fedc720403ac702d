//! Several engines on the same instances: their rows, and the verdict about them.
//!
//! A [`Plan`] states engines, task and limits. [`one`] compares the engines on one instance, [`run`]
//! on a stream of them. Every solution is checked; a [`Row`] is the checked result of one engine,
//! and a [`Verdict`] is how the rows of an instance relate.

#[doc(inline)]
pub use parallax_compare::{
    Arrived, Checker, Claim, Compared, CoreRow, Cores, Keeps, Models, Plan, Row, Standing, Times,
    Verdict, one, run, run_live,
};
