//! Genuine certificates of random models with steps that are left out, there twice, or changed: what
//! is accepted is true.
//!
//! `PARALLAX_MUTANTS` is the number of mutants, `PARALLAX_SEED` the first seed.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod honest;
mod meaning;
mod random;

use std::io::ErrorKind;

use parallax_certificates::{Accepted, Kind, Model, Objective, check};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use honest::{certificate, truth};
use random::{KINDS, constraint, domains, model_of, number};

/// A model of up to three constraints of any kinds, perhaps with hidden variables, and an objective.
fn model(rng: &mut ChaCha8Rng) -> Model {
    let mut domains = domains(rng);
    if rng.random_bool(0.5) {
        // Equal domains, so that problems are met again.
        domains = vec![domains[0].clone(); domains.len()];
    }
    let mut model = model_of(&domains);
    let variables = model.variables.len();
    for own in model.variables.iter_mut().skip(1) {
        own.shown = rng.random_bool(0.8);
    }
    for _ in 0..rng.random_range(0..=3u32) {
        let kind = KINDS[rng.random_range(0..KINDS.len())];
        model.constraints.push(constraint(rng, kind, variables));
    }
    let terms = (0..variables).map(|own| (rng.random_range(-2..=2i64), own)).collect();
    model.objective = Some(Objective { terms, minimize: rng.random_bool(0.5) });
    model
}

/// Changes some steps.
fn mutate(rng: &mut ChaCha8Rng, lines: &mut Vec<String>) {
    for _ in 0..=rng.random_range(0..=2u32) {
        if lines.is_empty() {
            return;
        }
        let (place, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
        match rng.random_range(0..6u32) {
            0 => drop(lines.remove(place)),
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

fn accepted(model: &Model, text: &str) -> Option<Accepted> {
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    check(model, text.as_bytes(), &mut none, &|| Ok(())).ok()
}

#[test]
fn no_mutant_shows_what_is_false() {
    let (mutants, seed) = (number("PARALLAX_MUTANTS", 4_000u64), number("PARALLAX_SEED", 0u64));
    let (mut tried, mut right, mut models, mut again) = (0, 0, 0, 0);
    while tried < mutants {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(models));
        models += 1;
        let model = model(&mut rng);
        let kind = if rng.random_bool(0.6) { Kind::Count } else { Kind::Optimum };
        let head = format!("parallax-certificate 2 {} {kind}", model.digest());
        let truth = truth(&model, kind);
        let lines = certificate(&model, kind, &mut rng);
        let text = |lines: &[String]| format!("{head}\n{}\n", lines.join("\n"));
        let genuine = accepted(&model, &text(&lines)).map(|own| own.claim);
        let label = |case: u64| format!("case {case}, seed {}\n{}", seed + models - 1, model);
        assert_eq!(genuine.as_ref(), Some(&truth), "{}\n{}", label(tried), text(&lines));
        for _ in 0..20 {
            let mut own = lines.clone();
            mutate(&mut rng, &mut own);
            if own == lines {
                continue;
            }
            tried += 1;
            again += u64::from(own.iter().any(|line| line.starts_with('b')));
            if let Some(shown) = accepted(&model, &text(&own)) {
                assert_eq!(shown.claim, truth, "{}\n{}", label(tried), text(&own));
                right += 1;
            }
        }
    }
    println!("{tried} mutants of {models} certificates: {right} accepted, all of them right");
    println!("{again} of them meet problems again");
    assert!(again * 20 > tried, "{again} of {tried}");
    assert!(right > 0 && right * 2 < tried, "{right} of {tried}");
}
