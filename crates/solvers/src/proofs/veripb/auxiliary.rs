//! The counts that a formula's auxiliary variables represent.
//!
//! Ladders, commanders, products, bits, sequential counters and totalizers introduce variables that
//! represent "at least k of these literals are true". This file searches for a definition that
//! makes the clauses of such encodings follow. VeriPB checks the definition and each clause, so
//! that nothing rests on this guess.

use std::collections::{BTreeMap, BTreeSet};

use super::sums::LineSum;
use super::symbols::{DefinitionLiteral, DefinitionSymbol};

/// "At least `least` of these literals, which have different variables, are true".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LiteralCount {
    pub(super) literals: BTreeSet<DefinitionLiteral>,
    pub(super) least: usize,
}

impl LiteralCount {
    fn from_literal(lit: DefinitionLiteral) -> Self {
        LiteralCount { literals: [lit].into(), least: 1 }
    }

    /// Returns the opposite, as a count of the negated literals.
    fn negate_count(&self) -> Self {
        let literals: BTreeSet<DefinitionLiteral> = self.literals.iter().map(|&lit| !lit).collect();
        // Fewer than k of n literals are true: at least n - k + 1 are false.
        let least = literals.len() + 1 - self.least;
        LiteralCount { literals, least }
    }
}

/// Auxiliary variables in an order in which each count names only earlier ones.
pub(super) type Order = Vec<usize>;

/// Literals that together imply another one.
type Body = Vec<DefinitionLiteral>;

/// Lines of the definition that may bound the number of true literals, for a clause by its index.
pub(super) type Bounds<'b> = &'b dyn Fn(usize, &BTreeSet<DefinitionLiteral>) -> Vec<LineSum>;

/// Finds the counts of the auxiliary variables of these clauses.
///
/// # Errors
/// A variable whose count was not found.
pub(super) fn find_auxiliary_counts(
    clauses: &[Vec<DefinitionLiteral>],
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut occurrences: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, clause) in clauses.iter().enumerate() {
        for number in clause.iter().filter_map(|&lit| auxiliary_number(lit)) {
            occurrences.entry(number).or_default().push(index);
        }
    }
    let last =
        |clause: &[DefinitionLiteral]| clause.iter().filter_map(|&lit| auxiliary_number(lit)).max();
    let ordered = occurrences.iter().map(|(&number, indices)| {
        let indices =
            indices.iter().copied().filter(|&index| last(&clauses[index]) == Some(number));
        (number, indices.collect())
    });
    let ordered: BTreeMap<usize, Vec<usize>> = ordered.collect();
    // First by all clauses of a variable; if that is circular, by those without later variables.
    search_counts(clauses, &occurrences, bounds)
        .or_else(|_| search_counts(clauses, &ordered, bounds))
}

/// Finds the counts, each variable's by the clauses with these indices.
fn search_counts(
    clauses: &[Vec<DefinitionLiteral>],
    occurrences: &BTreeMap<usize, Vec<usize>>,
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut open: BTreeSet<usize> = occurrences.keys().copied().collect();
    let mut known = AuxiliaryCounts::default();
    let mut order = Vec::new();
    while let Some(&first) = open.first() {
        // Each round finds a variable whose clauses the known counts explain, e.g. of a ladder the
        // first one, of a totalizer one above the leaves.
        let define =
            |number: &usize| known.define_variable(*number, &occurrences[number], clauses, bounds);
        let (number, count) =
            open.iter().find_map(|number| Some((*number, define(number)?))).ok_or(first)?;
        known.counts.insert(number, count);
        open.remove(&number);
        order.push(number);
    }
    // All clauses must follow from the counts, also those with variables that were unknown when a
    // count was searched.
    let follows = |index: usize| known.implying_sum(index, &clauses[index], bounds).is_some();
    match (0..clauses.len()).find(|&index| !follows(index)) {
        None => Ok((order, known)),
        Some(index) => {
            Err(clauses[index].iter().find_map(|&lit| auxiliary_number(lit)).unwrap_or(0))
        }
    }
}

/// Returns the number of an auxiliary variable.
fn auxiliary_number(lit: DefinitionLiteral) -> Option<usize> {
    match lit.symbol {
        DefinitionSymbol::Auxiliary(number) => Some(number),
        _ => None,
    }
}

/// The counts of auxiliary variables that are known so far.
#[derive(Debug, Default)]
pub(super) struct AuxiliaryCounts {
    counts: BTreeMap<usize, LiteralCount>,
}

impl AuxiliaryCounts {
    /// Finds a count of a variable from which all of its clauses follow whose other variables are
    /// known.
    fn define_variable(
        &self,
        number: usize,
        occurrences: &[usize],
        clauses: &[Vec<DefinitionLiteral>],
        bounds: Bounds<'_>,
    ) -> Option<LiteralCount> {
        let symbol = DefinitionSymbol::Auxiliary(number);
        let mut with = AuxiliaryCounts { counts: self.counts.clone() };
        // The clauses that define come first; those that bound may look the same.
        let begins = occurrences.iter().flat_map(|&index| &clauses[index]);
        let begins = begins.copied().find(|lit| lit.symbol == symbol)?.positive;
        for positive in [begins, !begins] {
            let Some(bodies) =
                self.find_bodies(DefinitionLiteral { symbol, positive }, occurrences, clauses)
            else {
                continue;
            };
            // The longest prefix of the bodies comes first; the clauses after the right one only
            // bound.
            let counts =
                (1..=bodies.len()).rev().filter_map(|prefix| self.find_count(&bodies[..prefix]));
            let mut counts: Vec<LiteralCount> = counts.collect();
            // An encoding counts literals of one sign; the clauses that bound them have the other
            // one.
            counts.sort_by_key(LiteralCount::is_mixed);
            for count in counts {
                let count = if positive { count } else { count.negate_count() };
                with.counts.insert(number, count.clone());
                let mut known_clauses = occurrences
                    .iter()
                    .filter(|&&index| clauses[index].iter().all(|&lit| with.is_known(lit)));
                if known_clauses
                    .all(|&index| with.implying_sum(index, &clauses[index], bounds).is_some())
                {
                    return Some(count);
                }
            }
        }
        None
    }

    /// Returns lines whose sum implies a clause: the counts of the negations of its auxiliary
    /// literals, perhaps with a bound of the counted literals.
    pub(super) fn implying_sum(
        &self,
        index: usize,
        clause: &[DefinitionLiteral],
        bounds: Bounds<'_>,
    ) -> Option<LineSum> {
        let mut sum = LineSum::default();
        let mut leaves = BTreeSet::new();
        for &lit in clause {
            let says = self.implied_count(!lit);
            if auxiliary_number(lit).is_some() {
                sum = sum.add_sum(&LineSum::from_count(
                    !lit,
                    says.literals.iter().copied(),
                    says.least,
                ));
            }
            leaves.extend(says.literals);
        }
        if sum.implies_clause(clause) {
            return Some(sum);
        }
        // E.g. of a ladder, the clause `~a1 | ~x2` follows from the count of a1, at least one of
        // {x1}, and the line x1 + x2 + x3 <= 1.
        let all = bounds(index, &leaves);
        all.iter().map(|bound| sum.clone().add_sum(bound)).find(|sum| sum.implies_clause(clause))
    }

    /// Returns the count that a literal implies.
    pub(super) fn implied_count(&self, lit: DefinitionLiteral) -> LiteralCount {
        let defined = auxiliary_number(lit).and_then(|number| self.counts.get(&number));
        match defined {
            Some(count) if lit.positive => count.clone(),
            Some(count) => count.negate_count(),
            None => LiteralCount::from_literal(lit),
        }
    }

    fn is_known(&self, lit: DefinitionLiteral) -> bool {
        auxiliary_number(lit).is_none_or(|number| self.counts.contains_key(&number))
    }

    /// Returns the bodies that imply a literal, by clauses of its variable; `None` if it has none,
    /// or if some of their other literals are not known.
    fn find_bodies(
        &self,
        head: DefinitionLiteral,
        occurrences: &[usize],
        clauses: &[Vec<DefinitionLiteral>],
    ) -> Option<Vec<Body>> {
        let mut bodies = Vec::new();
        for clause in occurrences.iter().map(|&index| &clauses[index]) {
            if clause.len() < 2 || !clause.contains(&head) {
                continue;
            }
            let body: Body = clause.iter().filter(|&&lit| lit != head).map(|&lit| !lit).collect();
            if !body.iter().all(|&lit| self.is_known(lit)) {
                return None;
            }
            bodies.push(body);
        }
        (!bodies.is_empty()).then_some(bodies)
    }

    /// Returns a count that each of the bodies implies, as strong as possible.
    fn find_count(&self, bodies: &[Body]) -> Option<LiteralCount> {
        self.unite_counts(bodies).or_else(|| match bodies {
            // One of several literals, or all of them.
            all if all.iter().all(|body| body.len() == 1) => {
                LiteralCount { literals: all.iter().flatten().copied().collect(), least: 1 }
                    .check_sound()
            }
            [body] => {
                let literals: BTreeSet<DefinitionLiteral> = body.iter().copied().collect();
                LiteralCount { least: literals.len(), literals }.check_sound()
            }
            _ => None,
        })
    }

    /// Returns the count over all literals that the bodies count, if each implies the same number.
    fn unite_counts(&self, bodies: &[Body]) -> Option<LiteralCount> {
        let mut literals = BTreeSet::new();
        let mut least = None;
        for body in bodies {
            let mut counted: BTreeSet<DefinitionLiteral> = BTreeSet::new();
            let mut reached = 0;
            for says in body.iter().map(|&lit| self.implied_count(lit)) {
                reached += says.least;
                let before = counted.len();
                counted.extend(says.literals.iter().copied());
                // Counts that share a literal do not add up.
                if counted.len() < before + says.literals.len() {
                    return None;
                }
            }
            if *least.get_or_insert(reached) != reached {
                return None;
            }
            literals.extend(counted);
        }
        // E.g. at a node of a totalizer over leaves {a, b} and {c}, the bodies for "at least 2" are
        // two of {a, b}, and one of each: both count 2, over {a, b, c}.
        let least = least?;
        let singly = bodies.len() > 1 && bodies.iter().all(|body| body.len() == 1);
        if singly && least > 1 {
            return None;
        }
        LiteralCount { literals, least }.check_sound()
    }
}

impl LiteralCount {
    /// Whether some of its literals are negated, and some are not.
    fn is_mixed(&self) -> bool {
        let negated = self.literals.iter().filter(|lit| !lit.positive).count();
        negated > 0 && negated < self.literals.len()
    }

    /// Returns the count if no literal occurs with its negation and the number can be reached and
    /// missed.
    fn check_sound(self) -> Option<Self> {
        let opposed = self.literals.iter().any(|&lit| self.literals.contains(&!lit));
        let meant = (1..=self.literals.len()).contains(&self.least);
        (!opposed && meant).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i64) -> DefinitionLiteral {
        let symbol = match number.unsigned_abs() as usize {
            number if number >= 100 => DefinitionSymbol::Auxiliary(number),
            number => DefinitionSymbol::Is(number, 1),
        };
        DefinitionLiteral { symbol, positive: number > 0 }
    }

    /// Returns the counts of the variables, where at most `most` of the literals 1 to 3 are true.
    fn found(clauses: &[&[i64]], most: i64) -> Result<Vec<(usize, Vec<usize>, usize)>, usize> {
        let clauses: Vec<Vec<DefinitionLiteral>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|&number| lit(number)).collect())
            .collect();
        let place = |lit: &DefinitionLiteral| match lit.symbol {
            DefinitionSymbol::Is(number, _) | DefinitionSymbol::Auxiliary(number) => number,
            _ => 0,
        };
        let bound = LineSum::from_line(1, (1..=3).map(|number| (-1, lit(number))), -most);
        let (order, known) = find_auxiliary_counts(&clauses, &|_, _| vec![bound.clone()])?;
        let says = |number: usize| {
            let count = known.implied_count(lit(number as i64));
            (number, count.literals.iter().map(place).collect(), count.least)
        };
        Ok(order.into_iter().map(says).collect())
    }

    #[test]
    fn ladders_count_their_beginnings() {
        let ladder: &[&[i64]] =
            &[&[-1, 101], &[-2, 102], &[-101, 102], &[-101, -2], &[-102, -3], &[-2, 102]];
        let all = vec![(101, vec![1], 1), (102, vec![1, 2], 1)];
        assert_eq!(found(ladder, 1), Ok(all));
        assert!(found(ladder, 2).is_err());
    }

    #[test]
    fn totalizers_count_their_leaves_in_any_order() {
        let node: &[&[i64]] = &[
            &[-101, 111],
            &[-102, 111],
            &[-103, 112],
            &[-101, -102, 112],
            &[-1, 101],
            &[-2, 101],
            &[-1, -2, 103],
            &[-3, 102],
            &[-112],
        ];
        let all = vec![
            (101, vec![1, 2], 1),
            (102, vec![3], 1),
            (103, vec![1, 2], 2),
            (111, vec![1, 2, 3], 1),
            (112, vec![1, 2, 3], 2),
        ];
        assert_eq!(found(node, 1), Ok(all));
        assert!(found(node, 2).is_err());
    }

    #[test]
    fn what_counts_nothing_is_named() {
        assert!(found(&[&[1, 101, 102], &[-1, -101, -102]], 1).is_err());
        assert_eq!(found(&[&[-101]], 1), Err(101));
    }
}
