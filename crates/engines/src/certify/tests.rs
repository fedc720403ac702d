//! Faults: a propagator that removes too much, an encoder with a clause too many. Each changes the
//! claim of some model, and the certificate of such a claim is refused. Sessions that answer
//! several questions.

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use parallax_certificates::{
    CertificateStep, CheckerModel as Flat, ClaimKind, StepEncoding, check_certificate, json,
};
use parallax_json as own_json;
use parallax_model::engine_api::{Answer, Control, Engine, QuestionOutcome, Session, Task};
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, ConstraintKind, Domain, Given, GlobalKind,
    Inverse, Linear, LinearTerm, Model, Value, VarId, sample,
};
use parallax_search::{SearchSettings, SearchState};
use parallax_solvers::SatKind;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::lemmas::{RefutedFormula, without_auxiliaries};
use super::write::{CertificateHeader, CertificateStepWriter};
use super::writer::{CertificateLog, CertificateWriter};
use super::{CertifyingEngine, no_files};
use crate::{SatEngine, Spec};

/// A buffer that a certificate is written to.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn begun(flat: &Flat) -> (Shared, Rc<RefCell<CertificateWriter>>) {
    let out = Shared::default();
    let about = CertificateHeader {
        digest: flat.digest(),
        kind: ClaimKind::Count,
        form: StepEncoding::Text,
        part: Vec::new(),
    };
    let writer: Box<dyn Write> = Box::new(out.clone());
    let writer = CertificateStepWriter::new(writer, false, &about, 1 << 30).unwrap();
    (out, Rc::new(RefCell::new(CertificateWriter::new(writer, false))))
}

/// Returns the claim that the certificate shows; `None` if it is refused.
fn shown(flat: &Flat, out: &Shared) -> Option<String> {
    let text = out.0.borrow().clone();
    check_certificate(flat, &text[..], &mut no_files, &|| Ok(()))
        .ok()
        .map(|own| own.claim.to_string())
}

fn flat(model: &Model) -> Flat {
    json::read_model(&own_json::write_model(model)).unwrap()
}

/// The solutions, each with values for all variables.
fn solutions(model: &Model) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    let mut search =
        SearchState::new(model, &SearchSettings::default(), 0, &Control::unlimited()).unwrap();
    search.ask(&[], Task::All, &Control::unlimited(), &mut |values| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    all
}

/// A model with one constraint, and choices that are left open at the root.
fn of_kind(kind: ConstraintKind, seed: u64) -> Model {
    if kind != ConstraintKind::Inverse {
        return sample::model_of_kind(&mut ChaCha8Rng::seed_from_u64(seed), kind).unwrap();
    }
    let mut model = Model::new("inverse");
    let last = 2 + (seed % 2) as Value;
    let mut side = |name: &str| -> Vec<VarId> {
        let all = 0..=last;
        all.map(|i| model.add_shown(format!("{name}{i}"), Domain::from_range(0, last)).unwrap())
            .collect()
    };
    let (left, right) = (side("l"), side("r"));
    let inverse = Inverse { left, right, first_left: 0, first_right: 0 };
    model.post("", Constraint::Inverse(inverse)).unwrap();
    model
}

#[test]
fn a_fault_in_a_propagator_is_caught() {
    let control = Control::unlimited();
    let regular = ConstraintKind::Global(GlobalKind::Regular);
    for kind in ConstraintKind::CORE.iter().copied().chain([regular]) {
        let (mut caught, mut honest) = (0, 0);
        for seed in 0..60 {
            let model = of_kind(kind, seed);
            let flat = flat(&model);
            let right = solutions(&model).len();
            for level in ["", ",ac", ",bounds", ",gac", ",d-way"] {
                for faulty in [false, true] {
                    let (out, kept) = begun(&flat);
                    let log = Box::new(CertificateLog(kept.clone()));
                    let settings = level.parse().unwrap();
                    let mut search =
                        SearchState::with_log(&model, &settings, 0, &control, log).unwrap();
                    if faulty {
                        search.sabotage_propagators();
                    }
                    let mut given = 0;
                    let outcome: QuestionOutcome =
                        search.ask(&[], Task::All, &control, &mut |_| {
                            given += 1;
                            ControlFlow::Continue(())
                        });
                    assert!(
                        kept.borrow_mut().finish_certificate(&outcome, &given.into()).is_none()
                    );
                    let found = shown(&flat, &out);
                    if given == right as u128 && !faulty {
                        assert_eq!(found, Some(right.to_string()), "{kind} seed {seed} {level}");
                        honest += 1;
                    } else if given != right as u128 {
                        assert_eq!(found, None, "{kind} seed {seed} {level}: {given} for {right}");
                        caught += 1;
                    }
                }
            }
        }
        assert!(honest == 300 && caught > 12, "{kind}: {honest} {caught}");
    }
}

/// The whole path from a wrong search to the outcome: the answer is taken back, with the number,
/// and the proof says that it was refused. All answers with a claim are tried.
#[test]
fn a_refused_certificate_takes_the_answer_back() {
    let control = Control::unlimited();
    let mut engine = CertifyingEngine::new(&Spec::native()).unwrap();
    engine.is_sabotaged = true;
    let (mut refused, mut claims) = (0, std::collections::BTreeSet::new());
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model_with_objective(&mut rng).unwrap());
        for task in [Task::All, Task::Count, Task::Limit(2), Task::Optimise] {
            let ask = |engine: &CertifyingEngine| {
                let mut session = engine.prepare(&model, 0, &control).unwrap();
                let mut given = 0_u64;
                let outcome = session.ask(&[], task, &control, &mut |_| {
                    given += 1;
                    ControlFlow::Continue(())
                });
                (outcome, given)
            };
            let (outcome, given) = ask(&engine);
            let (honest, number) = ask(&CertifyingEngine::new(&Spec::native()).unwrap());
            let proof = outcome.proof.as_ref().unwrap();
            assert!(honest.proof.as_ref().unwrap().refusal_reason().is_none(), "{model}");
            if proof.accepted == Some(true) {
                assert_eq!((&outcome.answer, given), (&honest.answer, number), "{task:?}\n{model}");
            } else if let Some(words) = proof.refusal_reason() {
                assert!(words.starts_with("certificate refused: line "), "{words}");
                assert!(matches!(outcome.answer, Answer::Unknown(_)), "{outcome:?}");
                assert!(!outcome.complete && outcome.counted.is_none(), "{outcome:?}");
                claims.insert(format!("{task:?} {}", honest.answer.name()));
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && claims.len() >= 5, "{refused} {claims:?}");
}

#[test]
fn a_clause_too_many_is_caught() {
    let control = Control::unlimited();
    for &kind in ConstraintKind::CORE {
        let (mut caught, mut auxiliary) = (0, 0);
        for seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let flat = flat(&model);
            let all = solutions(&model);
            for spec in ["sat:varisat+direct", "sat:varisat+order", "sat:varisat+channelled"] {
                let spec = spec.parse::<Spec>().unwrap();
                let Some(SatEngine { options, .. }) = spec.as_engine() else { continue };
                let options = without_auxiliaries(options);
                // The clause says that the first variable has the value of the first solution.
                let Some(first) = all.first() else { continue };
                let given = Given { variable: VarId::new(0), value: first[0] };
                let left: Vec<_> = all.iter().filter(|own| own[0] == first[0]).cloned().collect();
                if left.len() == all.len() {
                    continue;
                }
                let number = left.len() as u128;
                let plain = RefutedFormula::new(&model, &options, left, &control).ok();
                let Some(mut refutation) = plain.filter(|own| own.auxiliary_variables().is_none())
                else {
                    auxiliary += 1;
                    continue;
                };
                refutation.add_false_clause(given);
                let (out, kept) = begun(&flat);
                let mut write = |step: &CertificateStep<'_>| kept.borrow_mut().write_step(step);
                refutation.write_steps(&flat, SatKind::Varisat, 0, &control, &mut write).unwrap();
                let outcome = QuestionOutcome {
                    complete: true,
                    ..QuestionOutcome::at_once(Answer::Satisfiable)
                };
                assert!(kept.borrow_mut().finish_certificate(&outcome, &number.into()).is_none());
                assert_eq!(shown(&flat, &out), None, "{kind} seed {seed} {spec}");
                caught += 1;
            }
        }
        println!("{kind}: {caught} caught, {auxiliary} with auxiliary variables");
        assert!(caught > 0 || auxiliary > 0, "{kind}");
    }
}

/// Square `order` by `order`: rows and columns differ. `narrow` narrows the first domain at the
/// root.
fn latin(order: Value, narrow: bool) -> Arc<Model> {
    let mut model = Model::new("latin");
    let cells: Vec<VarId> = (0..order * order)
        .map(|i| model.add_shown(format!("c{i}"), Domain::from_range(1, order)).unwrap())
        .collect();
    let n = order as usize;
    for i in 0..n {
        let row = cells[i * n..][..n].to_vec();
        let column = cells.iter().copied().skip(i).step_by(n).collect();
        for scope in [row, column] {
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
    }
    if narrow {
        let terms = vec![LinearTerm { coefficient: 1, variable: cells[0] }];
        let less =
            Linear { terms, relation: ComparisonOperator::Le, constant: i64::from(order) - 1 };
        model.post("", Constraint::Linear(less)).unwrap();
    }
    Arc::new(model)
}

#[test]
fn one_session_certifies_one_question_after_the_other() {
    let control = Control::unlimited();
    let spec = Spec::native();
    let engine = CertifyingEngine::new(&spec).unwrap();
    assert!(!engine.abilities().asks_once);
    for narrow in [false, true] {
        let model = latin(4, narrow);
        let mut session = engine.prepare(&model, 0, &control).unwrap();
        let mut plain = spec.prepare(&model, 0, &control).unwrap();
        let given = |variable, value| Given { variable: VarId::new(variable), value };
        let questions = [
            vec![given(0, 1), given(5, 2)],
            vec![given(0, 1), given(1, 1)],
            vec![],
            vec![given(0, 4)],
            vec![given(0, 1), given(0, 2)],
            vec![given(3, 9)],
            vec![given(15, 3), given(1, 4)],
        ];
        for (givens, task) in questions
            .iter()
            .flat_map(|own| [Task::All, Task::Limit(2), Task::All].map(|task| (own, task)))
        {
            let ask = |session: &mut dyn Session| {
                let mut found = 0;
                let outcome = session.ask(givens, task, &control, &mut |_| {
                    found += 1;
                    ControlFlow::Continue(())
                });
                (outcome, found)
            };
            let (outcome, found) = ask(&mut *session);
            let (own, number) = ask(&mut *plain);
            assert_eq!((found, outcome.complete), (number, own.complete), "{givens:?}");
            // A search that is not complete certifies nothing.
            let proof = outcome.proof.unwrap();
            assert_eq!(proof.accepted, own.complete.then_some(true), "{givens:?}: {}", proof.words);
            if own.complete {
                let flat = flat(&model.restrict_givens(givens));
                assert_eq!(proof.digest, Some(flat.digest()), "{givens:?}");
            }
            if !narrow {
                assert_eq!(outcome.counters, own.counters, "{givens:?}");
            }
        }
    }
}

#[test]
fn certificates_beyond_the_memory_go_through_a_pipe() {
    let control = Control::unlimited();
    let model = latin(5, false);
    let engine = CertifyingEngine::new(&Spec::native()).unwrap();
    let mut session = engine.prepare(&model, 0, &control).unwrap();
    for (corner, number) in [(1, 32_256), (2, 32_256)] {
        let givens = [Given { variable: VarId::new(0), value: corner }];
        let mut found = 0;
        let outcome = session.ask(&givens, Task::All, &control, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((found, outcome.proof.unwrap().accepted), (number, Some(true)));
    }
}
