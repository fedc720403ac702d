//! The closed set of constraint kinds.
//!
//! One struct and one file for each kind: its scope, its plain meaning ([`Kind::holds`]), its
//! description for people. Each target (propagators, clauses, SMT terms) meets a kind in one
//! exhaustive match. To add a kind: write the struct, add it to [`Constraint`], follow the
//! compiler.
//!
//! The structs are generic over how they name variables (`V`), dimensions (`D`) and the classes
//! of a dimension (`C`): in a [`Model`](super::Model) by index, in JSON files by name.

mod all_different;
mod atom;
mod cardinality;
mod class_relation;
mod clause;
mod compare;
mod dimension;
mod element;
mod extremum;
mod implies;
mod inverse;
mod lexicographic;
mod linear;
mod product;
mod reify;
mod relation;
mod table;

pub use all_different::AllDifferent;
pub use atom::Atom;
pub use cardinality::{GlobalCardinality, Occurrence};
pub use class_relation::ClassRelation;
pub use clause::Clause;
pub use compare::Compare;
pub use dimension::DimensionRelation;
pub use element::Element;
pub use extremum::Extremum;
pub use implies::Implies;
pub use inverse::Inverse;
pub use lexicographic::Lexicographic;
pub(super) use linear::sum_in_words;
pub use linear::{Linear, Term};
pub use product::Product;
pub use reify::Reify;
pub use relation::Relation;
pub use table::Table;

use serde::{Deserialize, Serialize};

use super::{DimensionId, Model, Value, VarId};

/// A constraint of one of the known kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Constraint<V = VarId, D = DimensionId, C = u32> {
    /// All variables take different values.
    AllDifferent(AllDifferent<V>),
    /// Bounds on how often values occur.
    GlobalCardinality(GlobalCardinality<V>),
    /// A weighted sum compared with a constant.
    Linear(Linear<V>),
    /// Two variables compared, with an offset.
    Compare(Compare<V>),
    /// Allowed or forbidden tuples.
    Table(Table<V>),
    /// An array of variables indexed by a variable.
    Element(Element<V>),
    /// Two vectors in lexicographic order.
    Lexicographic(Lexicographic<V>),
    /// The minimum or maximum of variables.
    Extremum(Extremum<V>),
    /// The product of two variables.
    Product(Product<V>),
    /// Two arrays that are inverse to each other.
    Inverse(Inverse<V>),
    /// A disjunction of atoms.
    Clause(Clause<V>),
    /// A relation between the classes of values in one dimension.
    Dimension(DimensionRelation<V, D, C>),
    /// A boolean variable that says whether an atom holds.
    Reify(Reify<V>),
    /// A constraint that applies if a boolean variable is 1.
    Implies(Implies<V, D, C>),
}

/// What every constraint kind implements, over variables named by index.
pub trait Kind {
    /// The plain meaning: whether the constraint is satisfied.
    fn holds(&self, assignment: Assignment<'_>) -> bool;

    /// The constraint in words, with the names of `model`.
    fn words(&self, model: &Model) -> String;

    /// Checks the constraint itself in `model` (lengths that do not match, numbers that could
    /// overflow), but not whether its variables exist.
    ///
    /// # Errors
    /// Describes the fault.
    fn validate(&self, model: &Model) -> Result<(), String>;
}

/// Values for all variables of a model, with access to the model's dimensions.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a> {
    values: &'a [Value],
    model: &'a Model,
}

impl<'a> Assignment<'a> {
    /// Makes the assignment that gives the variable with index `i` the value `values[i]`.
    pub fn new(values: &'a [Value], model: &'a Model) -> Self {
        Assignment { values, model }
    }

    /// The value of a variable.
    pub fn value(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }

    /// The class of a variable's value in a dimension.
    pub fn class(&self, dimension: DimensionId, variable: VarId) -> Option<u32> {
        self.model.dimension(dimension).class(self.value(variable))
    }
}

/// Calls `$body` with `$kind` bound to the struct inside `$constraint`.
macro_rules! each {
    ($constraint:expr, $kind:ident => $body:expr) => {
        match $constraint {
            Constraint::AllDifferent($kind) => $body,
            Constraint::GlobalCardinality($kind) => $body,
            Constraint::Linear($kind) => $body,
            Constraint::Compare($kind) => $body,
            Constraint::Table($kind) => $body,
            Constraint::Element($kind) => $body,
            Constraint::Lexicographic($kind) => $body,
            Constraint::Extremum($kind) => $body,
            Constraint::Product($kind) => $body,
            Constraint::Inverse($kind) => $body,
            Constraint::Clause($kind) => $body,
            Constraint::Dimension($kind) => $body,
            Constraint::Reify($kind) => $body,
            Constraint::Implies($kind) => $body,
        }
    };
}

impl Kind for Constraint {
    fn holds(&self, assignment: Assignment<'_>) -> bool {
        each!(self, kind => kind.holds(assignment))
    }

    fn words(&self, model: &Model) -> String {
        each!(self, kind => kind.words(model))
    }

    fn validate(&self, model: &Model) -> Result<(), String> {
        each!(self, kind => kind.validate(model))
    }
}

impl Constraint {
    /// The variables of the constraint, each once, in order of first occurrence.
    pub fn scope(&self) -> Vec<VarId> {
        let mut scope = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let Ok(_) = self.rename(
            &mut |&v: &VarId| {
                if seen.insert(v) {
                    scope.push(v);
                }
                Ok::<_, std::convert::Infallible>(v)
            },
            &mut |&d: &DimensionId| Ok(d),
            &mut |_, &c: &u32| Ok(c),
        );
        scope
    }
}

/// A function that translates one naming into another.
pub(crate) type Rename<'f, A, B, E> = &'f mut dyn FnMut(&A) -> Result<B, E>;

/// The same for a class of a dimension, given by its old name.
pub(crate) type RenameClass<'f, D, A, B, E> = &'f mut dyn FnMut(&D, &A) -> Result<B, E>;

/// Renames every element of a slice.
pub(crate) fn rename_all<A, B, E>(list: &[A], f: Rename<'_, A, B, E>) -> Result<Vec<B>, E> {
    list.iter().map(f).collect()
}

impl<V, D, C> Constraint<V, D, C> {
    /// Returns the same constraint with variables, dimensions and classes named differently.
    ///
    /// # Errors
    /// The first error of the renaming functions.
    pub fn rename<W, F, B, E>(
        &self,
        v: Rename<'_, V, W, E>,
        d: Rename<'_, D, F, E>,
        c: RenameClass<'_, D, C, B, E>,
    ) -> Result<Constraint<W, F, B>, E> {
        Ok(match self {
            Constraint::AllDifferent(kind) => Constraint::AllDifferent(kind.rename(v)?),
            Constraint::GlobalCardinality(kind) => Constraint::GlobalCardinality(kind.rename(v)?),
            Constraint::Linear(kind) => Constraint::Linear(kind.rename(v)?),
            Constraint::Compare(kind) => Constraint::Compare(kind.rename(v)?),
            Constraint::Table(kind) => Constraint::Table(kind.rename(v)?),
            Constraint::Element(kind) => Constraint::Element(kind.rename(v)?),
            Constraint::Lexicographic(kind) => Constraint::Lexicographic(kind.rename(v)?),
            Constraint::Extremum(kind) => Constraint::Extremum(kind.rename(v)?),
            Constraint::Product(kind) => Constraint::Product(kind.rename(v)?),
            Constraint::Inverse(kind) => Constraint::Inverse(kind.rename(v)?),
            Constraint::Clause(kind) => Constraint::Clause(kind.rename(v)?),
            Constraint::Dimension(kind) => Constraint::Dimension(kind.rename(v, d, c)?),
            Constraint::Reify(kind) => Constraint::Reify(kind.rename(v)?),
            Constraint::Implies(kind) => Constraint::Implies(kind.rename(v, d, c)?),
        })
    }
}
