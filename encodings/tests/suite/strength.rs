//! Unit propagation finds at least what each encoding declares, over all partial assignments.

use std::{cell::RefCell, collections::BTreeMap};

use parallax_encodings::{
    AllDifferentKind, ArithmeticRelation, ClauseEncoder, EncodedBool, EncodedKind, EncodingOptions,
    FormulaBudget, IntEncoding, IntId, Lit, PropagationStrength, UnitPropagation,
};

use crate::harness::{assignments, option_grid};

type Part = Box<dyn Fn(&[i32]) -> bool>;
type Encode = Box<dyn Fn(&mut ClauseEncoder, &[IntId])>;
type Domains = Vec<Vec<i32>>;

/// A constraint with the parts of its decomposition.
struct Subject {
    name: String,
    kind: EncodedKind,
    domains: Vec<Vec<i32>>,
    encode: Encode,
    holds: Part,
    parts: Vec<Part>,
    /// Earlier results, which do not depend on the options.
    known: RefCell<BTreeMap<(PropagationStrength, Domains), Left>>,
}

/// The remaining domains; `None` on a conflict.
type Left = Option<Domains>;

/// Removes values without support in some part until all have support.
fn consistent(mut domains: Vec<Vec<i32>>, parts: &[&Part]) -> Left {
    loop {
        let mut left = domains.clone();
        for part in parts {
            let solutions: Vec<Vec<i32>> =
                assignments(&left).into_iter().filter(|v| part(v)).collect();
            for (at, domain) in left.iter_mut().enumerate() {
                domain.retain(|&value| solutions.iter().any(|solution| solution[at] == value));
            }
            if left.iter().any(Vec::is_empty) {
                return None;
            }
        }
        if left == domains {
            return Some(domains);
        }
        domains = left;
    }
}

/// Removes smallest and largest values without support within the bounds.
fn bounds_consistent(mut domains: Vec<Vec<i32>>, all: &[i32], holds: &Part) -> Left {
    loop {
        let span = |domain: &Vec<i32>| -> Vec<i32> {
            let ends = domain[0]..=domain[domain.len() - 1];
            all.iter().copied().filter(|value| ends.contains(value)).collect()
        };
        let spans: Vec<Vec<i32>> = domains.iter().map(span).collect();
        let solutions: Vec<Vec<i32>> =
            assignments(&spans).into_iter().filter(|v| holds(v)).collect();
        let before = domains.clone();
        for (at, domain) in domains.iter_mut().enumerate() {
            let supported = |value: i32| solutions.iter().any(|solution| solution[at] == value);
            let from = domain.iter().position(|&value| supported(value))?;
            let to = domain.iter().rposition(|&value| supported(value))?;
            *domain = domain[from..=to].to_vec();
        }
        if domains == before {
            return Some(domains);
        }
    }
}

impl Subject {
    /// Returns the remaining domains after propagation of this strength.
    fn leaves(&self, strength: PropagationStrength, domains: &[Vec<i32>]) -> Left {
        let key = (strength, domains.to_vec());
        let known = self.known.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let left = self.find_leaves(strength, domains);
            self.known.borrow_mut().insert(key, left.clone());
            left
        })
    }

    fn find_leaves(&self, strength: PropagationStrength, domains: &[Vec<i32>]) -> Left {
        let open = domains.iter().filter(|domain| domain.len() > 1).count();
        let whole = [&self.holds];
        let most_open = match strength {
            PropagationStrength::Unstated => return Some(domains.to_vec()),
            PropagationStrength::Checking => 0,
            PropagationStrength::ForwardChecking => 1,
            PropagationStrength::Parts | PropagationStrength::Bounds => {
                let parts: Vec<&Part> = self.parts.iter().collect();
                let left = consistent(domains.to_vec(), &parts)?;
                if strength == PropagationStrength::Parts {
                    return Some(left);
                }
                let mut all: Vec<i32> = self.domains.concat();
                all.sort_unstable();
                all.dedup();
                return bounds_consistent(left, &all, &self.holds);
            }
            PropagationStrength::Domain => return consistent(domains.to_vec(), &whole),
        };
        if open > most_open {
            return Some(domains.to_vec());
        }
        consistent(domains.to_vec(), &whole)
    }

    /// Checks every choice of a subset of each domain.
    fn check(&self, options: &EncodingOptions) {
        let context = format!("{} with {options:?}", self.name);
        let strength = options.propagation_strength(self.kind);
        let mut e = ClauseEncoder::new(options.clone(), FormulaBudget::default());
        let ints: Vec<IntId> = self.domains.iter().map(|d| e.make_integer(d).unwrap()).collect();
        (self.encode)(&mut e, &ints);
        let literals: Vec<Vec<EncodedBool>> = ints
            .iter()
            .zip(&self.domains)
            .map(|(&x, domain)| {
                domain.iter().map(|&value| e.equals_value(x, value).unwrap()).collect()
            })
            .collect();
        let mut propagation = UnitPropagation::new(&e.formula);
        let subsets: Vec<Vec<i32>> =
            self.domains.iter().map(|domain| (1..1 << domain.len()).collect()).collect();
        for chosen in assignments(&subsets) {
            let domains: Vec<Vec<i32>> =
                self.domains.iter().zip(&chosen).map(|(d, &set)| subset(d, set)).collect();
            let mut cube = Vec::new();
            for (at, domain) in domains.iter().enumerate() {
                match domain.as_slice() {
                    // A single value is given by the literals that force it; log-encoded
                    // integers need that.
                    &[value] => assert!(e.assume_value(ints[at], value, &mut cube)),
                    _ => cube.extend(removed(&self.domains[at], domain, &literals[at])),
                }
            }
            let expected = self.leaves(strength, &domains);
            if propagation.assume_literals(&cube) {
                let left =
                    expected.unwrap_or_else(|| panic!("{context}: no conflict: {domains:?}"));
                for (at, domain) in domains.iter().enumerate() {
                    for &value in domain.iter().filter(|value| !left[at].contains(value)) {
                        let is_true = |lit| propagation.is_true(lit);
                        let removed = e.ints().is_removed(ints[at], value, &is_true);
                        assert!(removed, "{context}: {at} may be {value} in {domains:?}");
                    }
                }
            } else {
                let solvable = self.leaves(PropagationStrength::Domain, &domains).is_some();
                assert!(!solvable, "{context}: a conflict in {domains:?}");
            }
            propagation.take_back();
        }
    }

    fn check_all(&self) {
        for options in option_grid(self.kind) {
            self.check(&options);
        }
    }
}

/// Returns the values at the places that are bits of `set`.
fn subset(domain: &[i32], set: i32) -> Vec<i32> {
    let inside = |&(place, _): &(usize, &i32)| set >> place & 1 == 1;
    domain.iter().enumerate().filter(inside).map(|(_, &value)| value).collect()
}

/// Returns literals that remove the values outside `left`.
fn removed(domain: &[i32], left: &[i32], literals: &[EncodedBool]) -> Vec<Lit> {
    let gone = domain.iter().zip(literals).filter(|(value, _)| !left.contains(value));
    gone.filter_map(|(_, &literal)| (!literal).as_literal()).collect()
}

fn all_different(domains: &[&[i32]]) -> Subject {
    let n = domains.len();
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    Subject {
        name: format!("all different {domains:?}"),
        kind: EncodedKind::AllDifferent,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(|e, x| e.all_different(x).unwrap()),
        holds: Box::new(move |v| (0..n).all(|i| (0..i).all(|j| v[i] != v[j]))),
        parts: pairs.map(|(i, j)| Box::new(move |v: &[i32]| v[i] != v[j]) as Part).collect(),
        known: RefCell::default(),
    }
}

fn cardinality(domains: &[&[i32]], counts: &'static [(i32, usize, usize)]) -> Subject {
    let count = |&(value, low, high): &(i32, usize, usize)| {
        let part = move |v: &[i32]| {
            (low..=high).contains(&v.iter().filter(|&&found| found == value).count())
        };
        Box::new(part) as Part
    };
    let parts: Vec<Part> = counts.iter().map(count).collect();
    let again: Vec<Part> = counts.iter().map(count).collect();
    Subject {
        name: format!("counts {counts:?} in {domains:?}"),
        kind: EncodedKind::Cardinality,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(|e, x| e.require_cardinality(x, counts, false).unwrap()),
        holds: Box::new(move |v| again.iter().all(|part| part(v))),
        parts,
        known: RefCell::default(),
    }
}

/// Makes at most one or exactly one of 0/1 integers.
fn one_of(n: usize, exactly: bool) -> Subject {
    let meets = move |v: &[i32]| {
        let trues = v.iter().filter(|&&value| value == 1).count();
        trues == 1 || (trues == 0 && !exactly)
    };
    Subject {
        name: format!("one of {n}, exactly: {exactly}"),
        kind: if exactly { EncodedKind::ExactlyOne } else { EncodedKind::AtMostOne },
        domains: vec![vec![0, 1]; n],
        encode: Box::new(move |e, x| {
            let bools: Vec<EncodedBool> =
                x.iter().map(|&x| e.equals_value(x, 1).unwrap()).collect();
            if exactly { e.exactly_one(&bools) } else { e.at_most_one(&bools) }.unwrap();
        }),
        holds: Box::new(meets),
        parts: vec![Box::new(meets)],
        known: RefCell::default(),
    }
}

fn linear(
    domains: &[&[i32]],
    factors: &'static [i64],
    relation: ArithmeticRelation,
    bound: i64,
) -> Subject {
    let meets = move |v: &[i32]| {
        let total: i128 = factors.iter().zip(v).map(|(&c, &x)| i128::from(c) * i128::from(x)).sum();
        relation.holds_between(total, bound.into())
    };
    Subject {
        name: format!("{factors:?} {relation} {bound} over {domains:?}"),
        kind: EncodedKind::Linear,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(move |e, x| {
            let terms: Vec<(i64, IntId)> = factors.iter().copied().zip(x.iter().copied()).collect();
            e.require_linear(&terms, relation, bound).unwrap();
        }),
        holds: Box::new(meets),
        parts: vec![Box::new(meets)],
        known: RefCell::default(),
    }
}

/// Makes a positive table.
fn table(domains: &[&[i32]], rows: &'static [&'static [i32]]) -> Subject {
    let meets = move |v: &[i32]| rows.contains(&v);
    Subject {
        name: format!("{rows:?} over {domains:?}"),
        kind: EncodedKind::Table,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(move |e, x| e.require_table(x, &rows.concat(), true).unwrap()),
        holds: Box::new(meets),
        parts: vec![Box::new(meets)],
        known: RefCell::default(),
    }
}

#[test]
fn sums() {
    for &relation in ArithmeticRelation::ALL {
        linear(&[&[1, 2, 3][..]; 3], &[1, 1, 1], relation, 6).check_all();
        linear(&[&[0, 1, 2], &[1, 4], &[0, 3, 5]], &[2, -1, 3], relation, 8).check_all();
        linear(&[&[0, 1][..]; 5], &[3, 5, 2, 4, 7], relation, 10).check_all();
    }
    linear(&[&[1, 2, 3][..]; 5], &[1, 2, 1, 3, 1], ArithmeticRelation::Eq, 17).check_all();
}

#[test]
fn rows() {
    const ROWS: [&[i32]; 7] =
        [&[1, 1, 2], &[1, 2, 2], &[2, 1, 3], &[3, 3, 1], &[3, 2, 1], &[2, 2, 2], &[9, 1, 1]];
    table(&[&[1, 2, 3][..]; 3], &ROWS).check_all();
    table(&[&[1, 2][..]; 3], &ROWS).check_all();
    const LONG: [&[i32]; 5] =
        [&[0, 1, 1, 0, 2], &[0, 1, 0, 0, 2], &[1, 1, 0, 1, 1], &[1, 0, 0, 1, 0], &[0, 0, 1, 1, 0]];
    table(&[&[0, 1], &[0, 1], &[0, 1], &[0, 1], &[0, 1, 2]], &LONG).check_all();
    const PAIRS: [&[i32]; 4] = [&[1, 4], &[1, 5], &[2, 5], &[4, 1]];
    table(&[&[1, 2, 3, 4], &[1, 4, 5]], &PAIRS).check_all();
}

/// Makes relations between classes, each of which holds two values.
fn classes(domains: &[&[i32]], same: bool) -> Subject {
    let n = domains.len();
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    let pairs = pairs.filter(|(i, j)| !same || *i == j + 1);
    let fits = move |v: &[i32], i: usize, j: usize| (v[i] / 2 == v[j] / 2) == same;
    Subject {
        name: format!("classes of {domains:?}, same: {same}"),
        kind: EncodedKind::Classes,
        domains: domains.iter().map(|domain| domain.to_vec()).collect(),
        encode: Box::new(move |e, x| {
            let map: Vec<(i32, i32)> = (0..10).map(|value| (value, value / 2)).collect();
            let encode =
                if same { ClauseEncoder::same_class } else { ClauseEncoder::different_classes };
            encode(e, x, &map).unwrap();
        }),
        holds: Box::new(move |v| (0..n).all(|i| (0..i).all(|j| fits(v, i, j)))),
        parts: pairs.map(|(i, j)| Box::new(move |v: &[i32]| fits(v, i, j)) as Part).collect(),
        known: RefCell::default(),
    }
}

#[test]
fn classes_of_values() {
    for same in [true, false] {
        classes(&[&[0, 1, 2, 4], &[0, 2, 3, 6]], same).check_all();
        classes(&[&[0, 1, 2], &[0, 2, 3], &[1, 3, 4]], same).check_all();
    }
}

#[test]
fn one_of_some() {
    for n in 1..8 {
        one_of(n, false).check_all();
        one_of(n, true).check_all();
    }
}

#[test]
fn counts_of_one_value() {
    const COUNTS: [&[(i32, usize, usize)]; 7] = [
        &[(1, 0, 1)],
        &[(1, 0, 2)],
        &[(1, 2, 9)],
        &[(1, 2, 2)],
        &[(1, 1, 3)],
        &[(1, 3, 4)],
        &[(1, 5, 6)],
    ];
    for counts in COUNTS {
        cardinality(&[&[0, 1][..]; 6], counts).check_all();
        cardinality(&[&[1, 2, 3], &[1, 5, 9], &[0, 1]], counts).check_all();
    }
}

#[test]
fn counts_of_several_values() {
    cardinality(&[&[1, 2, 3][..]; 4], &[(1, 1, 2), (3, 0, 1), (2, 1, 4)]).check_all();
    cardinality(&[&[1, 2, 3][..]; 4], &[(1, 2, 2), (2, 2, 2)]).check_all();
}

#[test]
fn different_integers() {
    all_different(&[&[1, 2, 3][..]; 3]).check_all();
    all_different(&[&[1, 2, 3, 4][..]; 3]).check_all();
    all_different(&[&[-3, 0, 4], &[-3, 0, 7], &[0, 9], &[4, 7, 9]]).check_all();
}

#[test]
fn more_integers_by_intervals() {
    for &integers in IntEncoding::ALL {
        for keep_counts in [false, true] {
            let all_different_kind = AllDifferentKind::Hall;
            let rest = EncodingOptions::default();
            let options = EncodingOptions {
                integers,
                keep_counts,
                all_different: all_different_kind,
                ..rest
            };
            all_different(&[&[1, 2, 3, 4][..]; 4]).check(&options);
            if keep_counts {
                // The larger scope takes most of the time, and the same clauses.
                continue;
            }
            all_different(&[&[1, 2], &[1, 2, 4], &[2, 3, 4], &[1, 4, 6], &[3, 6]]).check(&options);
        }
    }
}

/// The levels differ; otherwise the tests might expect nothing, and find no fault.
#[test]
fn levels_differ_where_they_should() {
    let subject = all_different(&[&[1, 2, 3][..]; 3]);
    let domains = vec![vec![1, 2], vec![1, 2], vec![1, 2, 3]];
    assert_eq!(subject.leaves(PropagationStrength::Parts, &domains), Some(domains.clone()));
    let bounds = vec![vec![1, 2], vec![1, 2], vec![3]];
    assert_eq!(subject.leaves(PropagationStrength::Bounds, &domains), Some(bounds));
    assert_eq!(subject.leaves(PropagationStrength::Domain, &vec![vec![1, 2]; 3]), None);
    let fixed = vec![vec![1], vec![2], vec![1, 2, 3]];
    assert_eq!(subject.leaves(PropagationStrength::Checking, &fixed), Some(fixed.clone()));
    let last = Some(vec![vec![1], vec![2], vec![3]]);
    assert_eq!(subject.leaves(PropagationStrength::ForwardChecking, &fixed), last);
}
