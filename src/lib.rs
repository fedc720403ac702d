//! One puzzle, several solvers, compared.
//!
//! Parallax solves a puzzle with several engines at once (native backtracking search,
//! reformulation, brute force, SAT and SMT solvers), checks every solution, and reports the
//! agreements and differences of the engines, and the cost of each.
//!
//! [`solve()`], [`count()`] and [`compare()`] answer the first questions about a model. This
//! program builds one, solves it with three engines, and compares them:
//!
//! ```
//! use std::sync::Arc;
//!
//! use parallax::engine_api::{Control, Engine, Task};
//! use parallax::compare::{ComparisonPlan, Verdict, compare_instance};
//! use parallax::engines::Spec;
//! use parallax::formats::ModelInstance;
//! use parallax::instance::SourcedInstance;
//! use parallax::model::{AllDifferent, ComparisonOperator, Constraint, Domain, Linear, Model};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // x, y from 1 to 9 and z in {2, 4, 8}: all different, with x + y + z = 7.
//! let mut model = Model::new("three numbers");
//! let x = model.add_shown("x", Domain::from_range(1, 9))?;
//! let y = model.add_shown("y", Domain::from_range(1, 9))?;
//! let z = model.add_shown("z", Domain::from_values([2, 4, 8]))?;
//! model.post("no two alike", Constraint::AllDifferent(AllDifferent { scope: vec![x, y, z] }))?;
//! let sum = Linear::unweighted_sum([x, y, z], ComparisonOperator::Eq, 7);
//! model.post("sum", Constraint::Linear(sum))?;
//!
//! let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
//! for name in ["native", "sat:varisat+order", "brute"] {
//!     engines.push(Arc::new(name.parse::<Spec>()?));
//! }
//! let plan = ComparisonPlan { task: Some(Task::All), ..ComparisonPlan::new(engines) };
//! let instance = SourcedInstance::new("three numbers", ModelInstance::new(model));
//! let compared = compare_instance(&plan, instance, &Control::unlimited())?;
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
//! `docs/tutorial/library.md` is a first hour with the library, and the folder `examples/` has
//! complete programs: a new puzzle, a new engine, and an experiment with
//! encodings.
//!
//! The modules:
//!
//! - [`model`]: variables, domains, constraints, solutions.
//! - [`expression`]: constraints and objectives written with operators.
//! - [`engine_api`]: the interface between a model and an engine.
//! - [`engines`]: engines by name.
//! - [`mod@compare`]: engines on instances, and the verdict about their answers.
//! - [`instance`]: the interface of a puzzle; [`puzzles`]: the puzzles that Parallax knows.
//! - [`formats`]: instances from files and texts.
//! - [`explain`]: the clues and rules that leave no solution, or that force or exclude a value.
//! - [`measure`]: sizes, propagation and times of encodings.
//!
//! The crates below them (`parallax-model`, `parallax-search`, `parallax-report`, ...) have more:
//! propagators, encodings, proofs, generators, experiments, reports. Each can be used alone, and
//! promises less: its items change with the program.
//!
//! Guarantees:
//!
//! - Only [`Model::check`](model::Model::check) makes a
//!   [`Solution`](model::Solution). In addition, each puzzle checks its own rules, with code that
//!   it does not share with models or engines.
//! - Every engine counts distinct assignments of the shown variables.
//! - Unknown and unsupported are answers; an engine that reaches a limit never answers
//!   unsatisfiable.
//! - The same seed gives the same counters, for any number of threads.
//! - No input causes a panic; a bad input gives an error with file, line, column and the expected
//!   form.

pub mod compare;
pub mod engine_api;
pub mod engines;
pub mod explain;
pub mod expression;
pub mod formats;
pub mod instance;
pub mod measure;
pub mod model;
pub mod puzzles;
mod quick;

pub use quick::{QuickError, compare, count, solve};
