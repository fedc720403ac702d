//! The interface of a puzzle: [`Instance`], which provides models, rules, texts and pictures.
//! Each has a separate trait; [`ExplanationSource`] and [`PuzzleReduction`] are optional abilities.
//!
//! Engines, comparisons and explanations see every source of models through it: the puzzles of
//! [`puzzles`](crate::puzzles), the files of [`formats`](crate::formats), and a puzzle of one's
//! own.

#[doc(inline)]
pub use parallax_instance::{
    BoardLayout, BrokenRuleError, DecodeError, ExcerptAnswer, ExplanationSource, InputError,
    Instance, InstanceExcerpt, InstanceFormError, InstanceGoal, InstanceOrigin, MarkedPicture,
    ModelOption, ModelSource, NamedValues, OptionEffect, PictureMark, PuzzleHint, PuzzleHintError,
    PuzzleHintKind, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    SolutionValidity, SolutionWeight, SolverLanguage, SourcedInstance, Viewpoint, judge_solution,
};
