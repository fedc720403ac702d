//! One puzzle, several solvers, compared.
//!
//! Parallax solves a puzzle with several engines at once (native backtracking search,
//! reformulation, brute force, SAT and SMT solvers), checks every solution, and reports the
//! agreements and differences of the engines, and the cost of each.
//!
//! [`solve()`], [`count()`] and [`compare()`] answer the first questions about a model. This program
//! builds one, solves it with three engines, and compares them:
//!
//! ```
//! use std::sync::Arc;
//!
//! use parallax::ask::{Control, Engine, Task};
//! use parallax::compare::{Plan, Verdict, one};
//! use parallax::engines::Spec;
//! use parallax::formats::ModelInstance;
//! use parallax::instance::SourcedInstance;
//! use parallax::model::{AllDifferent, Constraint, Domain, Linear, Model, Relation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // x, y from 1 to 9 and z in {2, 4, 8}: all different, with x + y + z = 7.
//! let mut model = Model::new("three numbers");
//! let x = model.add_shown("x", Domain::range(1, 9))?;
//! let y = model.add_shown("y", Domain::range(1, 9))?;
//! let z = model.add_shown("z", Domain::of([2, 4, 8]))?;
//! model.post("no two alike", Constraint::AllDifferent(AllDifferent { scope: vec![x, y, z] }))?;
//! model.post("sum", Constraint::Linear(Linear::sum([x, y, z], Relation::Eq, 7)))?;
//!
//! let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
//! for name in ["native", "sat:varisat+order", "brute"] {
//!     engines.push(Arc::new(name.parse::<Spec>()?));
//! }
//! let plan = Plan { task: Some(Task::All), ..Plan::new(engines) };
//! let instance = SourcedInstance::new("three numbers", ModelInstance::new(model));
//! let compared = one(&plan, instance, &Control::unlimited())?;
//!
//! for row in &compared.rows {
//!     println!("{}: {} solutions in {} s", row.engine, row.count, row.time_s.total);
//!     assert_eq!(row.count, 4);
//! }
//! assert_eq!(compared.verdict, Verdict::Agree);
//! # Ok(())
//! # }
//! ```
//!
//! The folder `examples/` has complete programs: a puzzle of one's own, an engine of one's own, and
//! an experiment with encodings.
//!
//! The modules, from the ground up:
//!
//! - [`model`]: variables, domains, constraints; [`ask`]: the interface between a model and an
//!   engine; [`instance`]: the interface of a puzzle.
//! - [`puzzles`] and [`formats`] read instances and build their models.
//! - [`search`] is native search, [`reformulate`] splits models along the dimensions of their
//!   values, and [`lower`] translates models to clauses and terms for [`solvers`].
//! - [`engines`] take a model and return answers; [`proofs`] checks proofs of unsatisfiability;
//!   [`inputs`] finds instances in files.
//! - [`process`] runs programs, and [`jobs`] runs engines in child processes, with limits on time
//!   and memory.
//! - [`mod@compare`] runs engines on instances and compares their answers; [`report`] prints the
//!   results, also those of an [`experiment`]; [`fuzz`] compares engines on random models and
//!   feeds damaged texts to the readers.
//! - [`experiment::measure`] measures encodings: sizes, propagation, times; its `audit` compares
//!   clauses with the constraints that they encode.
//! - [`generate`] makes random instances of puzzles.
//! - [`explain`] shows the steps of an engine; [`why`] names the clues and rules that leave no
//!   solution, or that force or exclude a value.
//! - [`reproduce`] measures published tables again, next to the published figures.
//! - [`experiment`] runs the experiments of a file, such as a suite with expected answers.
//! - `web` is the page and the HTTP interface of `parallax serve`.
//!
//! Guarantees:
//!
//! - Only [`Model::check`](model::Model::check) makes a [`Solution`](model::Solution). In addition,
//!   each puzzle checks its own rules, with code that it does not share with models or engines.
//! - Every engine counts distinct assignments of the shown variables.
//! - Unknown and unsupported are answers; an engine that reaches a limit never answers
//!   unsatisfiable.
//! - The same seed gives the same counters, for any number of threads.
//! - No input causes a panic; a bad input gives an error with file, line, column and the expected
//!   form.

pub use parallax_compare as compare;
pub use parallax_engines::{self as engines, jobs};
pub use parallax_formats::{self as formats, inputs};
pub use parallax_lab::{experiment, fuzz, generate};
pub use parallax_model::{self as model, ask, instance};
pub use parallax_puzzles as puzzles;
pub use parallax_report::{self as report, explain, reproduce};
pub use parallax_search::{self as search, reformulate};
pub use parallax_solvers::{self as solvers, lower, process, proofs};
pub use parallax_why as why;

mod quick;
#[cfg(feature = "web")]
pub mod web;

pub use quick::{Unanswered, compare, count, solve};
