//! A file of FlatZinc as data.
//!
//! Names are resolved: parameters are replaced by their values, and arrays by their elements.
//! Elements stand in one list for the whole file, to which arrays and arguments refer by ranges,
//! so an array that a thousand constraints use is stored once. Truth values are 0 and 1.

/// A variable, by its place in [`Document::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) u32);

/// An integer, a truth value or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A constant; truth values are 0 and 1.
    Value(i64),
    /// A variable.
    Var(Var),
}

/// A run of elements in [`Document::terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// An argument of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// An integer, a truth value or a variable.
    Term(Term),
    /// An array of these.
    List(List),
    /// A constant set, by its place in [`Document::sets`].
    Set(u32),
    /// An array of constant sets: a run of places in [`Document::set_lists`].
    Sets(List),
}

/// A constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Its name, by its place in [`Document::names`].
    pub(crate) name: u32,
    /// A run in [`Document::arguments`].
    pub(crate) arguments: List,
    /// The first byte of the constraint in the text.
    pub(crate) place: u32,
    /// The user's name for it (`mzn_constraint_name`, else `mzn_expression_name`), by its place in
    /// [`Document::labels`]; `u32::MAX` without one.
    pub(crate) label: u32,
}

/// The values that the file allows for a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// `bool`: 0 and 1.
    Bool,
    /// `int`: no bounds are given.
    Unbounded,
    /// A range or a set.
    Of(IntSet),
}

/// A set of integers of any size: ranges in increasing order that do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct IntSet {
    pub(crate) ranges: Vec<(i64, i64)>,
}

/// A variable of a file.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// Its name in the file.
    pub(crate) name: String,
    pub(crate) values: Values,
    /// The right-hand side of its declaration.
    pub(crate) equals: Option<Term>,
    /// The compiler introduced it, or another one determines it.
    pub(crate) introduced: bool,
    /// The first byte of its declaration.
    pub(crate) place: u32,
}

/// An item that a solution prints, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) name: String,
    pub(crate) is_bool: bool,
    pub(crate) shape: Shape,
}

/// The form of an output item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One value.
    Scalar(Term),
    /// An array, with its index sets (first and last index of each dimension).
    Array(Vec<(i64, i64)>, List),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Satisfy,
    Minimize(Term),
    Maximize(Term),
}

/// A search annotation: a search of variables one after the other, or another kind of annotation
/// with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Annotation {
    /// `int_search` or `bool_search`: variables, choice of a variable, choice of a value.
    Search { list: List, variable: String, value: String, place: u32 },
    /// `seq_search`: one after the other.
    Sequence(Vec<Annotation>),
    /// `warm_start`: variables and the values to try first.
    Warm { list: List, values: List },
    /// `restart_luby(n)` and its kind: name and numbers as written.
    Restart { name: String, numbers: Vec<String>, place: u32 },
    /// One that is ignored, by its name.
    Other(String),
}

/// A file of FlatZinc.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) variables: Vec<Variable>,
    pub(crate) terms: Vec<Term>,
    pub(crate) sets: Vec<IntSet>,
    pub(crate) set_lists: Vec<u32>,
    pub(crate) names: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) constraints: Vec<Call>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) goal: Goal,
    /// The annotations of the goal, in the order of the file.
    pub(crate) search: Vec<Annotation>,
}

impl Document {
    /// Returns the elements of a list.
    pub(crate) fn list(&self, list: List) -> &[Term] {
        &self.terms[list.start as usize..list.end as usize]
    }

    /// Returns the arguments of a constraint.
    pub(crate) fn arguments(&self, call: &Call) -> &[Argument] {
        &self.arguments[call.arguments.start as usize..call.arguments.end as usize]
    }

    /// Returns the name of a constraint.
    pub(crate) fn name(&self, call: &Call) -> &str {
        &self.names[call.name as usize]
    }
}
