//! Hints: the next step towards a solution, with its reason.
//!
//! A model's all-different constraints become [`Unit`]s, sets of [`Candidate`]s of which exactly
//! one (or at most one) is true, so that a reason names a value and not a whole row. A [`Step`]
//! follows from a few [`RulePart`]s and the candidates that the [`State`] no longer has. Rules
//! that are not all-different, such as sums, are [`Group`]s, named as a whole. A [`Guide`] finds
//! the next step, a [`Path`] all of them, and a [`Hint`] is what a person asks for: it first
//! checks what they have written.
//!
//! A hint is about a state: the remaining candidates (variable and value). `rules.rs` makes units
//! of all-different constraints; each gives two rule parts, *some* and *one*. Other constraints are
//! groups. A step is parts, groups and conclusions; a check shows that parts and removed candidates
//! contradict the opposite of each conclusion, when the step is found (`reason/proved.rs`) and
//! again by an engine of another family, from the names in its text (`confirmed.rs`). `techniques/`
//! has the patterns, one family a file (its head has the steps to add one); `alone.rs` propagates one group, `joined.rs` one group
//! with the differences of its variables; `needed.rs` has the values that a group needs,
//! `excluded.rs` the candidates that all of a unit exclude, `sums/` innies and outies; `reason/`
//! finds minimal and smallest sets of parts and counting proofs; `together.rs` sets of whole
//! constraints.
//! `lines.rs` describes a reason, a line for each rule.
//! `guide.rs` chooses, `path.rs` follows and trims. `PuzzlePicture::board` gives the places of
//! variables, `ExplanationSource::suggest_hint` the hints of puzzles without steps.
//!
//! This crate prints nothing and names no puzzle. Whether parts have a solution, and whether another
//! engine agrees, it asks of the crate `why`. Start with [`hint()`] (`found.rs`) and `guide.rs`.
//!
//! Steps as small unsatisfiable subsets are those of Bogaerts, Gamba and Guns, "A framework for
//! step-wise explaining how to solve constraint satisfaction problems" (2021), and of Espasa, Gent,
//! Hoffmann, Jefferson and others, "Using small MUSes to explain how to solve pen and paper
//! puzzles" (2021).

mod alone;
mod confirmed;
mod entries;
mod exact;
mod excluded;
mod focus;
mod found;
mod group;
mod guide;
mod joined;
mod lines;
mod name_error;
mod named;
mod needed;
mod path;
mod pattern;
mod rating;
pub mod reason;
mod rules;
mod state;
mod step;
mod sums;
mod technique;
pub mod techniques;
mod together;
mod unfold;
mod unit;
mod words;

pub use entries::{Entries, HintFault, Solved};
pub use found::{Hint, HintOptions, Next, hint};
pub use group::Group;
pub use guide::{Allowed, Guide, MAX_CANDIDATES};
pub use name_error::{CandidateError, UnknownTechnique};
pub use path::{End, Path, Until};
pub use rating::{Difficulty, Reach, score};
pub use rules::Rules;
pub use state::State;
pub use step::Step;
pub use technique::Technique;
pub use unfold::{Inner, unfold};
pub use unit::{Candidate, House, RulePart, Unit, UnitId};
