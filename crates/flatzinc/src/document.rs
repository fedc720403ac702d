//! A file of FlatZinc as data.
//!
//! Names are resolved: parameters are replaced by their values, and arrays by their elements.
//! Elements stand in one list for the whole file, to which arrays and arguments refer by ranges,
//! so an array that a thousand constraints use is stored once. Truth values are 0 and 1.

pub(crate) use super::terms::{Elements, Term, Terms};
pub(crate) use super::words::{Word, Words};

/// A variable, by its place in [`Document::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) u32);

/// A run of elements in a list of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A set of integers: a run in [`Document::ranges`], in increasing order, whose ranges do not
/// touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IntSet(pub(crate) List);

/// An argument of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// An integer, a truth value or a variable.
    Term(Term),
    /// An array of these, in [`Document::terms`].
    List(List),
    /// A constant set.
    Set(IntSet),
    /// An array of constant sets, in [`Document::sets`].
    Sets(List),
}

/// A constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Its name.
    pub(crate) name: Word,
    /// A run in [`Document::arguments`].
    pub(crate) arguments: List,
    /// The first byte of the constraint in the text.
    pub(crate) place: u32,
    /// The user's name for it: `mzn_constraint_name`, else `mzn_expression_name`.
    pub(crate) label: Option<Word>,
}

/// The values that the file allows for a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// `bool`: 0 and 1.
    Bool,
    /// `int`: no bounds are given.
    Unbounded,
    /// A range or a set.
    Of(IntSet),
}

/// A variable of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// Its name in the file.
    pub(crate) name: Word,
    pub(crate) values: Values,
    /// The right-hand side of its declaration.
    pub(crate) equals: Option<Term>,
    /// The first byte of its declaration.
    pub(crate) place: u32,
}

/// An item that a solution prints, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) name: Word,
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

/// A demand on solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Satisfy,
    Minimize(Term),
    Maximize(Term),
}

/// A search annotation. Those inside `seq_search` follow one another in the document: sequences of
/// sequences mean the same as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Annotation {
    /// `int_search` or `bool_search`: variables, choice of a variable, choice of a value.
    Search { list: List, variable: Word, value: Word, place: u32 },
    /// `warm_start`: variables and the values to try first, as many.
    Warm { list: List, values: List, place: u32 },
    /// `restart_luby(n)` and its kind: name and numbers as written.
    Restart { name: Word, numbers: Vec<String>, place: u32 },
    /// One that is ignored, by its name.
    Other(Word),
}

/// A file of FlatZinc.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) words: Words,
    pub(crate) variables: Vec<Variable>,
    pub(crate) terms: Terms,
    pub(crate) ranges: Vec<(i64, i64)>,
    pub(crate) sets: Vec<IntSet>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) constraints: Vec<Call>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) goal: Goal,
    /// The annotations of the goal, in the order of the file.
    pub(crate) search: Vec<Annotation>,
}

impl Document {
    /// Returns a word of the file.
    pub(crate) fn word(&self, word: Word) -> &str {
        self.words.get(word)
    }

    /// Returns the elements of a list.
    pub(crate) fn list(&self, list: List) -> Elements<'_> {
        self.terms.list(list)
    }

    /// Returns the ranges of a set, in increasing order; they do not touch.
    pub(crate) fn ranges(&self, set: IntSet) -> &[(i64, i64)] {
        self.ranges.get(set.0.start as usize..set.0.end as usize).unwrap_or_default()
    }

    /// Returns the sets of an array of sets.
    #[cfg(test)]
    pub(crate) fn sets(&self, list: List) -> &[IntSet] {
        self.sets.get(list.start as usize..list.end as usize).unwrap_or_default()
    }

    /// Returns the arguments of a constraint.
    pub(crate) fn arguments(&self, call: &Call) -> &[Argument] {
        let List { start, end } = call.arguments;
        self.arguments.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns the name of a constraint.
    pub(crate) fn name(&self, call: &Call) -> &str {
        self.words.get(call.name)
    }
}
