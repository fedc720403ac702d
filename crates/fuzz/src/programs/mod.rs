//! Programs on small cases in their own languages, judged by definitions.
//!
//! A [`FuzzCase`] is a small problem: variables with few values, and constraints as expression
//! trees over [`Operator`]s. Each operator has one plain [`definition`], a way to be
//! drawn with the values at its edges, and a spelling in each [`language`] that
//! has it. The [judge] enumerates all assignments of the variables, and evaluates the definitions.
//! No reader, model or engine of this workspace takes part. A [`target`] is a program that
//! answers cases in its own language. A campaign draws the cases of a seed, asks the targets,
//! and makes each finding smaller until nothing can be taken away. Cases too large for enumeration
//! are judged only if the caller hands in a [prover]; the definitions check what it states.
//!
//! # Adapters
//!
//! A solver that is reached from a script is asked through an adapter: a program that stays, reads
//! one JSON object a line and answers each with one line, in the same order, without a line that
//! it prints on its own (other text goes to standard error):
//!
//! ```text
//! {"id":17,
//!  "variables":[{"name":"x0","values":[0,1,3]},{"name":"b0","bool":true}],
//!  "constraints":[["eq",["add","x0",1],["bool2int","b0"]]],"objective":null,"limit":100}
//! {"id":17,"status":"sat","solutions":[[0,1]],"complete":true}
//! ```
//!
//! (The question is one line; it is broken here.) An expression is an integer, `true` or `false`,
//! the name of a variable (a string), `[operator, argument…]` with the names of [`Operator`], or
//! `["list", item…]`. An objective is `{"minimize":E}` or `{"maximize":E}`. The value of a Boolean
//! variable in a solution is 0 or 1, and values follow the order of the variables. `complete`
//! states that no other solution exists. `limit` is the maximum number of solutions to return; an
//! adapter that stops there answers `"complete":false`.
//!
//! A question with `"assume":true` asks for a core: each constraint is an assumption, and if no
//! solution exists the answer may have `"core":[0,2]`, the indices of constraints that cannot hold
//! together. Only an adapter that introduces itself with `"assumes":true` gets such questions. One
//! solution suffices if there are some.
//!
//! | `status` | meaning | other members |
//! |---|---|---|
//! | `sat` | solutions exist | `solutions`, `complete` |
//! | `optimal` | the optimum is proved | `objective`, `solutions` with one of value `objective` |
//! | `unsat` | no solution exists | `core` |
//! | `unknown` | neither is known | `message` |
//! | `refused` | the solver does not take the case, for the reason in `message` | `message` |
//! | `crash` | the solver raised an error that is not a refusal | `message` |
//!
//! The first question is `{"hello":1}`; the answer `{"name":"cpmpy","version":"0.9.24",
//! "operators":["add","eq"]}` names the program, its version and the operators that the adapter
//! spells. Cases with other operators are not drawn for it. `"semantics"` may be `"relational"`
//! (the default: an undefined term makes the nearest truth value around it false), `"strict"` (an
//! undefined term makes the constraint false) or `"total"` (cases with undefined terms are not
//! asked).

pub mod campaign;
pub mod case;
pub mod cause;
pub mod cores;
pub mod definition;
pub mod dispute;
pub mod draw;
pub mod finding;
pub mod judge;
pub mod language;
pub mod operator;
pub mod proof;
pub mod prover;
pub mod reply;
pub mod report;
pub mod shrink;
pub mod target;

pub use case::{CaseExpr, CaseObjective, CaseVariable, FuzzCase};
pub use operator::{Argument, Operator, Sort};

#[cfg(test)]
mod tests;
