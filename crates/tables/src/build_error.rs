//! Why a problem has no model.

use parallax_model::flatten::FlattenError;
use parallax_model::{MAX_VALUE, ModelError};

use super::glossary::SymbolId;
use super::ground::MAX_BINDINGS;
use super::layout::{MAX_LISTED, MAX_VARIABLES};
use super::table::HitPolicy;
use parallax_model::decimal::MAX_DIGITS;

/// A type whose values cannot be enumerated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("type '{name}' has no list of at most {MAX_LISTED} values to go through")]
pub struct OpenTypeError {
    /// The name of the type.
    pub name: String,
}

/// Why the rules of a table cannot be written as expressions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum CompileError {
    /// The caller's time is over.
    #[error("stopped")]
    Stopped,
    /// The variables of the rules have too many values together.
    #[error("the rules expand to more than {MAX_BINDINGS} combinations of values")]
    TooManyBindings,
    /// A number leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// A minimum or maximum of nothing.
    #[error("min or max of nothing")]
    NoOperands,
    /// A division of numbers with decimal places.
    #[error("// and % are for integers")]
    DecimalDivision,
    /// A value in place of a truth.
    #[error("a value where a truth is expected")]
    NotTruth,
    /// The variable of an output depends on other variables.
    #[error("an argument of the output is not known from the start")]
    OpenArgument,
    /// An output has an argument outside its type.
    #[error("an argument of the output is outside its type")]
    OutsideArgument,
    /// The values of a variable cannot be enumerated.
    #[error(transparent)]
    OpenType(#[from] OpenTypeError),
    /// Two tables define a symbol in two ways.
    #[error("'{name}' is collected here and decided in another table")]
    TwoDefinitions { name: String },
    /// Two tables collect a symbol in two ways.
    #[error(
        "'{name}' is collected by {} here and by {} in another table", here.policy_code(), other.policy_code()
    )]
    TwoPolicies { name: String, here: HitPolicy, other: HitPolicy },
    /// A definition needs its own value.
    #[error("'{name}' depends on itself; recursive definitions are not supported")]
    Recursive { name: String },
}

/// A fault of a table or a rule, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct TableRuleError {
    /// The number of the table.
    pub table: usize,
    /// The number of the rule in it; `None` if the fault is in no single rule.
    pub rule: Option<usize>,
    /// The fault.
    pub fault: CompileError,
}

impl TableRuleError {
    pub(super) fn new(table: usize, rule: Option<usize>, fault: impl Into<CompileError>) -> Self {
        TableRuleError { table, rule, fault: fault.into() }
    }
}

/// Why a symbol cannot have variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum SymbolVariablesError {
    /// The values of an argument cannot be enumerated.
    #[error(transparent)]
    OpenType(#[from] OpenTypeError),
    /// There would be too many variables.
    #[error("'{name}' has too many values; at most {MAX_VARIABLES} in all")]
    TooManyValues { name: String },
    /// No value can represent a missing one.
    #[error("partial '{name}' needs a type with a list or range of values")]
    OpenPartial { name: String },
    /// Data are about an argument that does not exist.
    #[error("a data table has an argument outside its type")]
    OutsideArgument,
    /// A number leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// Nothing bounds the decimal places.
    #[error(
        "'{name}' may be any decimal number; expected a type with a list of values, data, or a \
         decision table for it"
    )]
    AnyDecimal { name: String },
    /// The rules give a number more decimal places than are read.
    #[error("'{name}' may have more than {MAX_DIGITS} digits after the point")]
    LongDecimal { name: String },
    /// A value of the data is beyond the range of models.
    #[error("a value of {units} units is beyond {MAX_VALUE}")]
    LargeFact { units: i64 },
    /// No value below the minimum can represent a missing one.
    #[error("the least value is too small")]
    SmallLeast,
    /// Nothing bounds the number on one side, or on both.
    #[error("'{name}' has {missing}; expected a type with a range, for example [0..100]")]
    Unbounded { name: String, missing: &'static str },
    /// The number may be beyond the values of models.
    #[error("'{name}' may be from {low} to {high}; values beyond {MAX_VALUE} are not supported")]
    LargeValue { name: String, low: i128, high: i128 },
    /// The model refuses the variable.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A symbol that cannot have variables, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedSymbolError(pub SymbolId, pub SymbolVariablesError);

/// The reason why there is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablesModelError {
    /// A symbol cannot have variables.
    Symbol(SymbolId, SymbolVariablesError),
    /// A table or rule cannot be compiled.
    Table(TableRuleError),
    /// Something else.
    Other(TablesBuildError),
    /// A limit stopped the work.
    Stopped,
}

impl From<LocatedSymbolError> for TablesModelError {
    fn from(LocatedSymbolError(symbol, fault): LocatedSymbolError) -> Self {
        TablesModelError::Symbol(symbol, fault)
    }
}

/// A fault in neither a table nor a symbol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablesBuildError {
    /// The question, or the goal, cannot be written as an expression.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The goal has no value in some solutions.
    #[error("the goal is about a value that may be missing")]
    PartialGoal,
    /// The goal has no equivalent constraints.
    #[error(transparent)]
    Goal(#[from] FlattenError),
    /// The model refuses the goal.
    #[error(transparent)]
    Objective(#[from] ModelError),
    /// The assertions of a label have no equivalent constraints.
    #[error("{label}: {fault}")]
    Assertion {
        /// The label.
        label: String,
        /// The reason.
        fault: FlattenError,
    },
}
