//! Finite-domain models: variables, domains, constraints, and the only path to a solution.
//!
//! A [`Model`] is plain data. It is built variable by variable and constraint by constraint, each
//! checked when it is added. Solvers read it and return values; only [`Model::check`] turns values
//! into a [`Solution`].
//!
//! [`ask`] is the interface between a model and an engine, and [`instance`] the interface of puzzles
//! and other sources of models. Everything else in the workspace builds on these. To add a constraint kind, read the head of `constraint/mod.rs`;
//! to read a richer language, build expressions and hand them to [`flatten`]. [`Expr`] writes
//! constraints with operators.
//!
//! A model validates its numbers when it is built (values up to 10^9, offsets up to 4 * 10^9, sums
//! and their coefficients up to 2^61), so that 64 bits hold every later sum and difference. The
//! encodings compute with 128 bits.
//!
//! Equal tables share their tuples (`Table::tuples`), because the runs and crossings of a Keisuke
//! have few different tables. Code that changes tuples copies them first.

pub mod ask;
mod by_name;
mod check;
mod constraint;
pub mod decimal;
mod dimension;
mod domain;
mod expression;
mod finite_model;
pub mod flatten;
pub mod instance;
mod model_error;
mod narrow;
mod objective;
mod plain;
mod print;
mod rename;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod search_plan;
mod smaller;
mod subset;
mod value_names;

pub use finite_model::{Model, Posted, VarId, Variable};

pub use check::{Given, Solution, Violation};
pub use constraint::{
    AllDifferent, Arity, Assignment, Atom, Automaton, AutomatonError, BinPacking, Circuit,
    ClassRelation, Clause, Compare, Constraint, ConstraintError, ConstraintKind, ConstraintTag,
    Count, Cumulative, DimensionRelation, DistinctCount, Element, Extremum, Global,
    GlobalCardinality, GlobalKind, Implies, Inverse, Kind, Layers, Lexicographic, Linear,
    MAX_STATES, Machine, Next, NoLayers, NoOverlap, Occurrence, Operand, Product, Regular, Reify,
    Relation, Step, Table, Term, UnknownKind,
};
pub use dimension::{Dimension, DimensionError, DimensionId};
pub use domain::{Domain, Intervals, MAX_VALUE, Value};
pub use expression::{
    Expr, ExpressionError, all, all_different, all_equal, any, count_true, product, sum,
};
pub use model_error::ModelError;
pub use objective::{Objective, Sense};
pub use plain::Plain;
pub use search_plan::{
    PlanError, PlannedRestarts, SearchPlan, SearchStep, ValueChoice, VariableChoice,
};
pub use smaller::Cuts;
pub use value_names::ValueNames;
