//! Certificates about plain forms: of every global kind, with the number of solutions and the best
//! value that trying all assignments of the model itself finds.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_certificates::{check_certificate, json};
use parallax_model::engine_api::{
    Answer, CertifiedResult, Control, Engine, QuestionOutcome, SolutionCount, Task,
};
use parallax_model::{
    ConstraintKind, GlobalKind, LinearTerm, Model, Objective, ObjectiveSense, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{CertificateForm, CertifyingEngine};
use crate::Spec;

/// The engines that certify plain forms.
const SPECS: [&str; 4] = ["native,plain", "native,plain,gac,d-way", "count:native", "sat:varisat"];

/// A random model with a constraint of each of two global kinds.
fn drawn(rng: &mut ChaCha8Rng, kind: GlobalKind) -> Model {
    let mut model = sample::model_of_kind(rng, ConstraintKind::Global(kind)).unwrap();
    if rng.random_bool(0.3) {
        let other = GlobalKind::ALL[rng.random_range(0..GlobalKind::ALL.len())];
        let constraint = sample::draw_constraint(rng, &model, ConstraintKind::Global(other));
        model.post("", constraint).unwrap();
    }
    let sense = if rng.random() { ObjectiveSense::Minimize } else { ObjectiveSense::Maximize };
    let term = |place| LinearTerm {
        coefficient: [-2, -1, 1, 3][rng.random_range(0..4)],
        variable: VarId::new(place),
    };
    let shown = (0..model.variables().len()).filter(|&place| model.variables()[place].shown);
    let shown: Vec<LinearTerm> = shown.map(term).collect();
    model.set_objective(Objective::new(sense, shown)).unwrap();
    model
}

/// The distinct assignments of the shown variables, each with the value of the objective.
fn tried(model: &Model) -> BTreeMap<Vec<Value>, i64> {
    let domains: Vec<Vec<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    let points: usize = domains.iter().map(Vec::len).product();
    let mut found = BTreeMap::new();
    for point in 0..points {
        let mut left = point;
        let values: Vec<Value> = domains
            .iter()
            .map(|domain| {
                let value = domain[left % domain.len()];
                left /= domain.len();
                value
            })
            .collect();
        if model.check(&[], &values).is_ok() {
            let shown = model.variables().iter().zip(&values).filter(|(v, _)| v.shown);
            let value = model.objective().map_or(0, |own| own.value_under(&values));
            found.insert(shown.map(|(_, value)| *value).collect(), value);
        }
    }
    found
}

fn asked(engine: &CertifyingEngine, model: &Arc<Model>, task: Task) -> QuestionOutcome {
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 0, &control).unwrap();
    session.ask(&[], task, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{values:?}\n{model}");
        ControlFlow::Continue(())
    })
}

/// The value that is the best of all.
fn best(model: &Model, all: &BTreeMap<Vec<Value>, i64>) -> Option<i64> {
    let signed = |value: &i64| model.objective().map_or(0, |own| own.convert_cost(*value));
    all.values().copied().min_by_key(signed)
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn every_global_kind_is_certified_in_its_plain_form() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(90);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.cert");
    let beside = folder.path().join("own.cert.model.json");
    let (mut certified, mut by_sat) = (0, 0);
    for case in 0..cases {
        let kind = GlobalKind::ALL[case as usize % GlobalKind::ALL.len()];
        let model = drawn(&mut ChaCha8Rng::seed_from_u64(case), kind);
        let (all, model) = (tried(&model), Arc::new(model));
        let unknown = model.constraints().iter().any(|posted| {
            !matches!(posted.constraint.kind(), ConstraintKind::Global(GlobalKind::Regular))
        });
        for spec in SPECS {
            let parsed: Spec = spec.parse().unwrap();
            if !parsed.is_built() {
                continue;
            }
            let engine = CertifyingEngine::new(&parsed).unwrap();
            let engine = engine.kept_in(file.clone(), CertificateForm::Text);
            let tasks = [Task::Count, Task::Optimise];
            for task in
                tasks.into_iter().filter(|&task| task == Task::Count || spec.starts_with("native"))
            {
                let about = format!("case {case}, {spec}, {task:?}\n{model}");
                let outcome = asked(&engine, &model, task);
                let proof = outcome.proof.as_ref().expect("the fate of the certificate");
                let is_sat = spec.starts_with("sat:");
                // A formula may have auxiliary variables.
                assert!(
                    proof.accepted == Some(true) || is_sat && proof.accepted.is_none(),
                    "{}: {about}",
                    proof.words
                );
                if proof.accepted.is_none() {
                    continue;
                }
                certified += 1;
                by_sat += u64::from(is_sat);
                let shown = match task {
                    Task::Optimise => best(&model, &all).map_or(
                        CertifiedResult::Solutions(SolutionCount::zero()),
                        |value| {
                            CertifiedResult::Best(Some(
                                model.objective().unwrap().to_decimal(value),
                            ))
                        },
                    ),
                    _ => CertifiedResult::Solutions(all.len().into()),
                };
                assert_eq!(proof.shown.as_ref(), Some(&shown), "{about}");
                assert_eq!(outcome.answer == Answer::Unsatisfiable, all.is_empty(), "{about}");
                let is_plain = unknown || is_sat;
                assert_eq!(
                    proof.plain.contains(&ConstraintKind::Global(kind).to_string()),
                    is_plain,
                    "{about}"
                );
                // The checker reads the plain model that is kept, and nothing else.
                let flat = json::read_model(&fs::read_to_string(&beside).unwrap()).expect(&about);
                let mut none = |_: &str| Err(io::ErrorKind::NotFound.into());
                let text = fs::read(&file).unwrap();
                let again =
                    check_certificate(&flat, &text[..], &mut none, &|| Ok(())).expect(&about);
                let words = match best(&model, &all) {
                    None if task == Task::Optimise => "none".to_owned(),
                    Some(value) if task == Task::Optimise => value.to_string(),
                    _ => all.len().to_string(),
                };
                assert!(again.claim.to_string().ends_with(&words), "{}: {about}", again.claim);
            }
        }
    }
    assert!(certified > 4 * cases && by_sat > cases / 10, "{certified} {by_sat}");
}

#[test]
fn without_plain_forms_nothing_is_certified_and_the_way_is_named() {
    for &kind in GlobalKind::ALL.iter().filter(|&&kind| kind != GlobalKind::Regular) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let kind = ConstraintKind::Global(kind);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).unwrap());
        let engine = CertifyingEngine::new(&Spec::native()).unwrap();
        let proof = asked(&engine, &model, Task::Count).proof.expect("words");
        assert_eq!((proof.accepted, proof.certified), (None, None));
        let expected = format!(
            "not certified: the checker does not know the kind '{kind}'; --engine native,plain has \
             its plain form certified"
        );
        assert_eq!(proof.words, expected);
    }
}
