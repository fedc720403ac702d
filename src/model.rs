//! Models: variables with finite domains, constraints, an objective, and checked solutions.
//!
//! A [`Model`] is built variable by variable and constraint by constraint, and checks each
//! as it is added. Engines read it and return values; only [`Model::check`]
//! turns values into a [`Solution`].

#[doc(inline)]
pub use parallax_model::decimal::DecimalNumber;
#[doc(inline)]
pub use parallax_model::{
    AllDifferent, AtomicConstraint, BinPacking, Circuit, ClassRelation, Clause, Compare,
    ComparisonOperator, Constraint, ConstraintArity, ConstraintKind, ConstraintMachine,
    ConstraintOperand, Count, Cumulative, DeterministicAutomaton, DimensionId, DimensionRelation,
    DistinctCount, Domain, DomainIntervals, Element, Extremum, Given, Global, GlobalCardinality,
    GlobalKind, Implies, Inverse, Kind, Lexicographic, Linear, LinearTerm, MAX_VALUE, MachineState,
    Model, ModelAssignment, ModelError, NoOverlap, NumberedCuts, Objective, ObjectiveSense,
    PlainModel, PlannedRestarts, PostedConstraint, Product, Regular, Reify, SearchPlan, SearchStep,
    Solution, Table, Value, ValueChoice, ValueDimension, ValueNames, ValueOccurrence, VarId,
    Variable, VariableChoice, ViolationError,
};
