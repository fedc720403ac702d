//! Global cardinality: the number of integers that take each value.

use std::collections::{BTreeMap, BTreeSet};

use rustsat::{
    encodings::card::{BoundLower, BoundUpper, Totalizer},
    types::Lit,
};

use crate::{
    CardinalityKind, ClauseEncoder, ClauseStore, EncodeError, EncodedBool, FormulaVariables, IntId,
    counters::{DefinitionSides, network, sequential},
    sum::{goal::SumGoal, summand::WeightedSummand},
};

impl ClauseEncoder {
    /// Requires, for each `(value, low, high)`, that from `low` to `high` of these integers take
    /// this value. If `closed`, they take no other values. An integer listed twice counts twice; a
    /// value listed twice must satisfy both entries.
    pub fn require_cardinality(
        &mut self,
        scope: &[IntId],
        counts: &[(i32, usize, usize)],
        closed: bool,
    ) -> Result<(), EncodeError> {
        // An integer that is listed twice counts with weight 2.
        let mut times: BTreeMap<IntId, usize> = BTreeMap::new();
        for &x in scope {
            *times.entry(x).or_default() += 1;
        }
        for &(value, low, high) in counts {
            self.formula.spend_work(times.len())?;
            let mut bools = Vec::with_capacity(times.len());
            for (&x, &weight) in &times {
                bools.push((self.equals_value(x, value)?, weight));
            }
            self.require_count(&bools, low, high)?;
        }
        if closed {
            let listed: BTreeSet<i32> = counts.iter().map(|&(value, ..)| value).collect();
            for &x in times.keys() {
                self.restrict_domain(x, |value| listed.contains(&value))?;
            }
        }
        Ok(())
    }

    /// Requires that from `low` to `high` of these truth values are true, each counted with its
    /// weight.
    pub(crate) fn require_count(
        &mut self,
        bools: &[(EncodedBool, usize)],
        low: usize,
        high: usize,
    ) -> Result<(), EncodeError> {
        let mut literals = Vec::new();
        let mut fixed = 0;
        for &(literal, weight) in bools {
            match literal {
                EncodedBool::Const(true) => fixed += weight,
                EncodedBool::Const(false) => {}
                EncodedBool::Lit(lit) => literals.push((lit, weight)),
            }
        }
        let total: usize = literals.iter().map(|&(_, weight)| weight).sum();
        if high < fixed || low > high || low > total + fixed {
            return self.require_truth(false);
        }
        // `high` is at least `fixed` here. A bound above the total excludes nothing, so it becomes
        // the total, and `high == total` means no upper bound from here on.
        let (low, high) = (low.saturating_sub(fixed), (high - fixed).min(total));
        if low == 0 && high == total {
            return Ok(());
        }
        if literals.iter().all(|&(_, weight)| weight == 1) {
            let literals = literals.into_iter().map(|(lit, _)| lit).collect();
            return self.count_literals(literals, low, high);
        }
        if self.options.cardinalities == CardinalityKind::Totalizer {
            let why = "the totalizer counts each literal once, but an integer is listed twice";
            return Err(EncodeError::Unsupported(why.into()));
        }
        self.count_by_diagram(&literals, low, high)
    }

    /// Requires that from `low` to `high` of these different literals are true, where `low <=
    /// high`, both bounds are attainable, and the constraint excludes some number.
    fn count_literals(
        &mut self,
        literals: Vec<Lit>,
        low: usize,
        high: usize,
    ) -> Result<(), EncodeError> {
        let total = literals.len();
        let kind = self.options.cardinalities;
        // The bounds force every literal, so unit clauses suffice.
        if low == total || high == 0 {
            let sign = |lit: Lit| if high == 0 { !lit } else { lit };
            return literals.into_iter().try_for_each(|lit| self.formula.add_clause(&[sign(lit)]));
        }
        // Bounds of 0, 1 and the total need no counter. Not both bounds are trivial, so with `low`
        // 0 the upper bound is 1.
        if kind == CardinalityKind::Auto && (low <= 1 && (high == 1 || high == total)) {
            let bools: Vec<EncodedBool> = literals.into_iter().map(EncodedBool::Lit).collect();
            return match (low, high) {
                (0, _) => self.at_most_one(&bools),
                (_, 1) => self.exactly_one(&bools),
                _ => self.formula.add_bools(&bools),
            };
        }
        let definitions = DefinitionSides::for_counts(self.options.keep_counts);
        match kind {
            CardinalityKind::Totalizer if self.options.keep_counts => {
                let why = "the totalizer does not keep model counts";
                Err(EncodeError::Unsupported(why.into()))
            }
            CardinalityKind::Totalizer => self.count_by_totalizer(literals, low, high),
            CardinalityKind::Auto if !self.options.keep_counts => {
                self.count_by_totalizer(literals, low, high)
            }
            CardinalityKind::Auto | CardinalityKind::Sequential => {
                self.formula.note_encoding("card", CardinalityKind::Sequential.name());
                sequential::require_count_between(
                    &mut self.formula,
                    &literals,
                    low,
                    high,
                    definitions,
                )
            }
            CardinalityKind::Network => {
                self.formula.note_encoding("card", kind.name());
                network::require_count_between(&mut self.formula, &literals, low, high, definitions)
            }
            CardinalityKind::Diagram => self.count_by_diagram(&weigh_literals(literals), low, high),
        }
    }

    /// Counts by a diagram, for every encoding of sums, and by an adder if the diagram is too
    /// large.
    fn count_by_diagram(
        &mut self,
        literals: &[(Lit, usize)],
        low: usize,
        high: usize,
    ) -> Result<(), EncodeError> {
        self.formula.note_encoding("card", CardinalityKind::Diagram.name());
        // Counts are bounded by the length of the scope.
        let summands: Vec<WeightedSummand> = literals
            .iter()
            .map(|&(lit, weight)| WeightedSummand::from_literal(weight as i128, lit))
            .collect();
        self.sum_by_diagram_or(summands, SumGoal::Within(low as i128, high as i128), true)
    }

    fn count_by_totalizer(
        &mut self,
        literals: Vec<Lit>,
        low: usize,
        high: usize,
    ) -> Result<(), EncodeError> {
        self.formula.note_encoding("card", CardinalityKind::Totalizer.name());
        let total = literals.len();
        let mut totalizer = Totalizer::from(literals);
        // The literals of the totalizer are definitions, and only the bounds are guarded: a
        // violated bound then refutes the guard.
        self.without_guards(|encoder| {
            encoder.formula.encode_with(
                |clauses: &mut ClauseStore, variables: &mut FormulaVariables| {
                    if high < total {
                        totalizer.encode_ub(high..=high, clauses, variables)?;
                    }
                    if low > 0 {
                        totalizer.encode_lb(low..=low, clauses, variables)?;
                    }
                    Ok(())
                },
            )
        })?;
        // RustSAT refuses a bound that was not encoded; those below were, or exclude nothing.
        let inner = |_| EncodeError::Unsupported("totalizer bound out of its range".into());
        let mut units = totalizer.enforce_ub(high).map_err(|_| inner(()))?;
        units.extend(totalizer.enforce_lb(low).map_err(|_| inner(()))?);
        units.into_iter().try_for_each(|unit| self.formula.add_clause(&[unit]))
    }
}

fn weigh_literals(literals: Vec<Lit>) -> Vec<(Lit, usize)> {
    literals.into_iter().map(|lit| (lit, 1)).collect()
}
