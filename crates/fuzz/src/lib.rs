//! Fuzzing: random cases that show what is wrong.
//!
//! [`programs`] asks any program small cases in its own language and judges the answers by the
//! definitions of constraints; no reader, model or engine of this workspace takes part. [`engines`]
//! compares our own engines on random models. [`parsers`] damages texts of every format and watches
//! their readers. [`texts`] draws well-formed texts and compares the readers and engines with their
//! plain meaning. [`cases`] runs numbered cases on workers, in threads or children. [`shrink`] makes
//! models and instances smaller while a difference shows (delta debugging: Zeller and Hildebrandt,
//! "Simplifying and isolating failure-inducing input", 2002).

pub mod cases;
pub mod engines;
pub mod parsers;
pub mod programs;
pub mod shrink;
pub mod texts;
