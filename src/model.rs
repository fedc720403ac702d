//! Models: variables with finite domains, constraints, an objective, and checked solutions.
//!
//! A [`Model`] is built variable by variable and constraint by constraint, and checks each as it is
//! added. Engines read it and return values; only [`Model::check`] turns values into a
//! [`Solution`].

#[doc(inline)]
pub use parallax_model::decimal::Decimal;
#[doc(inline)]
pub use parallax_model::{
    AllDifferent, Arity, Assignment, Atom, Automaton, BinPacking, Circuit, ClassRelation, Clause,
    Compare, Constraint, ConstraintKind, Count, Cumulative, Cuts, Dimension, DimensionId,
    DimensionRelation, DistinctCount, Domain, Element, Extremum, Given, Global, GlobalCardinality,
    GlobalKind, Implies, Intervals, Inverse, Kind, Lexicographic, Linear, MAX_VALUE, Machine,
    Model, ModelError, Next, NoOverlap, Objective, Occurrence, Operand, Plain, PlannedRestarts,
    Posted, Product, Regular, Reify, Relation, SearchPlan, SearchStep, Sense, Solution, Table,
    Term, Value, ValueChoice, ValueNames, VarId, Variable, VariableChoice, Violation,
};
