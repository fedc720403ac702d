//! The minimum that unit propagation alone must find if an encoding guarantees it.

use parallax_encodings::{
    AmoKind, ArithmeticRelation, ClauseEncoder, EncodedBool, EncodingOptions, FormulaBudget,
    IntEncoding, Lit, PropositionalFormula, SumKind,
};

use crate::harness::assignments;

/// Returns the literals that follow by unit propagation, or `None` on a conflict.
fn propagate(formula: &PropositionalFormula, assumptions: &[Lit]) -> Option<Vec<bool>> {
    // By literal: whether it is true. The negation of a literal differs in the last bit.
    let mut known = vec![false; 2 * formula.n_vars()];
    let set = |known: &mut Vec<bool>, lit: Lit| {
        known[lit.lidx()] = true;
        !known[lit.lidx() ^ 1]
    };
    if !assumptions.iter().all(|&lit| set(&mut known, lit)) {
        return None;
    }
    loop {
        let mut changed = false;
        for clause in formula.clauses() {
            if clause.iter().any(|lit| known[lit.lidx()]) {
                continue;
            }
            let mut free = clause.iter().filter(|lit| !known[lit.lidx() ^ 1]);
            match (free.next(), free.next()) {
                (None, _) => return None,
                (Some(&unit), None) => changed |= set(&mut known, unit),
                _ => {}
            }
        }
        if !changed {
            return Some(known);
        }
    }
}

#[test]
fn watched_literals_find_what_going_through_all_clauses_finds() {
    use parallax_encodings::UnitPropagation;
    let mut rng = 12345_u64;
    let mut next = |n: usize| {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) as usize % n
    };
    for variables in 1..12 {
        for _ in 0..60 {
            let mut formula = PropositionalFormula::default();
            let lits: Vec<Lit> = (0..variables).map(|_| formula.new_auxiliary().unwrap()).collect();
            let mut any = |_: usize| {
                if next(2) == 0 { lits[next(variables)] } else { !lits[next(variables)] }
            };
            for n in 0..variables * 3 {
                let clause: Vec<Lit> = (0..1 + (n * 7 + variables) % 4).map(&mut any).collect();
                formula.add_clause(&clause).unwrap();
            }
            let mut fast = UnitPropagation::new(&formula);
            assert_eq!(fast.is_refuted(), propagate(&formula, &[]).is_none());
            // Assumptions on top of each other, then back to the root, twice.
            for _ in 0..2 {
                let mut assumed = Vec::new();
                let mut holds = !fast.is_refuted();
                for _ in 0..3 {
                    assumed.push(any(0));
                    holds &= fast.assume_literals(&assumed[assumed.len() - 1..]);
                    let slow = propagate(&formula, &assumed);
                    assert_eq!(holds, slow.is_some(), "{assumed:?}");
                    let Some(slow) = slow else { continue };
                    for &lit in &lits {
                        assert_eq!(fast.is_true(lit), slow[lit.lidx()]);
                        assert_eq!(fast.is_true(!lit), slow[(!lit).lidx()]);
                    }
                }
                (0..3).for_each(|_| fast.take_back());
            }
        }
    }
}

fn is_known(known: &[bool], literal: EncodedBool) -> bool {
    match literal {
        EncodedBool::Const(value) => value,
        EncodedBool::Lit(lit) => known[lit.lidx()],
    }
}

/// Returns every combination of intervals of the domains, as bounds on places.
fn boxes(domains: &[Vec<i32>]) -> Vec<Vec<(usize, usize)>> {
    let intervals: Vec<Vec<i32>> =
        domains.iter().map(|d| (0..(d.len() * d.len()) as i32).collect()).collect();
    let place = |code: i32, n: usize| (code as usize / n, code as usize % n);
    let decode = |codes: Vec<i32>| -> Vec<(usize, usize)> {
        codes.iter().zip(domains).map(|(&code, domain)| place(code, domain.len())).collect()
    };
    let all = assignments(&intervals).into_iter().map(decode);
    all.filter(|bounds| bounds.iter().all(|(low, high)| low <= high)).collect()
}

fn bounds_follow(
    terms: &[i64],
    domains: &[Vec<i32>],
    relation: ArithmeticRelation,
    bound: i64,
    o: EncodingOptions,
) {
    let mut e = ClauseEncoder::new(o, FormulaBudget::default());
    let ints: Vec<_> = domains.iter().map(|domain| e.make_integer(domain).unwrap()).collect();
    let sum: Vec<_> = terms.iter().copied().zip(ints.iter().copied()).collect();
    e.require_linear(&sum, relation, bound).unwrap();
    let every = assignments(domains);
    let total = |v: &[i32]| terms.iter().zip(v).map(|(&c, &x)| i128::from(c) * i128::from(x)).sum();
    let solutions: Vec<_> =
        every.into_iter().filter(|v| relation.holds_between(total(v), bound.into())).collect();
    for bounds in boxes(domains) {
        let mut cube = Vec::new();
        for ((&x, domain), &(low, high)) in ints.iter().zip(domains).zip(&bounds) {
            let below =
                if low == 0 { false.into() } else { e.at_most_value(x, domain[low - 1]).unwrap() };
            for literal in [!below, e.at_most_value(x, domain[high]).unwrap()] {
                if let EncodedBool::Lit(lit) = literal {
                    cube.push(lit);
                }
            }
        }
        let inside = |v: &&Vec<i32>| {
            v.iter()
                .zip(domains)
                .zip(&bounds)
                .all(|((v, d), &(low, high))| d[low] <= *v && *v <= d[high])
        };
        let left: Vec<&Vec<i32>> = solutions.iter().filter(inside).collect();
        let Some(known) = propagate(&e.formula, &cube) else {
            assert!(left.is_empty());
            continue;
        };
        assert!(!left.is_empty(), "no conflict: {terms:?} {relation} {bound} in {bounds:?}");
        for (at, &x) in ints.iter().enumerate() {
            for &value in &domains[at] {
                let le = e.at_most_value(x, value).unwrap();
                assert_eq!(is_known(&known, le), left.iter().all(|v| v[at] <= value));
                assert_eq!(is_known(&known, !le), left.iter().all(|v| v[at] > value));
            }
        }
    }
}

#[test]
fn bounds_on_sums_follow() {
    let domains = [vec![1, 2, 3, 4], vec![-3, 0, 2], vec![0, 1, 5]];
    let order = EncodingOptions { integers: IntEncoding::Order, ..EncodingOptions::default() };
    for terms in [[1, 1, 1], [2, -3, 1], [-1, 5, -2]] {
        for bound in [-4, 0, 3, 5, 9] {
            for relation in [
                ArithmeticRelation::Le,
                ArithmeticRelation::Ge,
                ArithmeticRelation::Lt,
                ArithmeticRelation::Gt,
            ] {
                let options = EncodingOptions { sums: SumKind::Mdd, ..order.clone() };
                bounds_follow(&terms, &domains, relation, bound, options);
                bounds_follow(&terms[..2], &domains[..2], relation, bound, order.clone());
            }
        }
    }
}

#[test]
fn values_without_a_row_go() {
    let domain = vec![1, 2, 3, 4];
    let rows = [1, 1, 2, 1, 2, 3, 2, 2, 2, 3, 1, 1, 4, 4, 1];
    for keep_counts in [false, true] {
        let mut e = ClauseEncoder::new(
            EncodingOptions { keep_counts, ..EncodingOptions::default() },
            FormulaBudget::default(),
        );
        let ints = [(); 3].map(|()| e.make_integer(&domain).unwrap());
        e.require_table(&ints, &rows, true).unwrap();
        // Every way to remove values from the first two integers.
        for removed in 0..256u32 {
            let kept = |at: usize, value: i32| {
                at == 2 || removed >> (4 * at as u32 + value as u32 - 1) & 1 == 0
            };
            let mut cube = Vec::new();
            for (at, &x) in ints.iter().enumerate().take(2) {
                for &value in domain.iter().filter(|&&value| !kept(at, value)) {
                    e.push_ne(x, value, &mut cube);
                }
            }
            let fits = |row: &&[i32]| row.iter().enumerate().all(|(at, &v)| kept(at, v));
            let left: Vec<&[i32]> = rows.chunks(3).filter(fits).collect();
            let Some(known) = propagate(&e.formula, &cube) else {
                assert!(left.is_empty());
                continue;
            };
            assert!(!left.is_empty());
            for (at, &x) in ints.iter().enumerate() {
                for &value in &domain {
                    let eq = e.equals_value(x, value).unwrap();
                    let possible = left.iter().any(|row| row[at] == value);
                    assert_eq!(is_known(&known, !eq), !possible);
                }
            }
        }
    }
}

#[test]
fn one_true_literal_makes_the_others_false() {
    for &amo in AmoKind::ALL {
        for n in [2, 3, 5, 8, 17] {
            let mut e = ClauseEncoder::new(
                EncodingOptions { amo, ..EncodingOptions::default() },
                FormulaBudget::default(),
            );
            let literals: Vec<Lit> = (0..n).map(|_| e.formula.new_auxiliary().unwrap()).collect();
            e.at_most_one(&Vec::from_iter(literals.iter().map(|&lit| lit.into()))).unwrap();
            for &chosen in &literals {
                let known = propagate(&e.formula, &[chosen]).unwrap();
                assert!(literals.iter().all(|&lit| lit == chosen || known[(!lit).lidx()]), "{amo}");
            }
        }
    }
}
