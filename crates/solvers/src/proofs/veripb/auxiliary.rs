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
        let least = literals.len() + 1 - self.least;
        LiteralCount { literals, least }
    }
}

/// Auxiliary variables, each after those that occur in its count.
pub(super) type Order = Vec<usize>;

/// Literals that together imply another one.
type Body = Vec<DefinitionLiteral>;

/// Lines of the definition that may bound the number of true literals, for a clause by its place.
pub(super) type Bounds<'b> = &'b dyn Fn(usize, &BTreeSet<DefinitionLiteral>) -> Vec<LineSum>;

/// Finds the counts of the auxiliary variables of these clauses.
///
/// # Errors
/// A variable whose count was not found.
pub(super) fn find_counts(
    clauses: &[Vec<DefinitionLiteral>],
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, clause) in clauses.iter().enumerate() {
        for number in clause.iter().filter_map(|&lit| auxiliary_number(lit)) {
            places.entry(number).or_default().push(place);
        }
    }
    let last =
        |clause: &[DefinitionLiteral]| clause.iter().filter_map(|&lit| auxiliary_number(lit)).max();
    let ordered = places.iter().map(|(&number, own)| {
        let own = own.iter().copied().filter(|&place| last(&clauses[place]) == Some(number));
        (number, own.collect())
    });
    let ordered: BTreeMap<usize, Vec<usize>> = ordered.collect();
    // First by all clauses of a variable; if that is circular, by those without later variables.
    search_counts(clauses, &places, bounds).or_else(|_| search_counts(clauses, &ordered, bounds))
}

/// Finds the counts, each variable's by the clauses with these places.
fn search_counts(
    clauses: &[Vec<DefinitionLiteral>],
    places: &BTreeMap<usize, Vec<usize>>,
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut open: BTreeSet<usize> = places.keys().copied().collect();
    let mut known = AuxiliaryCounts::default();
    let mut order = Vec::new();
    while let Some(&first) = open.first() {
        let define =
            |number: &usize| known.define_variable(*number, &places[number], clauses, bounds);
        let (number, count) =
            open.iter().find_map(|number| Some((*number, define(number)?))).ok_or(first)?;
        known.counts.insert(number, count);
        open.remove(&number);
        order.push(number);
    }
    let follows = |place: usize| known.implying_sum(place, &clauses[place], bounds).is_some();
    match (0..clauses.len()).find(|&place| !follows(place)) {
        None => Ok((order, known)),
        Some(place) => {
            Err(clauses[place].iter().find_map(|&lit| auxiliary_number(lit)).unwrap_or(0))
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
    /// Finds a variable's count such that those of its clauses follow whose other variables are
    /// known.
    fn define_variable(
        &self,
        number: usize,
        places: &[usize],
        clauses: &[Vec<DefinitionLiteral>],
        bounds: Bounds<'_>,
    ) -> Option<LiteralCount> {
        let symbol = DefinitionSymbol::Auxiliary(number);
        let mut with = AuxiliaryCounts { counts: self.counts.clone() };
        // The clauses that define come first; those that bound may look the same.
        let begins = places.iter().flat_map(|&place| &clauses[place]);
        let begins = begins.copied().find(|lit| lit.symbol == symbol)?.positive;
        for positive in [begins, !begins] {
            let Some(bodies) =
                self.find_bodies(DefinitionLiteral { symbol, positive }, places, clauses)
            else {
                continue;
            };
            let counts = (1..=bodies.len()).rev().filter_map(|own| self.find_count(&bodies[..own]));
            let mut counts: Vec<LiteralCount> = counts.collect();
            // An encoding counts literals of one sign; the clauses that bound them have the other
            // one.
            counts.sort_by_key(LiteralCount::is_mixed);
            for count in counts {
                let count = if positive { count } else { count.negate_count() };
                with.counts.insert(number, count.clone());
                let mut own = places
                    .iter()
                    .filter(|&&place| clauses[place].iter().all(|&lit| with.is_known(lit)));
                if own.all(|&place| with.implying_sum(place, &clauses[place], bounds).is_some()) {
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
        place: usize,
        clause: &[DefinitionLiteral],
        bounds: Bounds<'_>,
    ) -> Option<LineSum> {
        let mut own = LineSum::default();
        let mut leaves = BTreeSet::new();
        for &lit in clause {
            let says = self.implied_count(!lit);
            if auxiliary_number(lit).is_some() {
                own = own.add_sum(&LineSum::from_count(
                    !lit,
                    says.literals.iter().copied(),
                    says.least,
                ));
            }
            leaves.extend(says.literals);
        }
        if own.implies_clause(clause) {
            return Some(own);
        }
        let all = bounds(place, &leaves);
        all.iter().map(|bound| own.clone().add_sum(bound)).find(|sum| sum.implies_clause(clause))
    }

    /// Returns the count that a literal implies.
    pub(super) fn implied_count(&self, lit: DefinitionLiteral) -> LiteralCount {
        let own = auxiliary_number(lit).and_then(|number| self.counts.get(&number));
        match own {
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
        places: &[usize],
        clauses: &[Vec<DefinitionLiteral>],
    ) -> Option<Vec<Body>> {
        let mut bodies = Vec::new();
        for clause in places.iter().map(|&place| &clauses[place]) {
            if clause.len() < 2 || !clause.contains(&head) {
                continue;
            }
            let body: Body = clause.iter().filter(|&&own| own != head).map(|&own| !own).collect();
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
            let mut own: BTreeSet<DefinitionLiteral> = BTreeSet::new();
            let mut reached = 0;
            for says in body.iter().map(|&lit| self.implied_count(lit)) {
                reached += says.least;
                let before = own.len();
                own.extend(says.literals.iter().copied());
                if own.len() < before + says.literals.len() {
                    return None;
                }
            }
            if *least.get_or_insert(reached) != reached {
                return None;
            }
            literals.extend(own);
        }
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
            own if own >= 100 => DefinitionSymbol::Auxiliary(own),
            own => DefinitionSymbol::Is(own, 1),
        };
        DefinitionLiteral { symbol, positive: number > 0 }
    }

    /// Returns the counts of the variables, where at most `most` of the literals 1 to 3 are true.
    fn found(clauses: &[&[i64]], most: i64) -> Result<Vec<(usize, Vec<usize>, usize)>, usize> {
        let clauses: Vec<Vec<DefinitionLiteral>> =
            clauses.iter().map(|own| own.iter().map(|&own| lit(own)).collect()).collect();
        let place = |lit: &DefinitionLiteral| match lit.symbol {
            DefinitionSymbol::Is(own, _) | DefinitionSymbol::Auxiliary(own) => own,
            _ => 0,
        };
        let bound = LineSum::from_line(1, (1..=3).map(|own| (-1, lit(own))), -most);
        let (order, known) = find_counts(&clauses, &|_, _| vec![bound.clone()])?;
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
