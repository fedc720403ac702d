//! Flattens statements about many truth values: all alike, an odd number true.

use super::{
    ComparisonOperator, ExpressionFlattener, FlatLiteral, FlattenError, IntExpression, OperandList,
};

/// Maximum number of truth values whose parity becomes clauses over all of them.
const MAX_CLAUSES: usize = 3;

impl ExpressionFlattener<'_> {
    /// Posts that all truth values are the same, or that they are not.
    pub(super) fn post_all_alike(
        &mut self,
        label: &str,
        lits: &[FlatLiteral],
        positive: bool,
    ) -> Result<(), FlattenError> {
        if positive {
            // Each implies the next, and the last implies the first.
            for (index, &lit) in lits.iter().enumerate() {
                let next = lits.get(index + 1).unwrap_or(&lits[0]);
                if lits.len() > 1 {
                    self.post_clause(label, &[lit.negate_literal(), *next])?;
                }
            }
            return Ok(());
        }
        // At least one is true and at least one is false. Without operands both clauses are empty,
        // which is right: no values are always alike.
        let negated: Vec<FlatLiteral> = lits.iter().map(|lit| lit.negate_literal()).collect();
        self.post_clause(label, lits)?;
        self.post_clause(label, &negated)
    }

    /// Returns whether all truth values are the same, as a literal.
    pub(super) fn truth_of_alike(
        &mut self,
        lits: Vec<FlatLiteral>,
    ) -> Result<FlatLiteral, FlattenError> {
        match lits[..] {
            [] | [_] => Ok(FlatLiteral::Const(true)),
            [a, b] => self.choice_literal(a, b, b.negate_literal()),
            _ => {
                let none = self.or_literal(lits.clone())?.negate_literal();
                let all = self.and_literal(lits)?;
                self.or_literal(vec![all, none])
            }
        }
    }

    /// Posts that the number of true values is odd, or that it is even.
    pub(super) fn post_parity(
        &mut self,
        label: &str,
        lits: &[FlatLiteral],
        positive: bool,
    ) -> Result<(), FlattenError> {
        let (mut lits, constant) = without_constants(lits);
        // A true constant flips the parity that the other literals must have.
        let wanted = positive != constant;
        if lits.len() > MAX_CLAUSES {
            // A hidden literal takes the place of the rest, so 4 clauses remain here and the
            // recursion ends; without it there would be 2^(n-1) clauses of n literals.
            let rest = lits.split_off(MAX_CLAUSES - 1);
            lits.push(self.truth_of_odd(&rest)?);
            return self.post_parity(label, &lits, wanted);
        }
        // Excludes each assignment with the other parity.
        for signs in 0u32..1 << lits.len() {
            if (signs.count_ones() % 2 == 1) != wanted {
                let is_true = |index: usize| signs >> index & 1 == 1;
                let other = |(index, lit): (usize, &FlatLiteral)| {
                    if is_true(index) { lit.negate_literal() } else { *lit }
                };
                let clause: Vec<FlatLiteral> = lits.iter().enumerate().map(other).collect();
                self.post_clause(label, &clause)?;
            }
        }
        Ok(())
    }

    /// Returns whether the number of true values is odd, as a literal.
    pub(super) fn truth_of_odd(
        &mut self,
        lits: &[FlatLiteral],
    ) -> Result<FlatLiteral, FlattenError> {
        let (lits, constant) = without_constants(lits);
        let mut odd = FlatLiteral::Const(constant);
        for lit in lits {
            // After an odd number of true literals, the total stays odd exactly if this one is
            // false. The first round adds no gate, because its condition is a constant.
            odd = self.choice_literal(odd, lit.negate_literal(), lit)?;
        }
        Ok(odd)
    }

    /// Returns whether all integers are equal, as a literal.
    pub(super) fn truth_of_all_equal(
        &mut self,
        list: OperandList,
    ) -> Result<FlatLiteral, FlattenError> {
        let sums = self.sums_of(list)?;
        let mut lits = Vec::with_capacity(sums.len());
        for i in 1..sums.len() {
            let sum = self.pair_difference(&sums, i - 1, i)?;
            lits.push(self.relation_literal(&sum, ComparisonOperator::Eq)?);
        }
        let parts: Vec<IntExpression> = self.terms.int_operands(list).collect();
        // The hidden integer of an undefined operand has some value, which must not make the
        // statement true.
        lits.push(self.all_defined(parts)?);
        self.and_literal(lits)
    }
}

/// Returns the literals that are no constants, and the parity of the others.
fn without_constants(lits: &[FlatLiteral]) -> (Vec<FlatLiteral>, bool) {
    let mut constant = false;
    let mut rest = Vec::with_capacity(lits.len());
    for &lit in lits {
        match lit {
            FlatLiteral::Const(value) => constant ^= value,
            FlatLiteral::Atom(_) => rest.push(lit),
        }
    }
    (rest, constant)
}
