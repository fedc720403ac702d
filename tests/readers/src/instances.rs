//! Readers of instances and of their solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_engines::Spec;
use parallax_formats::inputs::{InputForm, InputSources, from_bytes};
use parallax_fuzz::cases::case_rng;
use parallax_fuzz::engines::draw_model;
use parallax_instance::{Instance, PuzzleSolution};
use parallax_json as json;
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_translate::{ClauseFormat, ModelClauses, smt};

use crate::targets::{Target, text};
use crate::{packed, workbook};

/// Maximum number of instances of a text to examine.
const INSTANCES: usize = 64;

/// Maximum length of a text from whose instance a model is made. Instances with a longer number are
/// also skipped, because it may be the number of variables.
const SMALL: usize = 2000;
const DIGITS: usize = 5;

/// Maximum length of a text that is written and read again.
const MEDIUM: usize = 1 << 20;

/// The number of random models whose texts are damaged.
const SAMPLES: u64 = 12;

/// Returns the readers of all formats, the format detection, and the readers of solutions.
pub(crate) fn targets(seed: u64) -> Vec<Target> {
    let (mut targets, mut any) = (Vec::new(), Vec::new());
    for form in InputForm::all() {
        let texts = texts(form, seed);
        let source = format!("text.{form}");
        let mut instances = texts.iter().filter_map(|text| first(&source, text, form));
        targets.extend(instances.find_map(|instance| terms(form, instance)));
        any.extend(texts.iter().cloned());
        targets
            .push(Target::new(form.name(), texts, move |bytes| taken(&source, bytes, Some(form))));
    }
    any.extend(FOREIGN.map(|text| text.as_bytes().to_vec()));
    targets.push(Target::new("any", any, |bytes| taken("text", bytes, None)));
    targets.push(Target::new("packed", packed::texts(), |bytes| taken("text", bytes, None)));
    targets
}

/// Texts in forms of other programs, which are refused.
const FOREIGN: [&str; 8] = [
    "c x\nh 1 -2 0\n3 2 0\n",
    "p wcnf 2 2 10\n10 1 2 0\n3 -1 0\n",
    "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n",
    "c t wmc\np cnf 2 1\nc p weight 1 0.4 0\nc p show 1 0\n1 2 0\n",
    "<?xml version='1.0'?><!-- x --><instance format='XCSP3' type='CSP'></instance>",
    "int: n = 8;\nvar 1..n: x;\nconstraint x > 3;\nsolve satisfy;\n",
    "soft: 6 ;\n[2] +1 x1 >= 1 ;\n",
    "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n",
];

/// Returns valid texts in a format.
fn texts(form: InputForm, seed: u64) -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = form.samples().iter().map(|text| (*text).to_owned()).collect();
    if let InputForm::Puzzle(puzzle) = form {
        for name in puzzle.sample_texts().names {
            let stream =
                InputSources { names: vec![(*name).to_owned()], ..InputSources::default() }
                    .stream_instances();
            texts.extend(stream.flatten().map(|found| found.instance.notation().write_instance()));
        }
    }
    texts.extend((0..SAMPLES).filter_map(|sample| written(form, seed, sample)));
    let mut texts: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    if form == InputForm::Tables {
        texts.extend(workbook::workbook());
    }
    texts
}

/// Writes a random model in a general format.
fn written(form: InputForm, seed: u64, sample: u64) -> Option<String> {
    let model = draw_model(&mut case_rng(seed, u64::MAX - sample));
    let format = match form {
        InputForm::Model => return Some(json::write_model(&model)),
        InputForm::Cnf => ClauseFormat::Dimacs,
        InputForm::Opb => ClauseFormat::Opb,
        InputForm::Smt => {
            let mut bytes = Vec::new();
            smt::write_script(&model, &Control::unlimited()).ok()?.write_script(&mut bytes).ok()?;
            return String::from_utf8(bytes).ok();
        }
        // There is no writer of models in other forms here.
        _ => return None,
    };
    let cnf = ModelClauses::from_model(&model, &EncodingOptions::default(), &Control::unlimited())
        .ok()?;
    let mut bytes = Vec::new();
    cnf.write_formula(format, &["a sample".into()], &mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

fn first(source: &str, text: &[u8], form: InputForm) -> Option<Box<dyn Instance>> {
    let mut stream = from_bytes(source, text.to_vec(), Some(form)).ok()?;
    stream.next()?.ok().map(|found| found.instance)
}

/// Returns the reader of solutions of an instance.
fn terms(form: InputForm, instance: Box<dyn Instance>) -> Option<Target> {
    let terms = solution(&*instance)?;
    let text_of = instance.notation().write_solution(&terms);
    let drawn = instance.picture().draw_text(std::slice::from_ref(&terms));
    let reader = move |bytes: &[u8]| {
        let Ok(solutions) = instance.notation().read_solutions("text", &text(bytes)) else {
            return false;
        };
        for terms in solutions {
            let _ = (
                instance.rules(&terms),
                instance.picture().draw_text(std::slice::from_ref(&terms)),
            );
            let again = instance
                .notation()
                .read_solutions("text", &instance.notation().write_solution(&terms));
            assert_eq!(
                again,
                Ok(vec![terms]),
                "a solution changes when it is written and read back"
            );
        }
        true
    };
    Some(Target::new(format!("{form}-terms"), [text_of, drawn], reader))
}

/// Finds a solution of an instance.
fn solution(instance: &dyn Instance) -> Option<PuzzleSolution> {
    let viewpoint = instance.default_viewpoint();
    let model = Arc::new(instance.model(&viewpoint).ok()?);
    let (givens, control) = (instance.givens(&viewpoint), Control::unlimited());
    let mut session = Spec::native().prepare(&model, 0, &control).ok()?;
    let mut found = None;
    session.ask(&givens, Task::First, &control, &mut |values| {
        found = model.check(&givens, values).ok();
        ControlFlow::Break(())
    });
    found.map(|solution| instance.solution(&viewpoint, &solution))
}

/// Reads a text and uses the result; returns whether all of it was accepted.
fn taken(source: &str, bytes: &[u8], form: Option<InputForm>) -> bool {
    let Ok(stream) = from_bytes(source, bytes.to_vec(), form) else { return false };
    for found in stream.take(INSTANCES) {
        match found {
            Ok(found) => used(source, &*found.instance, form),
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains('\n'), "an error of several lines: {message}");
                return false;
            }
        }
    }
    true
}

fn used(source: &str, instance: &dyn Instance, form: Option<InputForm>) {
    let title = instance.title();
    let written = instance.notation().write_instance();
    if written.len() > MEDIUM {
        return;
    }
    let form = form.or_else(|| instance.puzzle_name().parse().ok());
    let again = from_bytes(source, written.clone().into_bytes(), form);
    let again = again.ok().and_then(|mut stream| stream.next()?.ok());
    let again =
        again.map(|found| (found.instance.title(), found.instance.notation().write_instance()));
    let mut numbers = written.split(|c: char| !c.is_ascii_digit());
    let small = written.len() <= SMALL && numbers.all(|digits| digits.len() <= DIGITS);
    assert_eq!(
        again,
        Some((title, written)),
        "an instance changes when it is written and read back"
    );
    if small {
        for name in instance.model_names() {
            let viewpoint = instance.viewpoint(name).expect("it is offered");
            let _ = (instance.model(&viewpoint), instance.givens(&viewpoint));
        }
        let _ = (
            instance.picture().draw_text(&[]),
            instance.picture().draw_svg(&[]),
            instance.rules(&[1, 2, -3]),
        );
    }
}
