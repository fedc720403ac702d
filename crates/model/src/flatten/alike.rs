//! Flattens statements about many truth values: all alike, an odd number true.

use super::{FlattenError, Flattener, Int, List, Lit, Relation};

/// Maximum number of truth values whose parity becomes clauses over all of them.
const MAX_CLAUSES: usize = 3;

impl Flattener<'_> {
    /// Posts that all truth values are the same, or that they are not.
    pub(super) fn alike(
        &mut self,
        label: &str,
        lits: &[Lit],
        positive: bool,
    ) -> Result<(), FlattenError> {
        if positive {
            // Each implies the next, and the last implies the first.
            for (place, &lit) in lits.iter().enumerate() {
                let next = lits.get(place + 1).unwrap_or(&lits[0]);
                if lits.len() > 1 {
                    self.clause(label, &[lit.negated(), *next])?;
                }
            }
            return Ok(());
        }
        let negated: Vec<Lit> = lits.iter().map(|lit| lit.negated()).collect();
        self.clause(label, lits)?;
        self.clause(label, &negated)
    }

    /// Returns whether all truth values are the same, as a literal.
    pub(super) fn truth_of_alike(&mut self, lits: Vec<Lit>) -> Result<Lit, FlattenError> {
        match lits[..] {
            [] | [_] => Ok(Lit::Const(true)),
            [a, b] => self.choice(a, b, b.negated()),
            _ => {
                let none = self.or(lits.clone())?.negated();
                let all = self.and(lits)?;
                self.or(vec![all, none])
            }
        }
    }

    /// Posts that the number of true values is odd, or that it is even.
    pub(super) fn odd(
        &mut self,
        label: &str,
        lits: &[Lit],
        positive: bool,
    ) -> Result<(), FlattenError> {
        let (mut lits, constant) = without_constants(lits);
        let wanted = positive != constant;
        if lits.len() > MAX_CLAUSES {
            let rest = lits.split_off(MAX_CLAUSES - 1);
            lits.push(self.truth_of_odd(&rest)?);
            return self.odd(label, &lits, wanted);
        }
        // Excludes each assignment with the other parity.
        for signs in 0u32..1 << lits.len() {
            if (signs.count_ones() % 2 == 1) != wanted {
                let is_true = |place: usize| signs >> place & 1 == 1;
                let other = |(place, lit): (usize, &Lit)| {
                    if is_true(place) { lit.negated() } else { *lit }
                };
                let clause: Vec<Lit> = lits.iter().enumerate().map(other).collect();
                self.clause(label, &clause)?;
            }
        }
        Ok(())
    }

    /// Returns whether the number of true values is odd, as a literal.
    pub(super) fn truth_of_odd(&mut self, lits: &[Lit]) -> Result<Lit, FlattenError> {
        let (lits, constant) = without_constants(lits);
        let mut odd = Lit::Const(constant);
        for lit in lits {
            odd = self.choice(odd, lit.negated(), lit)?;
        }
        Ok(odd)
    }

    /// Returns whether all integers are equal, as a literal.
    pub(super) fn truth_of_all_equal(&mut self, list: List) -> Result<Lit, FlattenError> {
        let sums = self.sums_of(list)?;
        let mut lits = Vec::with_capacity(sums.len());
        for i in 1..sums.len() {
            let sum = self.pair(&sums, i - 1, i)?;
            lits.push(self.related(&sum, Relation::Eq)?);
        }
        let parts: Vec<Int> = self.terms.ints(list).collect();
        lits.push(self.all_defined(parts)?);
        self.and(lits)
    }
}

/// Returns the literals that are no constants, and the parity of the others.
fn without_constants(lits: &[Lit]) -> (Vec<Lit>, bool) {
    let mut constant = false;
    let mut rest = Vec::with_capacity(lits.len());
    for &lit in lits {
        match lit {
            Lit::Const(value) => constant ^= value,
            Lit::Atom(_) => rest.push(lit),
        }
    }
    (rest, constant)
}
