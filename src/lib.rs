//! One puzzle, several lines of sight.
//!
//! Parallax takes a puzzle instance, looks at it through native backtracking
//! search, reformulation, and SAT and SMT solvers, on the same instance, in parallel;
//! checks every answer; and says where the views agree, differ, and what each
//! cost.
//!
//! The pipeline, from the ground up:
//!
//! - [`model`]: variables, domains, constraints; [`ask`]: the seam between a
//!   model and what solves it; [`instance`]: what every puzzle gives.
//! - [`puzzles`] and [`formats`] read instances and make models of them;
//!   [`search`] solves models itself, [`reformulate`] takes them apart along the
//!   dimensions of their values; [`lower`] turns them into clauses and terms for
//!   [`solvers`].
//! - [`engines`] are whole ways from a model to an answer; [`proofs`] checks
//!   what SAT solvers write to show that there is no solution; [`inputs`] finds
//!   instances in files.
//! - [`process`] runs programs, and [`jobs`] engines in child processes, under
//!   limits that hold.
//! - [`compare`] runs engines on instances and holds their answers against
//!   each other; [`report`] prints what it found; [`fuzz`] does so with random
//!   models, and damages texts for the readers.
//! - [`measure`] measures encodings on an instance: sizes, propagation, times.
//! - [`explain`] tells what an engine did, step by step.
//! - [`reproduce`] measures published tables anew, beside the published
//!   figures.
//! - `cli` is the program.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use parallax::ask::{Answer, Control, Engine, Task};
//! use parallax::engines::Spec;
//! use parallax::model::{AllDifferent, Constraint, Domain, Linear, Model, Relation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut model = Model::new("three numbers");
//! let x = model.add_shown("x", Domain::range(1, 9))?;
//! let y = model.add_shown("y", Domain::range(1, 9))?;
//! let z = model.add_shown("z", Domain::of([2, 4, 8]))?;
//! model.post("no two alike", Constraint::AllDifferent(AllDifferent { scope: vec![x, y, z] }))?;
//! model.post("sum", Constraint::Linear(Linear::sum([x, y, z], Relation::Eq, 7)))?;
//! let model = Arc::new(model);
//!
//! let control = Control::unlimited();
//! for name in ["native", "sat:varisat+order", "brute"] {
//!     let engine: Spec = name.parse()?;
//!     let mut session = engine.prepare(&model, 0, &control).map_err(|refusal| format!("{refusal:?}"))?;
//!     let mut count = 0;
//!     let outcome = session.ask(&[], Task::All, &control, &mut |values| {
//!         model.check(&[], values).expect("engines give solutions");
//!         count += 1;
//!         ControlFlow::Continue(())
//!     });
//!     assert_eq!((outcome.answer, outcome.complete, count), (Answer::Satisfiable, true, 4));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! What holds everywhere:
//!
//! - A [`Solution`](model::Solution) exists only through
//!   [`Model::check`](model::Model::check); on top of it each puzzle checks
//!   its own rules, sharing no code with models or engines.
//! - Every engine counts distinct assignments of the shown variables.
//! - Unknown and unsupported are answers; a limit never reads as
//!   unsatisfiable.
//! - The same seed gives the same counters, for any number of threads.
//! - No input makes it panic; a bad one gives file, line, column and what was
//!   expected.

pub mod ask;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod engines;
pub mod explain;
pub mod formats;
pub mod fuzz;
pub mod inputs;
pub mod instance;
pub mod jobs;
pub mod lower;
pub mod measure;
pub mod model;
pub mod process;
pub mod proofs;
pub mod puzzles;
pub mod reformulate;
pub mod report;
pub mod reproduce;
pub mod search;
pub mod solvers;
