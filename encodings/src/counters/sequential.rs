//! The sequential counter (Sinz 2005, "Towards an Optimal CNF Encoding of Boolean Cardinality
//! Constraints", LT-SEQ), for both bounds at once.
//!
//! The literal `s(i, j)` represents "at least `j` of the first `i` literals are true". Sinz makes
//! it for all `i < n` and `j <= high`. Here only those are made that can still matter: `j <= i`,
//! and enough literals remain for the bound to be exceeded. In the coordinates `zeros = i - j` and
//! `ones = j` these form a rectangle for each bound, `high` by `n - high` for the upper and `low`
//! by `n - low` for the lower one, with one corner in common; the two bounds share the literals in
//! the intersection.
//!
//! One bound `k` takes `k (n - k)` auxiliary literals and `(n - k)(2k + 1) - k` clauses (with
//! the upper bound's `k`; `k (2 (n - k) + 1) - (n - k)` with the lower one's). For `k = 1` that
//! is Sinz's own `n - 1` and `3n - 4`; above, his `k (n - 1)` and `2nk + n - 3k - 1` are
//! larger. Unit propagation finds everything that follows from each bound.

use rustsat::types::Lit;

use super::DefinitionSides;
use crate::{EncodeError, EncodedBool, PropositionalFormula, clause_draft::ClauseDraft};

/// Requires that from `low` to `high` of these literals are true, where `low <= high`.
pub(crate) fn require_count_between(
    formula: &mut PropositionalFormula,
    literals: &[Lit],
    low: usize,
    high: usize,
    definitions: DefinitionSides,
) -> Result<(), EncodeError> {
    let n = literals.len();
    if low > n {
        return formula.add_clause(&[]);
    }
    let upper = if high < n {
        CounterRectangle { zeros: n - high, ones: high }
    } else {
        CounterRectangle::NONE
    };
    let lower = if low > 0 {
        CounterRectangle { zeros: n - low, ones: low }
    } else {
        CounterRectangle::NONE
    };
    let mut counter = SequentialCounter { formula, literals, columns: Vec::new() };
    counter.make_literals(upper, lower)?;
    let both_ways = definitions == DefinitionSides::BothWays;
    // A rectangle contains, with a place, all places of fewer zeros or ones, so the neighbours that
    // a definition refers to exist.
    for zeros in 0..counter.columns.len() {
        for ones in 1..=counter.columns[zeros].len() {
            if both_ways || upper.contains_place(zeros, ones) {
                counter.count_up(zeros, ones)?;
            }
            if both_ways || lower.contains_place(zeros, ones) {
                counter.count_down(zeros, ones)?;
            }
        }
    }
    // The edge of the upper rectangle: with `high` ones reached, the next literal is false.
    for zeros in 0..upper.zeros {
        counter.forbid_excess(zeros, high)?;
    }
    // The edge of the lower rectangle: the literals after the first `n - low + ones` add at most
    // `low - ones`, so these must have `ones`.
    for ones in 1..=lower.ones {
        counter.demand_minimum(n - low, ones)?;
    }
    Ok(())
}

/// The places with fewer than `zeros` zeros and from 1 to `ones` ones.
#[derive(Clone, Copy)]
struct CounterRectangle {
    zeros: usize,
    ones: usize,
}

impl CounterRectangle {
    const NONE: CounterRectangle = CounterRectangle { zeros: 0, ones: 0 };

    fn contains_place(self, zeros: usize, ones: usize) -> bool {
        zeros < self.zeros && ones <= self.ones
    }

    /// Returns the number of ones that the rectangle has in a column of zeros.
    fn column_height(self, zeros: usize) -> usize {
        if zeros < self.zeros { self.ones } else { 0 }
    }
}

struct SequentialCounter<'a> {
    formula: &'a mut PropositionalFormula,
    literals: &'a [Lit],
    /// By zeros, then by ones minus one: "at least `ones` of the first `zeros + ones`".
    columns: Vec<Vec<Lit>>,
}

impl SequentialCounter<'_> {
    fn make_literals(
        &mut self,
        upper: CounterRectangle,
        lower: CounterRectangle,
    ) -> Result<(), EncodeError> {
        for zeros in 0..upper.zeros.max(lower.zeros) {
            let height = upper.column_height(zeros).max(lower.column_height(zeros));
            let column = (0..height).map(|_| self.formula.new_auxiliary());
            let column = column.collect::<Result<_, _>>()?;
            self.columns.push(column);
        }
        Ok(())
    }

    /// Returns the truth value of "at least `ones` of the first `zeros + ones` literals"; `None`
    /// zeros represent -1, for which there are too few literals.
    fn count_truth(&self, zeros: Option<usize>, ones: usize) -> EncodedBool {
        match (zeros, ones) {
            (_, 0) => EncodedBool::Const(true),
            (None, _) => EncodedBool::Const(false),
            (Some(zeros), _) => EncodedBool::Lit(self.columns[zeros][ones - 1]),
        }
    }

    /// Returns the literal that was counted last at this place.
    fn last_literal(&self, zeros: usize, ones: usize) -> Lit {
        self.literals[zeros + ones - 1]
    }

    /// Adds that a reached number stays reached, and that a true last literal adds one.
    fn count_up(&mut self, zeros: usize, ones: usize) -> Result<(), EncodeError> {
        let here = self.count_truth(Some(zeros), ones);
        self.define_clause([here, !self.count_truth(zeros.checked_sub(1), ones), false.into()])?;
        self.define_clause([
            here,
            !self.count_truth(Some(zeros), ones - 1),
            (!self.last_literal(zeros, ones)).into(),
        ])
    }

    /// Adds that a reached number was reached before, or one less with the last literal true.
    fn count_down(&mut self, zeros: usize, ones: usize) -> Result<(), EncodeError> {
        let here = self.count_truth(Some(zeros), ones);
        self.define_clause([!here, self.count_truth(Some(zeros), ones - 1), false.into()])?;
        self.define_clause([
            !here,
            self.count_truth(zeros.checked_sub(1), ones),
            self.last_literal(zeros, ones).into(),
        ])
    }

    /// Forbids `high + 1` true among the first `zeros + high + 1` literals.
    fn forbid_excess(&mut self, zeros: usize, high: usize) -> Result<(), EncodeError> {
        let next = self.literals[zeros + high];
        let reached = self.count_truth(Some(zeros), high);
        self.formula.add_bools(&[!reached, (!next).into()])
    }

    /// Requires at least `ones` true among the first `zeros + ones` literals.
    fn demand_minimum(&mut self, zeros: usize, ones: usize) -> Result<(), EncodeError> {
        let last = self.last_literal(zeros, ones);
        let before = self.count_truth(zeros.checked_sub(1), ones);
        self.formula.add_bools(&[before, last.into()])
    }

    fn define_clause(&mut self, clause: [EncodedBool; 3]) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for literal in clause {
            draft.or_literal(literal);
        }
        self.formula.define_draft(&draft)
    }
}
