//! Posts asserted statements about a few values as tables of their variables.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::assert::IntegerComparison;
use super::expr::ConstantSet;
use super::subterm_values::SubtermValues;
use super::sum::LinearSum;
use super::{
    ComparisonOperator, Constraint, DagNode, Domain, ExpressionFlattener, FlattenError,
    IntExpression, Value, VarId,
};
use crate::Table;

/// Maximum number of nodes of an expression that becomes a table.
const MAX_NODES: usize = 64;

/// Maximum number of variables of an expression that becomes a table.
const MAX_VARIABLES: usize = 3;

/// The nodes of a small expression.
pub(super) struct SmallExpression {
    /// Their places, in order.
    nodes: Vec<usize>,
    /// Their variables, in order.
    variables: Vec<VarId>,
    /// The number of nodes that are neither sums nor multiples.
    pub(super) operations: usize,
}

/// A function and the variable that equals it.
type Function = (IntExpression, VarId);

impl ExpressionFlattener<'_> {
    /// Returns the nodes below some nodes, which are among them, if they are few.
    pub(super) fn collect_small(
        &self,
        roots: impl IntoIterator<Item = usize>,
    ) -> Option<SmallExpression> {
        let terms = self.terms;
        let (mut nodes, mut variables) = (BTreeSet::new(), BTreeSet::new());
        let mut operations = 0;
        let mut open: Vec<usize> = roots.into_iter().collect();
        while let Some(index) = open.pop() {
            if !nodes.insert(index) {
                continue;
            }
            let node = terms.all_nodes()[index];
            let is_number = |part: IntExpression| matches!(terms.of_int(part), DagNode::Number(_));
            match node {
                DagNode::Variable(v) | DagNode::Flag(v) => {
                    variables.insert(VarId::new(v as usize));
                }
                // Linear nodes need no table: linear constraints propagate them directly.
                DagNode::Number(_) | DagNode::Truth(_) | DagNode::Add(_) | DagNode::Scale(..) => {}
                DagNode::Mul(a, b) if is_number(a) || is_number(b) => {}
                DagNode::NumberOf(truth) if matches!(terms.of_bool(truth), DagNode::Flag(_)) => {}
                _ => operations += 1,
            }
            // Checked before the operands are visited, since one node may have millions of them.
            if terms.operand_count(node) > MAX_NODES {
                return None;
            }
            terms.each_part(node, &mut |part| open.push(part));
            if nodes.len() > MAX_NODES || variables.len() > MAX_VARIABLES {
                return None;
            }
        }
        let (nodes, variables) = (nodes.into_iter().collect(), variables.into_iter().collect());
        Some(SmallExpression { nodes, variables, operations })
    }

    /// Posts that a comparison holds, or that it does not, as a table of its variables, if it has
    /// operations beyond sums and the table is small. Returns whether it did.
    pub(super) fn comparison_by_table(
        &mut self,
        label: &str,
        compared: IntegerComparison,
        positive: bool,
    ) -> Result<bool, FlattenError> {
        let roots = compared.compared_sides().map(IntExpression::node_index);
        let Some(few) = self.collect_small(roots).filter(|few| few.operations > 0) else {
            return Ok(false);
        };
        let IntegerComparison { left, relation, right } = compared;
        let holds = |cells: &SubtermValues<'_>| {
            let right = right.map_or(Some(0), |right| cells.integer_value(right));
            let both = cells.integer_value(left).zip(right);
            both.is_some_and(|(left, right)| relation.holds_between(left, right)) == positive
        };
        if self.row_count(&few.variables) > self.max_shape_rows {
            // Too many rows over all variables. If the comparison defines one variable by the
            // others, the rows over these may be few.
            return match self.as_function(compared).filter(|_| positive) {
                Some(function) => self.function_by_table(label, function),
                None => Ok(false),
            };
        }
        self.by_table(label, &few, &holds)
    }

    /// Posts that an integer is in a set, or not, as such a table.
    pub(super) fn member_by_table(
        &mut self,
        label: &str,
        term: IntExpression,
        set: ConstantSet,
        inside: bool,
    ) -> Result<bool, FlattenError> {
        let few = self.collect_small([term.node_index()]).filter(|few| few.operations > 0);
        match few {
            Some(few) if self.row_count(&few.variables) <= self.max_shape_rows => {
                let set = self.terms.constant_set(set);
                self.by_table(label, &few, &|cells| cells.is_in(term, set) == inside)
            }
            _ => Ok(false),
        }
    }

    /// Returns a comparison as a function of other variables that equals a variable.
    fn as_function(&self, compared: IntegerComparison) -> Option<Function> {
        let (left, right) = (compared.left, compared.right?);
        if compared.relation != ComparisonOperator::Eq {
            return None;
        }
        [(left, right), (right, left)].into_iter().find_map(|(result, function)| {
            let DagNode::Variable(result) = self.terms.of_int(result) else { return None };
            let result = VarId::new(result as usize);
            let few = self.collect_small([function.node_index()])?;
            // In `x = f(x)`, x is not determined by other variables.
            (few.operations > 0 && !few.variables.contains(&result)).then_some((function, result))
        })
    }

    /// Posts that a function of a few values equals a variable.
    fn function_by_table(
        &mut self,
        label: &str,
        (term, result): Function,
    ) -> Result<bool, FlattenError> {
        let few = self.collect_small([term.node_index()]);
        let Some(few) = few.filter(|few| self.row_count(&few.variables) <= self.max_rows) else {
            return Ok(false);
        };
        let mut cells = SubtermValues::new(self.terms, &few.nodes);
        let domain = self.model.domain(result);
        let mut kept = Vec::new();
        let mut all = AssignmentIterator::new(self.variable_domains(&few.variables));
        while let Some(row) = all.next() {
            if cells.evaluate_nodes(|v| value_in(&few.variables, row, v)).is_err() {
                return Ok(false);
            }
            let value = cells.integer_value(term).and_then(|number| Value::try_from(number).ok());
            if let Some(value) = value.filter(|&value| domain.contains(value)) {
                // The result is computed from the row, so its domain does not multiply the rows.
                kept.push([row, &[value]].concat());
            }
        }
        let scope = [&few.variables[..], &[result]].concat();
        self.allow_rows(label, scope, kept)?;
        Ok(true)
    }

    fn by_table(
        &mut self,
        label: &str,
        few: &SmallExpression,
        holds: &dyn Fn(&SubtermValues<'_>) -> bool,
    ) -> Result<bool, FlattenError> {
        // Constants alone are decided without a table.
        if few.variables.is_empty() {
            return Ok(false);
        }
        let rows = self.row_count(&few.variables);
        let mut cells = SubtermValues::new(self.terms, &few.nodes);
        let mut kept = Vec::new();
        let mut all = AssignmentIterator::new(self.variable_domains(&few.variables));
        while let Some(row) = all.next() {
            if cells.evaluate_nodes(|v| value_in(&few.variables, row, v)).is_err() {
                return Ok(false);
            }
            if holds(&cells) {
                kept.push(row.to_vec());
            }
        }
        match &few.variables[..] {
            // Every row is allowed, so nothing needs to be posted.
            _ if kept.len() as u64 == rows => {}
            // A table of one column is a set of values, which bounds may describe.
            &[only] => {
                let kept = Domain::from_values(kept.into_iter().flatten());
                self.spend_steps(kept.len() as usize)?;
                self.restrict_sum(label, LinearSum::from_variable(only), &kept, true)?;
            }
            scope => self.allow_rows(label, scope.to_vec(), kept)?,
        }
        Ok(true)
    }

    /// Posts that the variables have one of some lists of values.
    pub(super) fn allow_rows(
        &mut self,
        label: &str,
        scope: Vec<VarId>,
        tuples: Vec<Vec<Value>>,
    ) -> Result<(), FlattenError> {
        self.spend_steps(tuples.len())?;
        if tuples.is_empty() {
            return self.post_clause(label, &[]);
        }
        // Equal tables share one list of tuples.
        let tuples = match self.tuples.get(&tuples) {
            Some(known) => known.clone(),
            None => {
                let tuples = Arc::new(tuples);
                self.tuples.insert(tuples.clone());
                tuples
            }
        };
        self.post_constraint(label, Constraint::Table(Table { scope, tuples, forbidden: false }))
    }

    /// Returns the number of assignments of some variables.
    pub(super) fn row_count(&self, variables: &[VarId]) -> u64 {
        variables.iter().fold(1, |rows, &v| rows.saturating_mul(self.model.domain(v).len()))
    }

    fn variable_domains(&self, variables: &[VarId]) -> Vec<Vec<Value>> {
        variables.iter().map(|&v| self.model.domain(v).to_vec()).collect()
    }
}

/// Returns the value of a variable in a row.
fn value_in(variables: &[VarId], row: &[Value], variable: u32) -> Value {
    let index = variables.iter().position(|v| v.index() == variable as usize);
    index.and_then(|index| row.get(index)).copied().unwrap_or_default()
}

/// All assignments of some domains, in lexicographic order.
struct AssignmentIterator {
    domains: Vec<Vec<Value>>,
    places: Vec<usize>,
    row: Vec<Value>,
    is_first: bool,
}

impl AssignmentIterator {
    fn new(domains: Vec<Vec<Value>>) -> Self {
        let places = vec![0; domains.len()];
        AssignmentIterator { domains, places, row: Vec::new(), is_first: true }
    }

    fn next(&mut self) -> Option<&[Value]> {
        if std::mem::replace(&mut self.is_first, false) {
            self.row = self.domains.iter().map(|d| d.first().copied()).collect::<Option<_>>()?;
            return Some(&self.row);
        }
        // Counts like an odometer: a position that returns to 0 carries to the variable on its
        // left.
        for i in (0..self.domains.len()).rev() {
            self.places[i] = (self.places[i] + 1) % self.domains[i].len();
            self.row[i] = self.domains[i][self.places[i]];
            if self.places[i] > 0 {
                return Some(&self.row);
            }
        }
        None
    }
}
