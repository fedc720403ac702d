//! Proofs of SAT solvers become certificates.

use std::fs;
use std::sync::Arc;

use parallax_certificates::json;
use parallax_engines::Spec;
use parallax_model::engine_api::Task;
use parallax_model::{ConstraintKind, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::mutations::always;
use super::program::standing;
use super::{certified, check, shown_solutions};

#[test]
fn proofs_of_sat_solvers_become_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.cert");
    let solvers = ["sat:varisat", "sat:cadical"];
    let solvers =
        solvers.iter().filter_map(|name| name.parse::<Spec>().ok()).filter(Spec::is_built);
    let mut specs: Vec<Spec> = Vec::new();
    for solver in solvers {
        for integers in ["direct", "order", "channelled"] {
            let solver = solver.to_string();
            let solver = solver.split('+').next().expect("a name");
            specs.push(format!("{solver}+{integers}").parse().expect("a spec"));
        }
    }
    for (number, &kind) in (0u64..).zip(ConstraintKind::CORE) {
        let (mut accepted, mut auxiliary, mut weaker) = (0, 0, 0);
        for seed in 0..6 {
            let mut rng = ChaCha8Rng::seed_from_u64(8000 + 100 * number + seed);
            let model = Arc::new(sample::model_of_kind(&mut rng, kind).expect("a sample"));
            let count = shown_solutions(&model);
            for spec in &specs {
                let (_, given, fate, words) = certified(spec, &model, Task::All, &file);
                assert_eq!(given, count, "{spec} on {kind}");
                if fate.is_none() {
                    assert!(words.contains("are auxiliary"), "{spec} on {kind}: {words}\n{model}");
                    auxiliary += 1;
                    continue;
                }
                assert_eq!(fate, Some(true), "{spec} on {kind}: {words}\n{model}");
                accepted += 1;
                // Simulates an encoder that adds clauses without a reason.
                let text =
                    fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
                let mut flat = json::read_model(&text).expect("a model");
                let whole = flat.digest();
                flat.constraints.iter_mut().for_each(|own| *own = always());
                let steps =
                    fs::read_to_string(&file).expect("a text").replace(&whole, &flat.digest());
                let points: usize =
                    flat.variables.iter().filter(|v| v.shown).map(|v| v.domain.len()).product();
                if points as u64 != given {
                    assert!(check(&flat, steps.as_bytes()).is_err(), "{kind} seed {seed}");
                    weaker += 1;
                }
            }
        }
        println!(
            "{kind}: {accepted} certified, {auxiliary} with auxiliary variables, {weaker} weaker"
        );
        assert!(accepted > 0 || auxiliary > 0, "{kind}");
    }
    let unique =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let own = folder.path();
    for engine in specs.iter().map(Spec::to_string) {
        let found = standing(&format!("{unique} --unique --certify --engine {engine}"), own);
        assert_eq!(found, ("unique".into(), "certified (file)".into()), "{engine}");
    }
}
