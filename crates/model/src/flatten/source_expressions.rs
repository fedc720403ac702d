//! The expressions that constraints of a model were flattened from.

use std::ops::Range;
use std::sync::Arc;

use compact_str::CompactString;

use super::{BoolExpression, DagNode, ExpressionDag};
use crate::{Constraint, Kind, Model, VarId};

/// The assertions of a format with expressions, before they are flattened.
///
/// The assertions, the domains and the constraints outside [`constraints`](Self::constraints)
/// have the same solutions as the model. The variables after those of
/// [`truths`](Self::truths) are made by flattening, and the assertions do not need them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceExpressions {
    /// The expressions. Their variable `i` is variable `i` of the model.
    pub terms: Arc<ExpressionDag>,
    /// For each variable that the format declares, whether it is a truth value. They are the first
    /// variables of the model.
    pub truths: Vec<bool>,
    /// The labels of what holds, and the expressions.
    pub assertions: Vec<(CompactString, BoolExpression)>,
    /// The places of the constraints that the assertions became.
    pub constraints: Range<usize>,
}

impl SourceExpressions {
    /// Returns whether each of the format's variables is written as a truth value: it is one for
    /// the expressions, it can be true and false, and other constraints do not use it.
    #[must_use]
    pub fn open_truths(&self, model: &Model) -> Vec<bool> {
        let is_open = |(index, &truth): (usize, &bool)| {
            let domain = model.domain(VarId::new(index));
            truth && domain.is_boolean() && domain.len() == 2
        };
        let mut open: Vec<bool> = self.truths.iter().enumerate().map(is_open).collect();
        for (_, constraint) in self.other_constraints(model) {
            constraint.each_variable(&mut |variable| {
                if let Some(open) = open.get_mut(variable.index()) {
                    *open = false;
                }
            });
        }
        open
    }

    /// Returns the constraints of the model that are not from expressions, with their labels.
    pub fn other_constraints<'m>(
        &self,
        model: &'m Model,
    ) -> impl Iterator<Item = (&'m str, &'m Constraint)> + use<'m> {
        let range = self.constraints.clone();
        let all = model.constraints().iter().enumerate();
        all.filter(move |(index, _)| !range.contains(index))
            .map(|(_, posted)| (posted.label.as_str(), &posted.constraint))
    }

    /// Returns whether the rest of the model does without the variables of flattening.
    #[must_use]
    pub fn is_separate(&self, model: &Model) -> bool {
        let is_declared = |variable: VarId| variable.index() < self.truths.len();
        let mut is_separate = model.shown().iter().all(|&variable| is_declared(variable));
        for (_, constraint) in self.other_constraints(model) {
            constraint.each_variable(&mut |variable| is_separate &= is_declared(variable));
        }
        let objective = model.objective().map_or(&[][..], |objective| &objective.terms);
        is_separate && objective.iter().all(|term| is_declared(term.variable))
    }
}

impl Model {
    /// Keeps the expressions that constraints of this model were flattened from, for writers of
    /// languages with expressions. They do not change which assignments are solutions.
    pub fn keep_expressions(&mut self, expressions: SourceExpressions) {
        self.expressions = Some(Arc::new(expressions));
    }

    /// Returns the expressions that constraints of this model were flattened from, if it was read
    /// from a format with expressions.
    #[must_use]
    pub fn source_expressions(&self) -> Option<&SourceExpressions> {
        self.expressions.as_deref()
    }
}

impl ExpressionDag {
    /// Returns for each of the first variables whether a node uses it as a truth value.
    #[must_use]
    pub fn find_truths(&self, variables: usize) -> Vec<bool> {
        let mut truths = vec![false; variables];
        for &node in self.all_nodes() {
            if let DagNode::Flag(variable) = node
                && let Some(truth) = truths.get_mut(variable as usize)
            {
                *truth = true;
            }
        }
        truths
    }
}
