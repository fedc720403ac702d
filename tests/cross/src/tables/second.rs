//! Random tables as the page says: what the engines find is what a second reader of the page finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::compare_instance;
use parallax_engines::Spec;
use parallax_formats::TablesInstance;
use parallax_instance::{Instance, ModelSource, SourcedInstance};
use parallax_model::ObjectiveSense;
use parallax_model::engine_api::{Answer, Control, Engine, Task};

use super::drawn::problem;
use super::page::{Number, Page};
use super::random::problems;
use super::{all, read};
use crate::common::{engines, plan};

/// The whole numbers that are tried where the glossary leaves them open.
pub(super) const OPEN: std::ops::RangeInclusive<i64> = -4..=4;

/// Maximum number of assignments to try.
pub(super) const MOST: usize = 4_000;

/// Maximum number of values of a variable that a direct encoding takes in good time.
const NARROW: u64 = 200;

/// Why tables may be refused: what the page names.
const REFUSALS: &[&str] = &[
    "depends on itself",
    "is collected",
    "may be any",
    "is outside",
    "is not known from the start",
    "excludes everything",
    "more than 9 digits",
];

/// The best value that a row has, as it is printed.
fn row_value(instance: TablesInstance, engine: &str) -> Option<String> {
    let found = SourcedInstance::new("own", instance);
    let compared =
        compare_instance(&plan(engines(engine), Task::Optimise), found, &Control::unlimited());
    compared.unwrap().rows[0].value.map(|value| value.to_string())
}

/// The best value that an engine finds, as it is printed.
fn best(instance: &TablesInstance, engine: &str) -> Option<String> {
    let viewpoint = instance.default_viewpoint();
    let model = Arc::new(instance.model(&viewpoint).unwrap());
    let (spec, control): (Spec, _) = (engine.parse().unwrap(), Control::unlimited());
    let mut session = spec.prepare(&model, 0, &control).unwrap();
    let outcome = session.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(()));
    match outcome.answer {
        Answer::Optimal(value) => Some(model.objective().unwrap().to_decimal(value).to_string()),
        Answer::Unsatisfiable => None,
        other => panic!("{other:?}"),
    }
}

/// The result of one problem.
enum Shown {
    /// Whether there is a solution.
    Same(bool),
    /// The program refuses it, for a reason that the page names.
    Refused,
    TooLarge,
    /// A description of the difference.
    Differs(String),
}

/// Solves a problem in both ways.
fn shown(text: &str) -> Shown {
    let instance = match read(text) {
        Ok(instance) => instance,
        Err(error) => {
            let why = error.to_string();
            let known = REFUSALS.iter().any(|words| why.contains(words));
            return if known { Shown::Refused } else { Shown::Differs(why) };
        }
    };
    let page = Page::read(text);
    if page.assignments(OPEN) > MOST {
        return Shown::TooLarge;
    }
    let (mut expected, mut values): (BTreeSet<String>, Vec<Number>) = Default::default();
    page.solutions(OPEN, &mut |line, value| {
        expected.insert(line);
        values.extend(value);
    });
    let narrow =
        instance.built_model().model.variables().iter().all(|own| own.domain.len() <= NARROW);
    let engines: &[&str] = if narrow { &["native", "sat:batsat+direct"] } else { &["native"] };
    for engine in engines {
        let Some(found) = all(&instance, engine) else { continue };
        if let Some(broken) = found.iter().find_map(|own| instance.rules(own).err()) {
            return Shown::Differs(format!("{engine}: the program itself refuses it: {broken}"));
        }
        let found: BTreeSet<String> =
            found.iter().map(|solution| instance.notation().write_solution(solution)).collect();
        let (missing, wrong) =
            (expected.difference(&found).next(), found.difference(&expected).next());
        if missing.is_some() || wrong.is_some() {
            return Shown::Differs(format!("{engine}: missing {missing:?}, wrong {wrong:?}"));
        }
    }
    if let Some(objective) = instance.built_model().model.objective() {
        let least = match objective.sense {
            ObjectiveSense::Minimize => values.iter().min(),
            ObjectiveSense::Maximize => values.iter().max(),
        };
        let (printed, expected) = (best(&instance, "native"), least.map(ToString::to_string));
        let row = row_value(read(text).unwrap(), "native");
        if printed != expected || row != expected {
            return Shown::Differs(format!("best {printed:?}, in a row {row:?}, not {expected:?}"));
        }
    }
    Shown::Same(!expected.is_empty())
}

#[test]
fn random_tables_mean_what_a_second_reader_of_the_page_reads() {
    let (mut solved, mut nonempty, mut refused, mut large) = (0u64, 0u64, 0u64, 0u64);
    let mut differ: Vec<String> = Vec::new();
    for case in 0..problems() {
        let text = problem(case);
        match shown(&text) {
            Shown::Same(has_solutions) => {
                solved += 1;
                nonempty += u64::from(has_solutions);
            }
            Shown::Refused => refused += 1,
            Shown::TooLarge => large += 1,
            Shown::Differs(how) => differ.push(format!("case {case}: {how}\n{text}")),
        }
    }
    let sums = format!(
        "{solved} solved, {nonempty} with solutions, {refused} refused, {large} too large, {} differ",
        differ.len()
    );
    println!("{sums}");
    differ.iter().take(20).for_each(|text| println!("{text}"));
    let shortest = differ.iter().min_by_key(|text| text.len());
    assert!(differ.is_empty(), "{sums}; first {}\n{}", differ[0], shortest.unwrap());
    assert!(3 * solved > problems() && 6 * nonempty > problems(), "{sums}");
}
