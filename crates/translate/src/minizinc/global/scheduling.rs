//! Tasks, boxes and cycles.

use parallax_model::{
    AtomicConstraint, Circuit, ComparisonOperator, ConstraintOperand, Cumulative, NoOverlap, Value,
};

use crate::minizinc::formula::MinizincFormula;
use crate::minizinc::{MinizincTranslation, terms};

impl MinizincTranslation {
    /// Writes tasks on a resource. The predicate of the library counts the height of a task without
    /// a length where it starts, so lengths that may be 0 are spelled out.
    pub(super) fn cumulative_formula(&mut self, c: &Cumulative) -> MinizincFormula {
        let tasks = c.starts.iter().zip(&c.lengths).zip(&c.heights);
        let zero = ConstraintOperand::Number(0);
        let tasks: Vec<_> =
            tasks.filter(|((_, length), height)| **length != zero && **height != zero).collect();
        if tasks.is_empty() {
            return MinizincFormula::from_truth(true);
        }
        let starts = terms::array_text(tasks.iter().map(|task| self.integer_text(*task.0.0)));
        let lengths = terms::array_text(tasks.iter().map(|task| self.operand_text(*task.0.1)));
        let heights = terms::array_text(tasks.iter().map(|task| self.operand_text(*task.1)));
        let limit = self.operand_text(c.limit);
        if tasks.iter().all(|task| self.is_positive(*task.0.1)) {
            let arguments = format!("{starts}, {lengths}, {heights}, {limit}");
            return self.call_predicate("cumulative", &arguments);
        }
        MinizincFormula::let_formula(
            &[
                format!("array[int] of var int: s_ = {starts}"),
                format!("array[int] of var int: d_ = {lengths}"),
                format!("array[int] of var int: h_ = {heights}"),
            ],
            &format!(
                "forall(i_ in index_set(s_))(d_[i_] = 0 \\/ sum(j_ in index_set(s_))(h_[j_] * \
                 bool2int(s_[j_] <= s_[i_] /\\ s_[i_] < s_[j_] + d_[j_])) <= {limit})"
            ),
        )
    }

    /// Whether an operand is never 0.
    fn is_positive(&self, operand: ConstraintOperand) -> bool {
        match operand {
            ConstraintOperand::Number(number) => number > 0,
            ConstraintOperand::Variable(variable) => !self.variable_domain(variable).contains(0),
        }
    }

    pub(super) fn no_overlap(&mut self, c: &NoOverlap) -> MinizincFormula {
        let zero = ConstraintOperand::Number(0);
        let is_left_out =
            |lengths: &Vec<ConstraintOperand>| c.zero_ignored && lengths.contains(&zero);
        let tasks: Vec<_> =
            c.origins.iter().zip(&c.lengths).filter(|(_, lengths)| !is_left_out(lengths)).collect();
        if tasks.len() < 2 {
            return MinizincFormula::from_truth(true);
        }
        let dimensions = tasks.first().map_or(0, |(origin, _)| origin.len());
        let column = |this: &Self, place: usize| -> [String; 2] {
            let starts = tasks.iter().filter_map(|(origin, _)| origin.get(place));
            let lengths = tasks.iter().filter_map(|(_, lengths)| lengths.get(place));
            [
                terms::array_text(starts.map(|&v| this.integer_text(v))),
                terms::array_text(lengths.map(|&length| this.operand_text(length))),
            ]
        };
        // `diffn` does not ignore boxes without a size, so it is called only if that makes no
        // difference.
        let is_called = !c.zero_ignored || {
            let mut lengths = tasks.iter().flat_map(|(_, lengths)| lengths.iter());
            lengths.all(|&length| self.is_positive(length))
        };
        match dimensions {
            1 => {
                let [starts, lengths] = column(self, 0);
                let word = if c.zero_ignored { "disjunctive" } else { "disjunctive_strict" };
                self.call_predicate(word, &format!("{starts}, {lengths}"))
            }
            2 if is_called => {
                let ([x, dx], [y, dy]) = (column(self, 0), column(self, 1));
                self.call_predicate("diffn", &format!("{x}, {y}, {dx}, {dy}"))
            }
            _ => {
                let mut items = Vec::new();
                let (mut apart, mut empty) = (Vec::new(), Vec::new());
                for place in 0..dimensions {
                    let [starts, lengths] = column(self, place);
                    items.push(format!("array[int] of var int: s{place}_ = {starts}"));
                    items.push(format!("array[int] of var int: d{place}_ = {lengths}"));
                    for (one, other) in [("i_", "j_"), ("j_", "i_")] {
                        let end = format!("s{place}_[{one}] + d{place}_[{one}]");
                        apart.push(format!("{end} <= s{place}_[{other}]"));
                        empty.push(format!("d{place}_[{one}] = 0"));
                    }
                }
                if !is_called {
                    apart.splice(0..0, empty);
                }
                let pairs = "forall(i_, j_ in index_set(s0_) where i_ < j_)";
                MinizincFormula::let_formula(&items, &format!("{pairs}({})", apart.join(" \\/ ")))
            }
        }
    }

    pub(super) fn circuit_formula(&mut self, c: &Circuit) -> MinizincFormula {
        let first = i64::from(c.first);
        let node = |place: usize| first.saturating_add_unsigned(place as u64);
        match c.successors[..] {
            [] => return MinizincFormula::from_truth(true),
            [_] if !c.may_be_empty => return MinizincFormula::from_truth(false),
            [only] => {
                return MinizincFormula::from_atom(format!(
                    "{} = {first}",
                    self.integer_text(only)
                ));
            }
            // Two nodes with one successor are never on a cycle.
            _ if terms::has_repeats(&c.successors) => return MinizincFormula::from_truth(false),
            _ => {}
        }
        let list = self.variable_array(&c.successors);
        let array = terms::array_from(first, c.successors.len(), &list);
        // A node that is its own successor is left out of the cycle. If no domain allows that, the
        // cycle has all nodes.
        let mut moves = Vec::new();
        for (place, &variable) in c.successors.iter().enumerate() {
            if let Ok(value) = Value::try_from(node(place))
                && self.variable_domain(variable).contains(value)
            {
                moves.push(self.atom_formula(&AtomicConstraint {
                    variable,
                    relation: ComparisonOperator::Ne,
                    value,
                }));
            }
        }
        if moves.is_empty() {
            return self.call_predicate("circuit", &array);
        }
        let is_fixed = moves.len() < c.successors.len() || c.may_be_empty;
        let subcircuit = self.call_predicate("subcircuit", &array);
        // A node that cannot be left out keeps the cycle from being empty.
        let is_there = if is_fixed {
            MinizincFormula::from_truth(true)
        } else {
            MinizincFormula::disjoin_all(moves)
        };
        MinizincFormula::conjoin_all([subcircuit, is_there])
    }
}
