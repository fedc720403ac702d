//! Damaged certificates, given to the program that checks them: none is accepted that shows what is
//! false, and none makes it crash or take long.
//!
//! `PARALLAX_MUTANTS` is their number, `PARALLAX_SEED` the first seed.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use parallax_certificates::StepEncoding;
use parallax_engines::{CertifyingEngine, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{Model, Value, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::certificates::mutations::mutate;
use crate::certificates::{SETTINGS, shown_solutions};
use crate::common::skipped;

/// The mutants of one certificate.
const EACH: u64 = 25;

/// The seconds that the program may take for one: a certificate of a small model takes
/// milliseconds.
const LIMIT: &str = "20";

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|own| own.parse().ok()).unwrap_or(usual)
}

/// The checker, beside the program.
fn checker() -> Option<PathBuf> {
    let name = format!("parallax-check{}", std::env::consts::EXE_SUFFIX);
    let path = Path::new(env!("CARGO_BIN_EXE_parallax")).with_file_name(name);
    path.exists().then_some(path)
}

/// The right claims about a model.
struct Truth {
    count: u64,
    /// The best value, where there is an objective and a solution.
    best: Option<i64>,
}

impl Truth {
    fn of(model: &Arc<Model>) -> Truth {
        let spec: Spec = "brute".parse().expect("a spec");
        let control = Control::unlimited();
        let mut session = spec.prepare(model, 0, &control).expect("small models");
        let best = model.objective().and_then(|_| {
            let mut go_on = |_: &[Value]| ControlFlow::Continue(());
            match session.ask(&[], Task::Optimise, &control, &mut go_on).answer {
                Answer::Optimal(value) => Some(value),
                _ => None,
            }
        });
        Truth { count: shown_solutions(model), best }
    }

    fn allows(&self, words: &str) -> bool {
        let best = self.best.map_or("none".to_owned(), |best| best.to_string());
        let optimum =
            (self.count == 0) != self.best.is_some() && words == format!("optimum {best}");
        words == format!("count {}", self.count) || optimum
    }
}

/// A genuine certificate of a model, in a form, at a place.
fn write_certificate(rng: &mut ChaCha8Rng, model: &Arc<Model>, form: StepEncoding, file: &Path) {
    let spec: Spec = SETTINGS[rng.random_range(0..SETTINGS.len())].parse().expect("settings");
    let engine =
        CertifyingEngine::new(&spec).expect("native search").kept_in(file.to_owned(), form);
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 7, &control).expect("a session");
    let task = if model.objective().is_some() { Task::Optimise } else { Task::All };
    let outcome = session.ask(&[], task, &control, &mut |_: &[Value]| ControlFlow::Continue(()));
    assert_eq!(outcome.proof.expect("a fate").accepted, Some(true), "{spec}\n{model}");
}

/// Changes some bytes.
fn damage(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    for _ in 0..rng.random_range(1..4u32) {
        let place = rng.random_range(0..bytes.len().max(1));
        let end = (place + rng.random_range(1..9usize)).min(bytes.len());
        match rng.random_range(0..5u32) {
            0 => bytes.truncate(place),
            1 => drop(bytes.drain(place.min(end)..end)),
            2 => bytes.insert(place.min(bytes.len()), rng.random()),
            3 => {
                let copy = bytes[place.min(end)..end].to_vec();
                bytes.splice(place..place, copy);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << rng.random_range(0..8u32);
                }
            }
        }
        if bytes.is_empty() {
            return;
        }
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

/// A mutant of a certificate: of its steps, of its bytes, or of its bytes once they are packed.
fn mutant(rng: &mut ChaCha8Rng, [text, binary]: &[Vec<u8>; 2]) -> Vec<u8> {
    match rng.random_range(0..8u32) {
        0..4 => {
            let text = std::str::from_utf8(text).expect("a text");
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for _ in 0..rng.random_range(1..4u32) {
                if lines.len() > 1 {
                    mutate(&mut lines, rng);
                }
            }
            let text = format!("{}\n", lines.join("\n")).into_bytes();
            if rng.random_bool(0.1) { packed(&text) } else { text }
        }
        form => {
            let mut bytes = if form == 4 { text.clone() } else { binary.clone() };
            let behind = form == 7;
            if behind {
                bytes = packed(&bytes);
            }
            damage(rng, &mut bytes);
            bytes
        }
    }
}

/// Judges a run of the checker; whether the mutant was accepted.
fn judge(ran: &Output, truth: &Truth, label: &str) -> bool {
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    let label = format!("{label}: {out}{}", String::from_utf8_lossy(&ran.stderr));
    match ran.status.code() {
        Some(0) => {
            let words = out.trim_end().strip_prefix("certified: ").expect("a claim");
            assert!(truth.allows(words), "{label}");
            true
        }
        Some(1) => {
            assert!(out.starts_with("refused: "), "{label}");
            false
        }
        // Of a part only, and said so.
        Some(3) => out.starts_with("certified: in the part where "),
        other => panic!("{other:?}, {label}"),
    }
}

#[test]
fn the_program_accepts_no_damaged_certificate_that_shows_what_is_false() {
    let Some(checker) = checker() else {
        skipped("parallax-check is not built");
        return;
    };
    let (mutants, seed) = (number("PARALLAX_MUTANTS", 300), number("PARALLAX_SEED", 0));
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (mut tried, mut accepted, mut models) = (0, 0, 0);
    while tried < mutants {
        let own = seed.wrapping_add(models);
        let mut rng = ChaCha8Rng::seed_from_u64(own);
        models += 1;
        let model = match models % 3 {
            0 => sample::model_with_objective(&mut rng),
            _ => sample::random_model(&mut rng),
        };
        let model = Arc::new(model.expect("a sample"));
        let truth = Truth::of(&model);
        let forms = [(StepEncoding::Text, "own.cert"), (StepEncoding::Binary, "own.bin")].map(
            |(form, name)| {
                write_certificate(&mut rng, &model, form, &at(name));
                fs::read(at(name)).expect("a certificate")
            },
        );
        for case in 0..EACH.min(mutants - tried) {
            let bytes = mutant(&mut rng, &forms);
            fs::write(at("mutant"), &bytes).expect("written");
            let mut command = Command::new(&checker);
            command.args(["--timeout", LIMIT]).arg(at("own.cert.model.json")).arg(at("mutant"));
            let ran = command.output().expect("it runs");
            accepted +=
                u64::from(judge(&ran, &truth, &format!("case {tried}: seed {own}, mutant {case}")));
            tried += 1;
        }
    }
    println!("{tried} mutants of {models} certificates: {accepted} accepted, all of them right");
    assert!(accepted > 0 && accepted * 2 < tried, "{accepted} of {tried}");
}
