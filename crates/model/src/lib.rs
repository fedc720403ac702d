//! Finite-domain models: variables, domains, constraints, and the only path to a solution.
//!
//! A [`Model`] is plain data. It is built variable by variable and constraint by constraint,
//! each checked when it is added. Solvers read it and return values; only
//! [`Model::check`] turns values into a [`Solution`].
//!
//! [`engine_api`] is the interface between a model and an engine. Everything else in the workspace
//! builds on these. To add a constraint kind, read the head of `constraint/mod.rs`; to read a
//! richer language, build expressions and hand them to [`flatten`]. [`ModelExpression`] writes
//! constraints with operators.
//!
//! A model validates its numbers when it is built (values up to 10^9, offsets up to 4 * 10^9, sums
//! and their coefficients up to 2^61), so that 64 bits hold every later sum and difference. The
//! encodings compute with 128 bits.
//!
//! Equal tables share their tuples (`Table::tuples`), because the runs and crossings of a Keisuke
//! have few different tables. Code that changes tuples copies them first.

mod check;
mod constraint;
mod cuts;
pub mod decimal;
mod dimension;
mod domain;
pub mod engine_api;
mod expression;
mod finite_model;
pub mod flatten;
mod model_error;
mod name_index;
mod objective;
mod plain;
mod print;
mod rename;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod search_plan;
mod submodels;
mod value_elimination;
mod value_names;

pub use finite_model::{Model, PostedConstraint, VarId, Variable};

pub use check::{Given, Solution, ViolationError};
pub use constraint::{
    AllDifferent, AtomicConstraint, AutomatonError, BinPacking, Circuit, ClassRelation, Clause,
    Compare, ComparisonOperator, Constraint, ConstraintArity, ConstraintError, ConstraintKind,
    ConstraintMachine, ConstraintOperand, ConstraintTag, Count, Cumulative, DeterministicAutomaton,
    DimensionRelation, DistinctCount, Element, Extremum, Global, GlobalCardinality, GlobalKind,
    Implies, Inverse, Kind, LayerArc, LayersError, Lexicographic, Linear, LinearTerm, MAX_STATES,
    MachineLayers, MachineState, ModelAssignment, NoOverlap, Product, Regular, Reify, Table,
    UnknownKindError, ValueOccurrence,
};
pub use cuts::NumberedCuts;
pub use dimension::{DimensionError, DimensionId, ValueDimension};
pub use domain::{Domain, DomainIntervals, MAX_VALUE, Value};
pub use expression::{
    ExpressionError, ModelExpression, all, all_different, all_equal, any, count_true, product, sum,
};
pub use model_error::ModelError;
pub use objective::{Objective, ObjectiveSense};
pub use plain::PlainModel;
pub use search_plan::{
    PlanError, PlannedRestarts, SearchPlan, SearchStep, ValueChoice, VariableChoice,
};
pub use value_names::ValueNames;
