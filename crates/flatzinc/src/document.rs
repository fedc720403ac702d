//! A file of FlatZinc as data.
//!
//! Names are resolved: parameters are replaced by their values, and arrays by their elements.
//! Elements stand in one list for the whole file, to which arrays and arguments refer by ranges,
//! so an array that a thousand constraints use is stored once. Truth values are 0 and 1.

pub(crate) use super::terms::{FlatzincTerm, TermSequence, TermSlice};
pub(crate) use super::words::{WordId, WordStore};

/// A variable, by its place in [`FlatzincDocument::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FlatzincVarId(pub(crate) u32);

/// A run of elements in a list of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ElementRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A set of integers: a run in [`FlatzincDocument::ranges`], in increasing order, whose ranges do
/// not touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IntSet(pub(crate) ElementRange);

/// An argument of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlatzincArgument {
    /// An integer, a truth value or a variable.
    Term(FlatzincTerm),
    /// An array of these, in [`FlatzincDocument::terms`].
    List(ElementRange),
    /// A constant set.
    Set(IntSet),
    /// An array of constant sets, in [`FlatzincDocument::sets`].
    Sets(ElementRange),
}

/// A constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstraintCall {
    /// Its name.
    pub(crate) name: WordId,
    /// A run in [`FlatzincDocument::arguments`].
    pub(crate) arguments: ElementRange,
    /// The first byte of the constraint in the text.
    pub(crate) place: u32,
    /// The user's name for it: `mzn_constraint_name`, else `mzn_expression_name`.
    pub(crate) label: Option<WordId>,
}

/// The values that the file allows for a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclaredValues {
    /// `bool`: 0 and 1.
    Bool,
    /// `int`: no bounds are given.
    Unbounded,
    /// A range or a set.
    Of(IntSet),
}

/// A variable of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatzincVariable {
    /// Its name in the file.
    pub(crate) name: WordId,
    pub(crate) values: DeclaredValues,
    /// The right-hand side of its declaration.
    pub(crate) equals: Option<FlatzincTerm>,
    /// The first byte of its declaration.
    pub(crate) place: u32,
}

/// An item that a solution prints, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputDeclaration {
    pub(crate) name: WordId,
    pub(crate) is_bool: bool,
    pub(crate) shape: OutputItemShape,
}

/// The form of an output item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputItemShape {
    /// One value.
    Scalar(FlatzincTerm),
    /// An array, with its index sets (first and last index of each dimension).
    Array(Vec<(i64, i64)>, ElementRange),
}

/// The goal of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveGoal {
    Satisfy,
    Minimize(FlatzincTerm),
    Maximize(FlatzincTerm),
}

/// A search annotation. Those inside `seq_search` follow one another in the document: sequences of
/// sequences mean the same as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchAnnotation {
    /// `int_search` or `bool_search`: variables, choice of a variable, choice of a value.
    Search { list: ElementRange, variable: WordId, value: WordId, place: u32 },
    /// `warm_start`: variables, and as many values to try first.
    Warm { list: ElementRange, values: ElementRange, place: u32 },
    /// `restart_luby(n)` and its kind: name and numbers as written.
    Restart { name: WordId, numbers: Vec<String>, place: u32 },
    /// One that is ignored, by its name.
    Other(WordId),
}

/// A file of FlatZinc.
#[derive(Clone, Debug)]
pub struct FlatzincDocument {
    pub(crate) words: WordStore,
    pub(crate) variables: Vec<FlatzincVariable>,
    pub(crate) terms: TermSequence,
    pub(crate) ranges: Vec<(i64, i64)>,
    pub(crate) sets: Vec<IntSet>,
    pub(crate) arguments: Vec<FlatzincArgument>,
    pub(crate) constraints: Vec<ConstraintCall>,
    pub(crate) outputs: Vec<OutputDeclaration>,
    pub(crate) goal: SolveGoal,
    /// The annotations of the goal, in the order of the file.
    pub(crate) search: Vec<SearchAnnotation>,
}

impl FlatzincDocument {
    /// Returns a word of the file.
    pub(crate) fn word_text(&self, word: WordId) -> &str {
        self.words.get(word)
    }

    /// Returns the elements of a list.
    pub(crate) fn list_terms(&self, list: ElementRange) -> TermSlice<'_> {
        self.terms.list_terms(list)
    }

    /// Returns the ranges of a set, in increasing order; they do not touch.
    pub(crate) fn set_ranges(&self, set: IntSet) -> &[(i64, i64)] {
        self.ranges.get(set.0.start as usize..set.0.end as usize).unwrap_or_default()
    }

    /// Returns the sets of an array of sets.
    #[cfg(test)]
    pub(crate) fn list_sets(&self, list: ElementRange) -> &[IntSet] {
        self.sets.get(list.start as usize..list.end as usize).unwrap_or_default()
    }

    /// Returns the arguments of a constraint.
    pub(crate) fn call_arguments(&self, call: &ConstraintCall) -> &[FlatzincArgument] {
        let ElementRange { start, end } = call.arguments;
        self.arguments.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns the name of a constraint.
    pub(crate) fn call_name(&self, call: &ConstraintCall) -> &str {
        self.words.get(call.name)
    }
}
