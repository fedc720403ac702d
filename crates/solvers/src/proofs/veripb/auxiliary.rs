//! The counts that a formula's auxiliary variables represent.
//!
//! Ladders, commanders, products, bits, sequential counters and totalizers introduce variables that
//! represent "at least k of these literals are true". This file searches for a definition that
//! makes the clauses of such encodings follow. VeriPB checks the definition and each clause, so
//! that nothing rests on this guess.

use std::collections::{BTreeMap, BTreeSet};

use super::sums::Sum;
use super::symbols::{Lit, Symbol};

/// "At least `least` of these literals, which have different variables, are true".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) literals: BTreeSet<Lit>,
    pub(super) least: usize,
}

impl Count {
    fn of(lit: Lit) -> Self {
        Count { literals: [lit].into(), least: 1 }
    }

    /// Returns the opposite, as a count of the negated literals.
    fn negated(&self) -> Self {
        let literals: BTreeSet<Lit> = self.literals.iter().map(|&lit| !lit).collect();
        let least = literals.len() + 1 - self.least;
        Count { literals, least }
    }
}

/// Auxiliary variables, each after those that occur in its count.
pub(super) type Order = Vec<usize>;

/// Literals that together imply another one.
type Body = Vec<Lit>;

/// Lines of the definition that may bound the number of true literals, for a clause by its place.
pub(super) type Bounds<'b> = &'b dyn Fn(usize, &BTreeSet<Lit>) -> Vec<Sum>;

/// Finds the counts of the auxiliary variables of these clauses.
///
/// # Errors
/// A variable whose count was not found.
pub(super) fn counts(
    clauses: &[Vec<Lit>],
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, clause) in clauses.iter().enumerate() {
        for number in clause.iter().filter_map(|&lit| auxiliary(lit)) {
            places.entry(number).or_default().push(place);
        }
    }
    let last = |clause: &[Lit]| clause.iter().filter_map(|&lit| auxiliary(lit)).max();
    let ordered = places.iter().map(|(&number, own)| {
        let own = own.iter().copied().filter(|&place| last(&clauses[place]) == Some(number));
        (number, own.collect())
    });
    let ordered: BTreeMap<usize, Vec<usize>> = ordered.collect();
    // First by all clauses of a variable; if that is circular, by those without later variables.
    found(clauses, &places, bounds).or_else(|_| found(clauses, &ordered, bounds))
}

/// Finds the counts, each variable's by the clauses with these places.
fn found(
    clauses: &[Vec<Lit>],
    places: &BTreeMap<usize, Vec<usize>>,
    bounds: Bounds<'_>,
) -> Result<(Order, AuxiliaryCounts), usize> {
    let mut open: BTreeSet<usize> = places.keys().copied().collect();
    let mut known = AuxiliaryCounts::default();
    let mut order = Vec::new();
    while let Some(&first) = open.first() {
        let define = |number: &usize| known.define(*number, &places[number], clauses, bounds);
        let (number, count) =
            open.iter().find_map(|number| Some((*number, define(number)?))).ok_or(first)?;
        known.counts.insert(number, count);
        open.remove(&number);
        order.push(number);
    }
    let follows = |place: usize| known.sum(place, &clauses[place], bounds).is_some();
    match (0..clauses.len()).find(|&place| !follows(place)) {
        None => Ok((order, known)),
        Some(place) => Err(clauses[place].iter().find_map(|&lit| auxiliary(lit)).unwrap_or(0)),
    }
}

/// Returns the number of an auxiliary variable.
fn auxiliary(lit: Lit) -> Option<usize> {
    match lit.symbol {
        Symbol::Auxiliary(number) => Some(number),
        _ => None,
    }
}

/// The counts of auxiliary variables that are known so far.
#[derive(Debug, Default)]
pub(super) struct AuxiliaryCounts {
    counts: BTreeMap<usize, Count>,
}

impl AuxiliaryCounts {
    /// Finds a variable's count such that those of its clauses follow whose other variables are
    /// known.
    fn define(
        &self,
        number: usize,
        places: &[usize],
        clauses: &[Vec<Lit>],
        bounds: Bounds<'_>,
    ) -> Option<Count> {
        let symbol = Symbol::Auxiliary(number);
        let mut with = AuxiliaryCounts { counts: self.counts.clone() };
        // The clauses that define come first; those that bound may look the same.
        let begins = places.iter().flat_map(|&place| &clauses[place]);
        let begins = begins.copied().find(|lit| lit.symbol == symbol)?.positive;
        for positive in [begins, !begins] {
            let Some(bodies) = self.bodies(Lit { symbol, positive }, places, clauses) else {
                continue;
            };
            let counts = (1..=bodies.len()).rev().filter_map(|own| self.count(&bodies[..own]));
            let mut counts: Vec<Count> = counts.collect();
            // An encoding counts literals of one sign; the clauses that bound them have the other
            // one.
            counts.sort_by_key(Count::is_mixed);
            for count in counts {
                let count = if positive { count } else { count.negated() };
                with.counts.insert(number, count.clone());
                let mut own = places
                    .iter()
                    .filter(|&&place| clauses[place].iter().all(|&lit| with.is_known(lit)));
                if own.all(|&place| with.sum(place, &clauses[place], bounds).is_some()) {
                    return Some(count);
                }
            }
        }
        None
    }

    /// Returns lines whose sum implies a clause: the counts of the negations of its auxiliary
    /// literals, perhaps with a bound of the counted literals.
    pub(super) fn sum(&self, place: usize, clause: &[Lit], bounds: Bounds<'_>) -> Option<Sum> {
        let mut own = Sum::default();
        let mut leaves = BTreeSet::new();
        for &lit in clause {
            let says = self.says(!lit);
            if auxiliary(lit).is_some() {
                own = own.plus(&Sum::says(!lit, says.literals.iter().copied(), says.least));
            }
            leaves.extend(says.literals);
        }
        if own.implies(clause) {
            return Some(own);
        }
        let all = bounds(place, &leaves);
        all.iter().map(|bound| own.clone().plus(bound)).find(|sum| sum.implies(clause))
    }

    /// Returns the count that a literal implies.
    pub(super) fn says(&self, lit: Lit) -> Count {
        let own = auxiliary(lit).and_then(|number| self.counts.get(&number));
        match own {
            Some(count) if lit.positive => count.clone(),
            Some(count) => count.negated(),
            None => Count::of(lit),
        }
    }

    fn is_known(&self, lit: Lit) -> bool {
        auxiliary(lit).is_none_or(|number| self.counts.contains_key(&number))
    }

    /// Returns the bodies that imply a literal, by clauses of its variable; `None` if it has none,
    /// or if some of their other literals are not known.
    fn bodies(&self, head: Lit, places: &[usize], clauses: &[Vec<Lit>]) -> Option<Vec<Body>> {
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
    fn count(&self, bodies: &[Body]) -> Option<Count> {
        self.united(bodies).or_else(|| match bodies {
            // One of several literals, or all of them.
            all if all.iter().all(|body| body.len() == 1) => {
                Count { literals: all.iter().flatten().copied().collect(), least: 1 }.sound()
            }
            [body] => {
                let literals: BTreeSet<Lit> = body.iter().copied().collect();
                Count { least: literals.len(), literals }.sound()
            }
            _ => None,
        })
    }

    /// Returns the count over all literals that the bodies count, if each implies the same number.
    fn united(&self, bodies: &[Body]) -> Option<Count> {
        let mut literals = BTreeSet::new();
        let mut least = None;
        for body in bodies {
            let mut own: BTreeSet<Lit> = BTreeSet::new();
            let mut reached = 0;
            for says in body.iter().map(|&lit| self.says(lit)) {
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
        Count { literals, least }.sound()
    }
}

impl Count {
    /// Whether some of its literals are negated, and some are not.
    fn is_mixed(&self) -> bool {
        let negated = self.literals.iter().filter(|lit| !lit.positive).count();
        negated > 0 && negated < self.literals.len()
    }

    /// Returns the count if no literal occurs with its negation and the number can be reached and
    /// missed.
    fn sound(self) -> Option<Self> {
        let opposed = self.literals.iter().any(|&lit| self.literals.contains(&!lit));
        let meant = (1..=self.literals.len()).contains(&self.least);
        (!opposed && meant).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i64) -> Lit {
        let symbol = match number.unsigned_abs() as usize {
            own if own >= 100 => Symbol::Auxiliary(own),
            own => Symbol::Is(own, 1),
        };
        Lit { symbol, positive: number > 0 }
    }

    /// Returns the counts of the variables, where at most `most` of the literals 1 to 3 are true.
    fn found(clauses: &[&[i64]], most: i64) -> Result<Vec<(usize, Vec<usize>, usize)>, usize> {
        let clauses: Vec<Vec<Lit>> =
            clauses.iter().map(|own| own.iter().map(|&own| lit(own)).collect()).collect();
        let place = |lit: &Lit| match lit.symbol {
            Symbol::Is(own, _) | Symbol::Auxiliary(own) => own,
            _ => 0,
        };
        let bound = Sum::line(1, (1..=3).map(|own| (-1, lit(own))), -most);
        let (order, known) = counts(&clauses, &|_, _| vec![bound.clone()])?;
        let says = |number: usize| {
            let count = known.says(lit(number as i64));
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
