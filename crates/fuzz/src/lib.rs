//! Fuzzing: random cases that expose faults.
//!
//! [`programs`] asks any program about small cases in its own language and judges the answers by
//! the definitions of constraints; no reader, model or engine of this workspace takes part.
//! [`engines`] compares our own engines on random models. [`cases`] runs numbered cases on workers,
//! in threads or children. [`shrink`] makes models and instances smaller while a difference shows
//! (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
//! 2002).

pub mod cases;
pub mod engines;
pub mod programs;
pub mod shrink;
