//! Hints: the next step towards a solution, with its reason.
//!
//! A model's all-different constraints become [`CandidateUnit`]s, sets of [`CandidateId`]s of which
//! exactly one (or at most one) is true, so that a reason names a value and not a whole row. A
//! [`DeductionStep`] follows from a few [`RulePart`]s and the candidates that the
//! [`CandidateState`] no longer has. Rules that are not all-different, such as sums, are
//! [`ConstraintGroup`]s, named as a whole. A [`StepFinder`] finds the next step, a [`StepPath`] all
//! of them, and a [`ModelHint`] is what a person asks for: it first checks what they have written.
//!
//! A hint is about a state: the remaining candidates (variable and value). `rules.rs` makes units
//! of all-different constraints; each gives two rule parts, *some* and *one*. Other constraints are
//! groups. A step is parts, groups and conclusions; a check shows that parts and removed candidates
//! contradict the opposite of each conclusion, when the step is found (`reason/proved.rs`) and
//! again by an engine of another family, from the names in its text (`confirmed.rs`). `techniques/`
//! has the patterns, one family a file (its head has the steps to add one); `group_propagation.rs`
//! propagates one group, `difference_rules.rs` one group with the differences of its variables;
//! `needed_values.rs` has the values that a group needs, `excluded.rs` the candidates that all of a
//! unit exclude, `sums/` innies and outies; `reason/` finds minimal and smallest sets of parts and
//! counting proofs; `constraint_sets.rs` sets of whole constraints. `lines.rs` describes a reason,
//! a line for each rule. `step_finder.rs` chooses, `path.rs` follows and trims.
//! `PuzzlePicture::board_layout` gives the places of variables, `ExplanationSource::suggest_hint`
//! the hints of puzzles without steps.
//!
//! This crate prints nothing and names no puzzle. Whether parts have a solution, and whether
//! another engine agrees, it asks of the crate `explain`. Start with [`find_hint()`]
//! (`model_hint.rs`) and `step_finder.rs`.
//!
//! Steps as small unsatisfiable subsets are those of Bogaerts, Gamba and Guns, "A framework for
//! step-wise explaining how to solve constraint satisfaction problems" (2021), and of Espasa, Gent,
//! Hoffmann, Jefferson and others, "Using small MUSes to explain how to solve pen and paper
//! puzzles" (2021).

mod confirmed;
mod constraint_sets;
mod difference_rules;
mod entries;
mod exact;
mod excluded;
mod focus;
mod group;
mod group_propagation;
mod lines;
mod model_hint;
mod name_error;
mod needed_values;
mod part_set_names;
mod path;
mod pattern;
mod rating;
pub mod reason;
mod rules;
mod state;
mod step;
mod step_finder;
mod step_text;
mod sums;
mod technique;
pub mod techniques;
mod unfold;
mod unit;

pub use entries::{HintFault, PersonEntries, SolutionStatus};
pub use group::ConstraintGroup;
pub use model_hint::{HintContent, HintOptions, ModelHint, find_hint};
pub use name_error::{CandidateError, UnknownTechnique};
pub use path::{PathEnd, PathGoal, StepPath};
pub use rating::{PathDifficulty, RatingReach, step_score};
pub use rules::CandidateRules;
pub use state::CandidateState;
pub use step::DeductionStep;
pub use step_finder::{AllowedReasoning, MAX_CANDIDATES, StepFinder};
pub use technique::Technique;
pub use unfold::{InnerStep, unfold_step};
pub use unit::{CandidateId, CandidateUnit, HouseId, RulePart, UnitId};
