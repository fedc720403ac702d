//! Trees of expressions. A tree is a list of nodes that refer to earlier ones.

use std::sync::Arc;

use super::token::Fault;
use parallax_model::Relation;

/// The index of a node in [`Trees`].
pub(super) type Id = usize;

/// Maximum depth of a tree.
pub(super) const MAX_NESTING: u32 = 500;

/// Numbers and ranges `a..b`, ends included.
pub(super) type Ranges = Vec<(Id, Option<Id>)>;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Mul,
    Div,
    Mod,
    Pow,
    Iff,
    Implies,
}

/// A function of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Abs,
    Min,
    Max,
    Dist,
    Sum,
    Product,
    Count,
    All,
    Any,
    AllDifferent,
    AllEqual,
    Xor,
    Iff,
    /// The number of places of an array.
    Length,
}

/// The functions by name.
pub(super) const FUNCTIONS: [(&str, Function); 17] = [
    ("abs", Function::Abs),
    ("min", Function::Min),
    ("max", Function::Max),
    ("dist", Function::Dist),
    ("sum", Function::Sum),
    ("product", Function::Product),
    ("count", Function::Count),
    ("all", Function::All),
    ("forall", Function::All),
    ("any", Function::Any),
    ("exists", Function::Any),
    ("all_different", Function::AllDifferent),
    ("distinct", Function::AllDifferent),
    ("all_equal", Function::AllEqual),
    ("xor", Function::Xor),
    ("iff", Function::Iff),
    ("length", Function::Length),
];

/// One node of a tree.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Number(i64),
    Truth(bool),
    Quoted(String),
    /// A name with its indices; an empty pair of brackets is `None`.
    Ref(String, Vec<Option<Id>>),
    Neg(Id),
    Not(Id),
    /// A sum; a term with `true` is subtracted.
    Sum(Vec<(bool, Id)>),
    Binary(Binary, Id, Id),
    And(Vec<Id>),
    Or(Vec<Id>),
    Xor(Vec<Id>),
    Chain(Id, Vec<(Relation, Id)>),
    In(Id, Ranges),
    If(Id, Id, Id),
    Call(Function, Vec<Id>),
    Each(Function, Vec<Step>, Id),
}

/// One step of the walk over indices.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// An index, its place in the text and its values.
    Index(String, usize, Arc<Ranges>),
    Condition(Id),
}

/// Nodes with their places in the text.
#[derive(Debug, Default)]
pub(super) struct Trees {
    nodes: Vec<(Tree, usize, u32)>,
}

impl Trees {
    /// Adds a node.
    pub(super) fn add(&mut self, tree: Tree, at: usize) -> Result<Id, Fault> {
        let mut deepest = 0;
        parts(&tree, &mut |id| deepest = deepest.max(self.nodes[id].2));
        // Each index is one more level of the walk over the tree.
        let own = if let Tree::Each(_, steps, _) = &tree { steps.len() + 1 } else { 1 };
        let depth = u32::try_from(own).unwrap_or(u32::MAX).saturating_add(deepest);
        if depth > MAX_NESTING {
            return Err(Fault::At(at, too_deep()));
        }
        self.nodes.push((tree, at, depth));
        Ok(self.nodes.len() - 1)
    }

    /// Returns a node and its place.
    pub(super) fn get(&self, id: Id) -> (&Tree, usize) {
        (&self.nodes[id].0, self.nodes[id].1)
    }
}

/// Returns the message about a tree that is too deep.
pub(super) fn too_deep() -> String {
    format!("more than {MAX_NESTING} operations inside each other")
}

/// Calls `visit` with the ends of ranges.
fn ranges(ranges: &Ranges, visit: &mut dyn FnMut(Id)) {
    for &(low, high) in ranges {
        visit(low);
        high.into_iter().for_each(&mut *visit);
    }
}

/// Calls `visit` with each child of a node.
pub(super) fn parts(tree: &Tree, visit: &mut dyn FnMut(Id)) {
    match tree {
        Tree::Number(_) | Tree::Truth(_) | Tree::Quoted(_) => {}
        Tree::Ref(_, indices) => indices.iter().flatten().for_each(|&id| visit(id)),
        Tree::Neg(a) | Tree::Not(a) => visit(*a),
        Tree::Sum(terms) => terms.iter().for_each(|&(_, id)| visit(id)),
        Tree::Binary(_, a, b) => [*a, *b].into_iter().for_each(visit),
        Tree::And(list) | Tree::Or(list) | Tree::Xor(list) | Tree::Call(_, list) => {
            list.iter().for_each(|&id| visit(id));
        }
        Tree::Chain(first, rest) => {
            visit(*first);
            rest.iter().for_each(|&(_, id)| visit(id));
        }
        Tree::In(a, set) => {
            visit(*a);
            ranges(set, visit);
        }
        Tree::If(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
        Tree::Each(_, steps, body) => {
            for step in steps {
                match step {
                    Step::Index(_, _, set) => ranges(set, visit),
                    Step::Condition(id) => visit(*id),
                }
            }
            visit(*body);
        }
    }
}
