//! The interface of a puzzle: [`Instance`], which provides models, rules, texts and pictures.
//!
//! Engines, comparisons and explanations see every source of models through it: the puzzles of
//! [`puzzles`](crate::puzzles), the files of [`formats`](crate::formats), and a puzzle of one's own.

#[doc(inline)]
pub use parallax_model::instance::{
    Board, BrokenRule, Effect, Excerpt, Excerpted, Goal, InputError, Instance, Language, Mark,
    Marked, ModelOption, Origin, OwnHint, OwnKind, PuzzleSolution, SourcedInstance, Validity,
    Viewpoint, Weight, judged,
};
