//! Arrays of places: inverse functions, and successors that form one loop.

use crate::bounds::Empty;
use parallax_model::{Atom, Circuit as CircuitKind, Domain, Inverse as Kind, Relation};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::value;
use crate::error::{ArgumentError, PostError};
use crate::truth::Literal;

/// `left[i] = j` exactly when `right[j] = i`, and all values are places of the other array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inverse {
    left: List,
    first_left: i64,
    right: List,
    first_right: i64,
}

impl Inverse {
    /// Reads both arrays, each with its first index.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let (left, first_left) = (arguments.ints()?, arguments.number()?);
        let (right, first_right) = (arguments.ints()?, arguments.number()?);
        Ok(Inverse { left, first_left, right, first_right })
    }
}

impl Rule for Inverse {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let points_back = |from: List, first_from: i64, to: List, first_to: i64| {
            (0i128..).zip(values.list(from)).all(|(i, value)| {
                let back = values.at(to, i128::from(value) - i128::from(first_to));
                back.is_some_and(|back| i128::from(back) == i + i128::from(first_from))
            })
        };
        points_back(self.left, self.first_left, self.right, self.first_right)
            && points_back(self.right, self.first_right, self.left, self.first_left)
    }

    /// Compares each place of one array with each of the other.
    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let (left, right) = (draft.items(self.left)?, draft.items(self.right)?);
        if left.len() != right.len() {
            return Ok(Truth::Known(false));
        }
        draft.spend(left.len().saturating_mul(right.len()).saturating_mul(4))?;
        let last = value(left.len() as i64)?;
        let (first_left, first_right) = (value(self.first_left)?, value(self.first_right)?);
        let mut all = Vec::new();
        for (items, first) in [(&left, first_right), (&right, first_left)] {
            let places = Domain::range(first, first.saturating_add(last - 1));
            for &item in items {
                let term = draft.int_of(item);
                all.push(draft.terms.member(term, places.clone()));
            }
        }
        for (&from, i) in left.iter().zip(i64::from(first_left)..) {
            for (&to, j) in right.iter().zip(i64::from(first_right)..) {
                let (there, back) = (draft.equals(from, j), draft.equals(to, i));
                all.push(draft.terms.iff(there, back));
            }
        }
        Ok(Truth::Bool(draft.terms.and(&all)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let (left, right) = (draft.variables(self.left)?, draft.variables(self.right)?);
        if left.len() != right.len() {
            return draft.clause(Vec::new());
        }
        let (first_left, first_right) = (value(self.first_left)?, value(self.first_right)?);
        draft.post(Kind { left, right, first_left, first_right }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (left, right) = (bounds.list(self.left), bounds.list(self.right));
        let places = [right.len(), left.len()];
        let pairs = [(left, self.first_right, places[0]), (right, self.first_left, places[1])];
        for (terms, first, places) in pairs {
            let first = i128::from(first);
            for term in terms {
                bounds.within(term, first, first + places as i128 - 1)?;
            }
        }
        Ok(())
    }
}

/// The term at a place is the successor of its node, and the successors form one loop: of all
/// nodes, or of the nodes that are not their own successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circuit {
    successors: List,
    first: i64,
    /// Whether nodes may be left out.
    partial: bool,
}

impl Circuit {
    /// Reads the successors and the first node.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let (successors, first) = (arguments.ints()?, arguments.number()?);
        Ok(Circuit { successors, first, partial: name.contains("subcircuit") })
    }
}

impl Rule for Circuit {
    /// A loop has two nodes or more. Without nodes there is nothing to require.
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let nodes = values.list(self.successors).len();
        let mut next = Vec::with_capacity(nodes);
        for value in values.list(self.successors) {
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
        while !seen[node] {
            seen[node] = true;
            node = next[node];
            steps += 1;
        }
        node == start && steps == inside
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let successors = draft.variables(self.successors)?;
        if successors.is_empty() {
            return Ok(());
        }
        let first = value(self.first)?;
        if !self.partial {
            for (node, &variable) in (first..).zip(&successors) {
                let atom = Atom::new(variable, Relation::Ne, node);
                draft.clause(vec![Literal::Atom(atom)])?;
            }
        }
        draft.post(CircuitKind { successors, first, may_be_empty: self.partial }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (terms, first) = (bounds.list(self.successors), i128::from(self.first));
        let last = first + terms.len() as i128 - 1;
        for (place, term) in (0i128..).zip(terms) {
            bounds.within(term, first, last)?;
            if let (Term::Value(value), false) = (term, self.partial)
                && i128::from(value) == first + place
            {
                return Err(crate::bounds::Empty);
            }
        }
        Ok(())
    }
}
