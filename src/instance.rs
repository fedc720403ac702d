//! The interface of a puzzle: [`Instance`], which provides models, rules, texts and pictures. Each
//! has a trait of its own; [`ExplanationSource`] and [`PuzzleReduction`] are abilities that it may
//! give.
//!
//! Engines, comparisons and explanations see every source of models through it: the puzzles of
//! [`puzzles`](crate::puzzles), the files of [`formats`](crate::formats), and a puzzle of one's own.

#[doc(inline)]
pub use parallax_model::instance::{
    Board, BrokenRule, DecodeError, Effect, Excerpt, Excerpted, ExplanationSource, FormError, Goal,
    HintError, InputError, Instance, Language, Mark, Marked, ModelOption, ModelSource, NamedValues,
    Origin, OwnHint, OwnKind, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    SourcedInstance, Validity, Viewpoint, Weight, judged,
};
