//! Genuine certificates of random models with steps that are left out, there twice, or changed:
//! what is accepted is true.
//!
//! `PARALLAX_MUTANTS` is the number of mutants, `PARALLAX_SEED` the first seed.

use std::collections::HashMap;
use std::io::ErrorKind;

use parallax_certificates::{AcceptedClaim, CheckerModel, ClaimKind, Objective, check_certificate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::honest::{certificate, truth};
use crate::random::{KINDS, constraint, domains, model_of, number};

/// A model of up to three constraints of any kinds, perhaps with hidden variables, and an
/// objective.
fn model(rng: &mut ChaCha8Rng) -> CheckerModel {
    let mut domains = domains(rng);
    if rng.random_bool(0.5) {
        // Equal domains, so that problems are met again.
        domains = vec![domains[0].clone(); domains.len()];
    }
    let mut model = model_of(&domains);
    let variables = model.variables.len();
    let shown = [1.0, 0.7, 0.4, 0.1][rng.random_range(0..4usize)];
    for own in &mut model.variables {
        own.shown = rng.random_bool(shown);
    }
    for _ in 0..rng.random_range(0..=3u32) {
        let kind = KINDS[rng.random_range(0..KINDS.len())];
        model.constraints.push(constraint(rng, kind, variables));
    }
    let terms = (0..variables).map(|own| (rng.random_range(-2..=2i64), own)).collect();
    model.objective = Some(Objective { terms, minimize: rng.random_bool(0.5) });
    model
}

/// A step that may be right anywhere, or wrong.
fn step(rng: &mut ChaCha8Rng, model: &CheckerModel) -> String {
    let variables = model.variables.len();
    let (k, x) =
        (rng.random_range(0..=model.constraints.len() + 1), rng.random_range(0..variables));
    let mut value = || rng.random_range(-3..=5i64);
    let (a, b) = (value(), value());
    let point: Vec<String> = (0..variables).map(|_| value().to_string()).collect();
    match rng.random_range(0..14u32) {
        0 | 1 => format!("p {k} {x} {a}"),
        2 => format!("p {k} {x} {a} {b}"),
        3 => format!("k {k} {x} {a} {b}"),
        4 => format!("k {k} {x} -9 9"),
        5 => format!("g {k} {x} 1 {a} {x} 0 -9 {b}"),
        6 => format!("t {k}"),
        7 => format!("a {k} {x}"),
        8 => format!("f {k}"),
        9 => format!("w {}", point.join(" ")),
        10 => format!("l = {x} {a} > {x} {b}"),
        11 => "r".to_owned(),
        12 => "h".to_owned(),
        _ => format!("m{}", " 0".repeat(variables)),
    }
}

/// Changes some steps.
fn mutate(rng: &mut ChaCha8Rng, model: &CheckerModel, lines: &mut Vec<String>) {
    for _ in 0..=rng.random_range(0..=2u32) {
        if lines.is_empty() {
            return;
        }
        let (place, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
        match rng.random_range(0..10u32) {
            0 => drop(lines.remove(place)),
            6 | 7 => lines.insert(place, step(rng, model)),
            8 => lines[place] = step(rng, model),
            9 => {
                // A branch that ends at once.
                let leaf = ["c", "s", "f 0", "b 0"][rng.random_range(0..4usize)];
                let (x, value) = (rng.random_range(0..model.variables.len()), -3..=5i64);
                let branch =
                    [format!("d {x} {}", rng.random_range(value)), leaf.into(), "u".into()];
                lines.splice(place..place, branch);
            }
            1 => lines.insert(other, lines[place].clone()),
            2 => lines.swap(place, other),
            3 => lines[place] = lines[other].clone(),
            4 => {
                // A block is left out.
                let end = (place + rng.random_range(1..=6usize)).min(lines.len());
                lines.drain(place..end);
            }
            _ => {
                let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
                let at = rng.random_range(0..words.len());
                words[at] = match words[at].parse::<i64>() {
                    Ok(number) => (number + [-1, 1, 2][rng.random_range(0..3usize)]).to_string(),
                    Err(_) => "dpkgafscurmnlewqhbt"
                        .chars()
                        .nth(rng.random_range(0..19usize))
                        .map_or_else(String::new, |own| own.to_string()),
                };
                lines[place] = words.join(" ");
            }
        }
    }
}

/// The verdict of the checker. The second checker, where it is asked, gives the same one.
fn accepted(model: &CheckerModel, text: &str, asks: bool) -> (Option<AcceptedClaim>, bool) {
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let shown = check_certificate(model, text.as_bytes(), &mut none, &|| Ok(()));
    let is_asked = asks && crate::second::agrees(model, text, &HashMap::new(), &shown);
    (shown.ok(), is_asked)
}

#[test]
fn no_mutant_shows_what_is_false() {
    let (mutants, seed) = (number("PARALLAX_MUTANTS", 4_000u64), number("PARALLAX_SEED", 0u64));
    let (mut tried, mut right, mut models, mut again, mut both) = (0, 0, 0, 0, [0; 3]);
    while tried < mutants {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(models));
        models += 1;
        let model = model(&mut rng);
        let kind = if rng.random_bool(0.6) { ClaimKind::Count } else { ClaimKind::Optimum };
        let head = format!("parallax-certificate 3 {} {kind}", model.digest());
        let truth = truth(&model, kind);
        let lines = certificate(&model, kind, &mut rng);
        let text = |lines: &[String]| format!("{head}\n{}\n", lines.join("\n"));
        // The second checker is slow.
        let asks = mutants > 4_000 || models.is_multiple_of(4);
        let has_hidden = model.variables.iter().any(|own| !own.shown);
        let genuine = accepted(&model, &text(&lines), asks).0.map(|own| own.claim);
        let label = |case: u64| format!("case {case}, seed {}\n{}", seed + models - 1, model);
        assert_eq!(genuine.as_ref(), Some(&truth), "{}\n{}", label(tried), text(&lines));
        for _ in 0..20 {
            let mut own = lines.clone();
            mutate(&mut rng, &model, &mut own);
            if own == lines {
                continue;
            }
            tried += 1;
            again += u64::from(own.iter().any(|line| line.starts_with('b')));
            let (shown, is_asked) = accepted(&model, &text(&own), asks);
            both[0] += u64::from(is_asked);
            both[1] += u64::from(is_asked && has_hidden);
            both[2] += u64::from(is_asked && shown.is_some());
            if let Some(shown) = shown {
                assert_eq!(shown.claim, truth, "{}\n{}", label(tried), text(&own));
                right += 1;
            }
        }
    }
    println!("{tried} mutants of {models} certificates: {right} accepted, all of them right");
    println!("{again} of them meet problems again");
    let [both, hidden, taken] = both;
    println!("both checkers agree on {both}: {hidden} with hidden variables, {taken} accepted");
    assert!(again * 20 > tried, "{again} of {tried}");
    assert!(right > 0 && right * 2 < tried, "{right} of {tried}");
}
