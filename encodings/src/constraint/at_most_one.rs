//! At most one, and exactly one, of some truth values.

use std::collections::BTreeSet;

use rustsat::{
    OutOfMemory,
    encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct},
    types::Lit,
};

use crate::{
    AmoKind, ClauseEncoder, ClauseStore, EncodeError, EncodedBool, FormulaVariables,
    PropositionalFormula,
    counters::{DefinitionSides, product, sequential},
};

impl ClauseEncoder {
    /// Requires that at most one of these is true. A truth value listed twice cannot be true.
    pub fn at_most_one(&mut self, bools: &[EncodedBool]) -> Result<(), EncodeError> {
        match self.free_literals(bools)? {
            Some(literals) => self.at_most_one_free(literals),
            None => Ok(()),
        }
    }

    /// Requires that exactly one of these is true.
    pub fn exactly_one(&mut self, bools: &[EncodedBool]) -> Result<(), EncodeError> {
        self.formula.add_bools(bools)?;
        let Some(literals) = self.free_literals(bools)? else { return Ok(()) };
        // Under a false guard there may be no true input, or several, and the auxiliary literals
        // would be free.
        if self.options.keep_counts && self.formula.is_guarded() {
            return self.at_most_one_free(literals);
        }
        // With exactly one true input, every encoding determines its auxiliary literals.
        encode_at_most_one(&mut self.formula, self.options.amo, literals)
    }

    /// Adds at-most-one over literals of different variables.
    fn at_most_one_free(&mut self, mut literals: Vec<Lit>) -> Result<(), EncodeError> {
        let kind = self.options.amo.resolve_auto(literals.len());
        // There are no counts to keep, or no auxiliary literals that could be free.
        if kind == AmoKind::Pairwise || !self.options.keep_counts || literals.len() < 2 {
            return encode_at_most_one(&mut self.formula, kind, literals);
        }
        // The counter defines its literals in both directions and outside the guards.
        if kind == AmoKind::Sequential {
            self.formula.note_encoding("amo", kind.name());
            return sequential::require_count_between(
                &mut self.formula,
                &literals,
                0,
                1,
                DefinitionSides::BothWays,
            );
        }
        // Under a false guard even "none of the inputs" would not determine the literals.
        if self.formula.is_guarded() {
            return encode_at_most_one(&mut self.formula, AmoKind::Pairwise, literals);
        }
        // If no input is true, the auxiliary literals would be free. A literal for "none of the
        // inputs" turns the constraint into exactly-one, which determines them.
        let none = self.formula.new_auxiliary()?;
        for &lit in &literals {
            self.formula.add_clause(&[!none, !lit])?;
        }
        let mut some = literals.clone();
        some.push(none);
        self.formula.add_clause(&some)?;
        literals.push(none);
        encode_at_most_one(&mut self.formula, kind, literals)
    }

    /// Simplifies constants, repeated literals and pairs of a literal with its negation, and
    /// returns the literals that remain to be constrained.
    fn free_literals(&mut self, bools: &[EncodedBool]) -> Result<Option<Vec<Lit>>, EncodeError> {
        let trues = bools.iter().filter(|&&b| b == EncodedBool::Const(true)).count();
        let literals = bools.iter().filter_map(|b| match b {
            EncodedBool::Lit(lit) => Some(*lit),
            EncodedBool::Const(_) => None,
        });
        let literals: Vec<Lit> = literals.collect();
        // A constant true and a pair of opposite literals each have exactly one true member: with
        // two of these, at most one cannot hold, and with one, all others are false.
        let (repeated, opposed) = find_clashes(&literals);
        if trues + opposed >= 2 {
            self.formula.add_clause(&[])?;
            return Ok(None);
        }
        if trues == 1 {
            literals.iter().try_for_each(|&lit| self.formula.add_clause(&[!lit]))?;
            return Ok(None);
        }
        repeated.iter().try_for_each(|&lit| self.formula.add_clause(&[!lit]))?;
        if opposed == 1 {
            // One of the pair is true, so all others are false.
            let all: BTreeSet<Lit> = literals.iter().copied().collect();
            let alone = |lit: &&Lit| !all.contains(&!**lit);
            let others = literals.iter().filter(alone);
            others.copied().try_for_each(|lit| self.formula.add_clause(&[!lit]))?;
            return Ok(None);
        }
        Ok(Some(literals.into_iter().filter(|lit| repeated.binary_search(lit).is_err()).collect()))
    }
}

/// Returns the literals that occur more than once, sorted, and the number of variables that
/// occur with both signs.
fn find_clashes(literals: &[Lit]) -> (Vec<Lit>, usize) {
    let mut sorted = literals.to_vec();
    // In the order of literals, a literal and its negation are neighbours.
    sorted.sort_unstable();
    let mut repeated: Vec<Lit> =
        sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    repeated.dedup();
    sorted.dedup();
    let opposed = sorted.windows(2).filter(|pair| pair[0] == !pair[1]).count();
    (repeated, opposed)
}

/// Writes the at-most-one clauses of literals of different variables.
pub(crate) fn encode_at_most_one(
    formula: &mut PropositionalFormula,
    kind: AmoKind,
    literals: Vec<Lit>,
) -> Result<(), EncodeError> {
    if literals.len() < 2 {
        return Ok(());
    }
    let kind = kind.resolve_auto(literals.len());
    formula.note_encoding("amo", kind.name());
    match kind {
        AmoKind::Auto | AmoKind::Pairwise => run_encoder::<Pairwise>(formula, literals),
        AmoKind::Ladder => run_encoder::<Ladder>(formula, literals),
        AmoKind::Bitwise => run_encoder::<Bitwise>(formula, literals),
        AmoKind::Commander => run_encoder::<Commander>(formula, literals),
        AmoKind::Bimander => run_encoder::<Bimander>(formula, literals),
        AmoKind::Product => run_encoder::<TwoProduct>(formula, literals),
        AmoKind::Product3 => product::at_most_one(formula, &literals, 3),
        AmoKind::Sequential => {
            sequential::require_count_between(formula, &literals, 0, 1, DefinitionSides::Needed)
        }
    }
}

fn run_encoder<E: Encode + From<Vec<Lit>>>(
    formula: &mut PropositionalFormula,
    literals: Vec<Lit>,
) -> Result<(), EncodeError> {
    let mut encoder = E::from(literals);
    formula.encode_with(|clauses: &mut ClauseStore, variables: &mut FormulaVariables| {
        encoder.encode(clauses, variables) as Result<(), OutOfMemory>
    })
}
