//! Arrays of places: inverse functions, and successors that form one loop.

use crate::bounds::EmptyBoundsError;
use parallax_model::{
    AtomicConstraint, Circuit as CircuitKind, ComparisonOperator, Domain, Inverse as Kind,
};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::model_value;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::truth::TruthLiteral;

/// `left[i] = j` exactly when `right[j] = i`, and all values are places of the other array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InverseBuiltin {
    left: ElementRange,
    first_left: i64,
    right: ElementRange,
    first_right: i64,
}

impl InverseBuiltin {
    /// Reads both arrays, each with its first index.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let (left, first_left) = (arguments.read_ints()?, arguments.read_number()?);
        let (right, first_right) = (arguments.read_ints()?, arguments.read_number()?);
        Ok(InverseBuiltin { left, first_left, right, first_right })
    }
}

impl BuiltinRule for InverseBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let points_back = |from: ElementRange, first_from: i64, to: ElementRange, first_to: i64| {
            (0i128..).zip(values.list_values(from)).all(|(i, value)| {
                let back = values.value_at(to, i128::from(value) - i128::from(first_to));
                back.is_some_and(|back| i128::from(back) == i + i128::from(first_from))
            })
        };
        points_back(self.left, self.first_left, self.right, self.first_right)
            && points_back(self.right, self.first_right, self.left, self.first_left)
    }

    /// Compares each place of one array with each of the other.
    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let (left, right) = (draft.model_terms(self.left)?, draft.model_terms(self.right)?);
        if left.len() != right.len() {
            return Ok(ConstraintTruth::Known(false));
        }
        draft.spend_pieces(left.len().saturating_mul(right.len()).saturating_mul(4))?;
        let last = model_value(left.len() as i64)?;
        let (first_left, first_right) =
            (model_value(self.first_left)?, model_value(self.first_right)?);
        let mut all = Vec::new();
        for (items, first) in [(&left, first_right), (&right, first_left)] {
            // All values are places of the other array; then two places point to each other, or
            // neither to the other.
            let places = Domain::from_range(first, first.saturating_add(last - 1));
            for &item in items {
                let term = draft.int_of(item);
                all.push(draft.terms.add_member(term, places.clone()));
            }
        }
        for (&from, i) in left.iter().zip(i64::from(first_left)..) {
            for (&to, j) in right.iter().zip(i64::from(first_right)..) {
                let (there, back) = (draft.equals_value(from, j), draft.equals_value(to, i));
                all.push(draft.terms.add_iff(there, back));
            }
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_and(&all)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let (left, right) = (draft.list_variables(self.left)?, draft.list_variables(self.right)?);
        if left.len() != right.len() {
            return draft.post_clause(Vec::new());
        }
        let (first_left, first_right) =
            (model_value(self.first_left)?, model_value(self.first_right)?);
        draft.post_constraint(Kind { left, right, first_left, first_right }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (left, right) = (bounds.list_terms(self.left), bounds.list_terms(self.right));
        let places = [right.len(), left.len()];
        let pairs = [(left, self.first_right, places[0]), (right, self.first_left, places[1])];
        for (terms, first, places) in pairs {
            let first = i128::from(first);
            for term in terms {
                bounds.narrow_within(term, first, first + places as i128 - 1)?;
            }
        }
        Ok(())
    }
}

/// The term at a place is the successor of its node, and the successors form one loop: of all
/// nodes, or of the nodes that are not their own successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CircuitBuiltin {
    successors: ElementRange,
    first: i64,
    /// Whether nodes may be left out.
    partial: bool,
}

impl CircuitBuiltin {
    /// Reads the successors and the first node.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let (successors, first) = (arguments.read_ints()?, arguments.read_number()?);
        Ok(CircuitBuiltin { successors, first, partial: name.contains("subcircuit") })
    }
}

impl BuiltinRule for CircuitBuiltin {
    /// A loop has two nodes or more. Without nodes there is nothing to require.
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let nodes = values.list_values(self.successors).len();
        let mut next = Vec::with_capacity(nodes);
        for value in values.list_values(self.successors) {
            let place = i128::from(value) - i128::from(self.first);
            match usize::try_from(place) {
                Ok(place) if place < nodes => next.push(place),
                _ => return false,
            }
        }
        let inside = next.iter().enumerate().filter(|&(node, &to)| node != to).count();
        if inside != nodes && !self.partial {
            return false;
        }
        let Some(start) = (0..nodes).find(|&node| next[node] != node) else { return true };
        let (mut node, mut seen) = (next[start], vec![false; nodes]);
        seen[start] = true;
        let mut steps = 1;
        // The walk ends at the first node that repeats. It is a loop of all moving nodes if that is
        // the start, after as many steps as nodes move.
        while !seen[node] {
            seen[node] = true;
            node = next[node];
            steps += 1;
        }
        node == start && steps == inside
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let successors = draft.list_variables(self.successors)?;
        if successors.is_empty() {
            return Ok(());
        }
        let first = model_value(self.first)?;
        // The constraint of models lets nodes be their own successors.
        if !self.partial {
            for (node, &variable) in (first..).zip(&successors) {
                let atom = AtomicConstraint::new(variable, ComparisonOperator::Ne, node);
                draft.post_clause(vec![TruthLiteral::Atom(atom)])?;
            }
        }
        draft.post_constraint(CircuitKind { successors, first, may_be_empty: self.partial }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (terms, first) = (bounds.list_terms(self.successors), i128::from(self.first));
        let last = first + terms.len() as i128 - 1;
        for (place, term) in (0i128..).zip(terms) {
            bounds.narrow_within(term, first, last)?;
            // A constant has no bounds that could exclude its own node.
            if let (FlatzincTerm::Value(value), false) = (term, self.partial)
                && i128::from(value) == first + place
            {
                return Err(crate::bounds::EmptyBoundsError);
            }
        }
        Ok(())
    }
}
