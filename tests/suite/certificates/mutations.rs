//! No mutation of a certificate is accepted with another claim, and the second checker says the
//! same of each.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use parallax_certificates::{Constraint, Relation, Terms, json};
use parallax_engines::Spec;
use parallax_model::engine_api::Task;
use parallax_model::sample;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{certified, certified_kinds, check, claim, second, whole};

/// Returns a constraint that always holds.
pub(super) fn always() -> Constraint {
    Constraint::Linear { terms: Terms::default(), relation: Relation::Eq, constant: 0 }
}

/// Changes a certificate a little.
pub(crate) fn mutate(lines: &mut Vec<String>, rng: &mut ChaCha8Rng) {
    let place = rng.random_range(1..lines.len() as u32) as usize;
    let other = rng.random_range(1..lines.len() as u32) as usize;
    match rng.random_range(0..6u32) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[other].clone()),
        2 => lines.swap(place, other),
        3 => lines.truncate(place),
        _ => {
            let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
            let word = rng.random_range(0..words.len() as u32) as usize;
            let number = rng.random_range(0..6u32);
            words[word] = if word == 0 {
                ["d", "p", "f", "s", "u", "c"][number as usize].to_owned()
            } else {
                number.to_string()
            };
            lines[place] = words.join(" ");
        }
    }
}

#[test]
fn no_mutation_is_accepted_with_another_claim() {
    let from_environment = |name: &str| std::env::var(name).ok().and_then(|own| own.parse().ok());
    let mutants: Option<usize> = from_environment("PARALLAX_MUTANTS");
    let kinds = certified_kinds();
    let mutations = mutants.map_or(60, |own| own.div_ceil(12 * kinds.len()));
    let every = if mutants.is_some() { 1 } else { 16 };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let native = Spec::native();
    let (mut tried, mut refused) = (0, 0);
    for (number, &kind) in (0u64..).zip(&kinds) {
        for seed in 0..12 {
            let mut rng = ChaCha8Rng::seed_from_u64(9000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            certified(&native, &model, Task::All, &file);
            let right = claim(&file).expect("a certificate");
            let text = fs::read_to_string(&file).expect("a text");
            let flat = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
            let flat = json::read_model(&flat).expect("a model");
            for _ in 0..mutations {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                if lines.len() < 2 {
                    break;
                }
                mutate(&mut lines, &mut rng);
                tried += 1;
                let own = lines.join("\n") + "\n";
                let shown = whole(&flat, own.as_bytes());
                // The second checker is slow.
                if tried % every == 0 {
                    second::agrees(&flat, &own, &HashMap::new(), &shown);
                }
                match shown {
                    Ok(shown) => assert_eq!(shown.claim, right, "{own}"),
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(tried >= 9_000 && refused > tried / 2, "{tried} {refused}");
}

#[test]
fn a_model_with_one_constraint_less_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let mut caught = 0;
    for (number, &kind) in (0u64..).zip(&certified_kinds()) {
        for seed in 0..4 {
            let mut rng = ChaCha8Rng::seed_from_u64(700 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let (_, given, ..) = certified(&Spec::native(), &model, Task::All, &file);
            let text = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
            let mut flat = json::read_model(&text).expect("a model");
            // Simulates a search whose propagators use a constraint that the model does not have.
            let whole = flat.digest();
            flat.constraints.clear();
            let steps = fs::read_to_string(&file).expect("a text").replace(&whole, &flat.digest());
            let points: usize =
                flat.variables.iter().filter(|v| v.shown).map(|v| v.domain.len()).product();
            if points as u64 != given {
                assert!(check(&flat, steps.as_bytes()).is_err(), "{kind} seed {seed}");
                caught += 1;
            }
        }
    }
    assert!(caught > 30, "{caught}");
}
