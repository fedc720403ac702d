//! Models: variables with domains, constraints, an objective.

use std::collections::HashMap;
use std::fmt;

use sha2::{Digest, Sha256};

/// A value.
pub type Value = i64;

/// A variable, by its place in the model from 0.
pub type Variable = usize;

/// A model, in the flat form that its file has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The variables, in order.
    pub variables: Vec<Described>,
    /// The constraints, in order.
    pub constraints: Vec<Constraint>,
    /// What is best, if anything is.
    pub objective: Option<Objective>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name, for messages.
    pub name: String,
    /// Its values, ascending, each once.
    pub domain: Vec<Value>,
    /// Whether solutions that differ in it are different.
    pub shown: bool,
}

/// A weighted sum to minimise or maximise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Coefficients and variables.
    pub terms: Vec<(i64, Variable)>,
    /// Whether less is better.
    pub minimize: bool,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
    /// `<`
    Lt,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

impl Relation {
    /// Whether it holds between two numbers.
    #[must_use]
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
            Relation::Lt => left < right,
            Relation::Ge => left >= right,
            Relation::Gt => left > right,
        }
    }

    /// The relation that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Le => Relation::Gt,
            Relation::Lt => Relation::Ge,
            Relation::Ge => Relation::Lt,
            Relation::Gt => Relation::Le,
        }
    }
}

/// A variable compared with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The variable.
    pub variable: Variable,
    /// How it is compared.
    pub relation: Relation,
    /// With what.
    pub value: Value,
}

/// How often a value occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The value.
    pub value: Value,
    /// The least number of times.
    pub min: u64,
    /// The greatest number of times.
    pub max: u64,
}

/// A relation between classes of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassRelation {
    /// All the same.
    AllSame,
    /// No two the same.
    AllDifferent,
    /// One or the other.
    Either,
    /// The largest number of variables of one class is this.
    ExactlyEqual(usize),
    /// One of these rows, by the numbers of the classes.
    Table(Vec<Vec<usize>>),
}

/// A constraint. What each means is written once, in `holds.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// No two variables are equal.
    AllDifferent(Vec<Variable>),
    /// How often values occur.
    Cardinality {
        /// The variables.
        scope: Vec<Variable>,
        /// The values that are counted, each once.
        occurrences: Vec<Occurrence>,
        /// Whether other values are forbidden.
        closed: bool,
    },
    /// A weighted sum compared with a number.
    Linear {
        /// Coefficients and variables.
        terms: Vec<(i64, Variable)>,
        /// How the sum is compared.
        relation: Relation,
        /// With what.
        constant: i64,
        /// The terms with one coefficient for each variable.
        merged: Vec<(i128, Variable)>,
    },
    /// `left relation right + offset`.
    Compare {
        /// The left variable.
        left: Variable,
        /// The relation.
        relation: Relation,
        /// The right variable.
        right: Variable,
        /// What is added to it.
        offset: i64,
    },
    /// The values form one, or none, of the rows.
    Table {
        /// The variables.
        scope: Vec<Variable>,
        /// The rows.
        rows: Vec<Vec<Value>>,
        /// Whether the rows are forbidden.
        forbidden: bool,
    },
    /// `array[index - first] = result`.
    Element {
        /// The index.
        index: Variable,
        /// The array.
        array: Vec<Variable>,
        /// The result.
        result: Variable,
        /// The index of the array's first place.
        first: i64,
    },
    /// `left` comes before `right`.
    Lexicographic {
        /// The left variables.
        left: Vec<Variable>,
        /// The right ones.
        right: Vec<Variable>,
        /// Whether they differ.
        strict: bool,
    },
    /// The result is the greatest or least of the scope.
    Extremum {
        /// The result.
        result: Variable,
        /// The scope.
        scope: Vec<Variable>,
        /// Whether it is the greatest.
        max: bool,
    },
    /// `left * right = result`.
    Product {
        /// A factor.
        left: Variable,
        /// The other.
        right: Variable,
        /// The product.
        result: Variable,
    },
    /// `left[i] = j` exactly when `right[j] = i`.
    Inverse {
        /// The left variables.
        left: Vec<Variable>,
        /// The right ones.
        right: Vec<Variable>,
        /// The number of the first left place.
        first_left: i64,
        /// The number of the first right place.
        first_right: i64,
    },
    /// At least one atom is true.
    Clause(Vec<Atom>),
    /// A relation between the classes of values.
    Dimension {
        /// The variables.
        scope: Vec<Variable>,
        /// The class of each value that has one, ascending by value.
        classes: Vec<(Value, usize)>,
        /// The relation.
        relation: ClassRelation,
    },
    /// `truth` is 1 exactly when the atom holds, else 0.
    Reify {
        /// The truth value.
        truth: Variable,
        /// The atom.
        atom: Atom,
    },
    /// Where the condition is 1 the constraint holds.
    Implies {
        /// The condition.
        condition: Variable,
        /// The constraint.
        then: Box<Constraint>,
    },
}

impl Constraint {
    /// A weighted sum compared with a number.
    #[must_use]
    pub fn linear(terms: Vec<(i64, Variable)>, relation: Relation, constant: i64) -> Self {
        let mut place: HashMap<Variable, usize> = HashMap::new();
        let mut merged: Vec<(i128, Variable)> = Vec::with_capacity(terms.len());
        for &(coefficient, variable) in &terms {
            let own = *place.entry(variable).or_insert(merged.len());
            match merged.get_mut(own) {
                Some(own) => own.0 += i128::from(coefficient),
                None => merged.push((coefficient.into(), variable)),
            }
        }
        Constraint::Linear { terms, relation, constant, merged }
    }
}

impl Model {
    /// The digest of the model: SHA-256 of its [canonical text](Model::text), in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let hash = Sha256::digest(self.text().as_bytes());
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The name of a variable, or its number where there is none.
    #[must_use]
    pub fn name(&self, variable: Variable) -> &str {
        self.variables.get(variable).map_or("?", |own| own.name.as_str())
    }
}

/// The place of an index whose first is given.
pub(crate) fn place(index: Value, first: i64) -> Option<usize> {
    usize::try_from(index.checked_sub(first)?).ok()
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Eq => "=",
            Relation::Ne => "!=",
            Relation::Le => "<=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
        })
    }
}
