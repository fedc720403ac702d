//! Minimal sets of XCSP3 and FlatZinc files and of tables, against enumeration of what each
//! constraint says by itself: readers share definitions between constraints and narrow domains.
//!
//! `PARALLAX_CASES` is the number of files of each form.

use std::io::Cursor;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationEngines, ExplanationOptions, MinimalSets,
    explain_instance,
};
use parallax_formats::{FlatzincInstance, Xcsp3Instance};
use parallax_instance::{Instance, LineReader};
use parallax_model::engine_api::{Control, Engine};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of variables `a`, `b`, ..., and of the values of each, from 0.
const VARIABLES: usize = 4;
const VALUES: usize = 3;

const NAMES: [&str; VARIABLES] = ["a", "b", "c", "d"];

type Meaning = Box<dyn Fn(&[i64]) -> bool>;

/// A language of files.
struct Form {
    /// Draws a constraint: its text and its meaning.
    draw: fn(&mut ChaCha8Rng) -> (String, Meaning),
    /// Writes a file of constraints with the names `c0`, `c1`, ...
    write: fn(&[String]) -> String,
    read: fn(&str) -> Box<dyn Instance>,
}

const XCSP3: Form = Form { draw: xcsp3_constraint, write: xcsp3, read: read_xcsp3 };
const FLATZINC: Form = Form { draw: flatzinc_constraint, write: flatzinc, read: read_flatzinc };

fn read_xcsp3(text: &str) -> Box<dyn Instance> {
    let mut lines = LineReader::new("test", Cursor::new(text.to_owned()));
    Box::new(
        Xcsp3Instance::read_xcsp3(&mut lines).unwrap_or_else(|error| panic!("{error}\n{text}")),
    )
}

fn read_flatzinc(text: &str) -> Box<dyn Instance> {
    let mut lines = LineReader::new("test", Cursor::new(text.to_owned()));
    let read = FlatzincInstance::read_flatzinc(&mut lines)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    read.explanation_source()
        .and_then(|own| own.explanation_form(&Control::unlimited()))
        .expect("a form")
        .expect("made")
}

fn xcsp3(constraints: &[String]) -> String {
    let all: String = (0..)
        .zip(constraints)
        .map(|(number, own)| own.replacen('>', &format!(" id=\"c{number}\">"), 1) + "\n")
        .collect();
    let variables: String =
        NAMES.iter().map(|name| format!("<var id=\"{name}\"> 0..2 </var>")).collect();
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables>{variables}</variables>\n\
         <constraints>\n{all}</constraints></instance>"
    )
}

fn flatzinc(constraints: &[String]) -> String {
    let variables: String =
        NAMES.iter().map(|name| format!("var 0..2: {name} :: output_var;\n")).collect();
    let all = (0..).zip(constraints).map(|(number, own): (usize, &String)| {
        format!("constraint {own} :: mzn_constraint_name(\"c{number}\");\n")
    });
    format!("{variables}{}solve satisfy;\n", all.collect::<String>())
}

/// Draws three variables and a value.
fn operands(rng: &mut ChaCha8Rng) -> ([usize; 3], i64) {
    let mut variable = || rng.random_range(0..VARIABLES);
    let own = [variable(), variable(), variable()];
    (own, rng.random_range(0..VALUES as i64))
}

fn xcsp3_constraint(rng: &mut ChaCha8Rng) -> (String, Meaning) {
    let ([i, j, k], value) = operands(rng);
    let [u, v, w] = [i, j, k].map(|own| NAMES[own]);
    let intension = |text: String| format!("<intension> {text} </intension>");
    match rng.random_range(0..9) {
        0 => (intension(format!("eq({u},{value})")), Box::new(move |x| x[i] == value)),
        1 => (intension(format!("lt({u},{v})")), Box::new(move |x| x[i] < x[j])),
        // Several constraints share a division and what makes it defined.
        2 | 3 => (
            intension(format!("ge(div({u},{v}),{value})")),
            Box::new(move |x| x[j] != 0 && x[i] / x[j] >= value),
        ),
        4 => (
            intension(format!("or(eq(mod({u},{v}),{value}),lt({u},{w}))")),
            Box::new(move |x| x[j] != 0 && (x[i] % x[j] == value || x[i] < x[k])),
        ),
        5 => (
            format!("<allDifferent> add({u},{v}) {w} </allDifferent>"),
            Box::new(move |x| x[i] + x[j] != x[k]),
        ),
        6 => (
            format!(
                "<instantiation> <list> {u} </list> <values> {value} </values> </instantiation>"
            ),
            Box::new(move |x| x[i] == value),
        ),
        7 => (
            format!(
                "<sum> <list> add({u},{v}) {w} </list> <condition> (le,{value}) </condition> </sum>"
            ),
            Box::new(move |x| x[i] + x[j] + x[k] <= value),
        ),
        _ => (intension(format!("eq(mul({u},{v}),{w})")), Box::new(move |x| x[i] * x[j] == x[k])),
    }
}

fn flatzinc_constraint(rng: &mut ChaCha8Rng) -> (String, Meaning) {
    let ([i, j, k], value) = operands(rng);
    let [u, v, w] = [i, j, k].map(|own| NAMES[own]);
    match rng.random_range(0..9) {
        0 => (format!("int_eq({u},{value})"), Box::new(move |x| x[i] == value)),
        1 => (format!("int_eq({u},{v})"), Box::new(move |x| x[i] == x[j])),
        2 => (format!("int_le({value},{u})"), Box::new(move |x| value <= x[i])),
        3 => (format!("int_ne({u},{v})"), Box::new(move |x| x[i] != x[j])),
        4 => (format!("int_div({u},{v},{w})"), Box::new(move |x| x[j] != 0 && x[i] / x[j] == x[k])),
        5 => (
            format!("int_lin_le([1,-1,2],[{u},{v},{w}],{value})"),
            Box::new(move |x| x[i] - x[j] + 2 * x[k] <= value),
        ),
        6 => (format!("set_in({u},{{0,2}})"), Box::new(move |x| x[i] != 1)),
        7 => (format!("int_times({u},{v},{w})"), Box::new(move |x| x[i] * x[j] == x[k])),
        _ => (
            format!("int_lin_eq([1,1],[{u},{v}],{})", value + 1),
            Box::new(move |x| x[i] + x[j] == value + 1),
        ),
    }
}

/// Returns the assignments that a meaning allows, as bits.
fn allowed(holds: &Meaning) -> u128 {
    let values = |own: usize| -> Vec<i64> {
        (0..VARIABLES).map(|at| (own / VALUES.pow(at as u32) % VALUES) as i64).collect()
    };
    let all = 0..VALUES.pow(VARIABLES as u32);
    all.filter(|&own| holds(&values(own))).fold(0, |bits, own| bits | 1 << own)
}

/// Returns all minimal sets without a common assignment, as sorted names.
fn minimal_sets(masks: &[u128]) -> Vec<Vec<String>> {
    let members = |set: u32| (0..masks.len()).filter(move |&part| set >> part & 1 == 1);
    let is_open = |set: u32| members(set).fold(u128::MAX, |bits, part| bits & masks[part]) != 0;
    let minimal = (0..1u32 << masks.len())
        .filter(|&set| !is_open(set) && members(set).all(|part| is_open(set & !(1 << part))));
    let names = |set: u32| {
        let mut names: Vec<String> = members(set).map(|part| format!("c{part}")).collect();
        names.sort();
        names
    };
    let mut sets: Vec<Vec<String>> = minimal.map(names).collect();
    sets.sort();
    sets
}

fn engine(name: &str) -> Arc<dyn Engine> {
    Arc::new(name.parse::<Spec>().expect("a spec"))
}

/// Compares all minimal sets of random files with those by enumeration.
fn agree(form: &Form, salt: u64) {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let engines = ExplanationEngines {
        deciders: vec![engine("sat:batsat")],
        confirmers: vec![engine("native")],
        optimiser: engine("sat:batsat"),
    };
    let request =
        ExplanationOptions { sets: MinimalSets::All(200), ..ExplanationOptions::default() };
    let (mut seed, mut done) = (0, 0);
    while done < cases.unwrap_or(60) {
        seed += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ salt);
        let number = rng.random_range(3..8);
        let drawn: Vec<(String, Meaning)> = (0..number).map(|_| (form.draw)(&mut rng)).collect();
        let masks: Vec<u128> = drawn.iter().map(|(_, holds)| allowed(holds)).collect();
        if masks.iter().fold(u128::MAX, |bits, own| bits & own) != 0 {
            continue;
        }
        done += 1;
        let texts: Vec<String> = drawn.into_iter().map(|(text, _)| text).collect();
        let text = (form.write)(&texts);
        let instance = (form.read)(&text);
        let view = instance.default_viewpoint();
        let why = explain_instance(&*instance, &view, request, &engines, &Control::unlimited())
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(matches!(why.finding, ExplainedFact::Unsatisfiable), "seed {seed}\n{text}");
        let mut found: Vec<Vec<String>> = Vec::new();
        for set in &why.sets {
            assert!(
                matches!(set.confirmed, ClaimConfirmation::By(_)),
                "{set:?}, seed {seed}\n{text}"
            );
            let model = why.problem.model();
            let words = set.parts.iter().map(|&part| why.problem.parts()[part].description(model));
            let names = words.map(|own| own.split(':').next().unwrap_or_default().to_owned());
            let mut names: Vec<String> = names.collect();
            names.sort();
            found.push(names);
        }
        found.sort();
        let expected = minimal_sets(&masks);
        for set in &found {
            assert!(expected.contains(set), "{set:?} is no set, seed {seed}\n{text}");
        }
        if why.more.as_deref() == Some("") {
            assert_eq!(found, expected, "seed {seed}\n{text}");
        }
    }
}

#[test]
fn sets_of_xcsp3_files_are_those_of_their_constraints() {
    agree(&XCSP3, 0);
}

#[test]
fn sets_of_flatzinc_files_are_those_of_their_constraints() {
    agree(&FLATZINC, 1 << 40);
}

#[test]
fn a_constraint_stated_twice_is_in_sets_of_its_own() {
    let stated = |text: &str| vec![text.to_owned(); 2];
    for (form, twice, against) in [
        (&XCSP3, "<intension> lt(a,b) </intension>", "<intension> eq(b,0) </intension>"),
        (&FLATZINC, "int_eq(a,b)", "int_ne(a,b)"),
    ] {
        let mut all = stated(twice);
        all.push(against.to_owned());
        let instance = (form.read)(&(form.write)(&all));
        let engines = ExplanationEngines {
            deciders: vec![engine("sat:batsat")],
            confirmers: vec![engine("native")],
            optimiser: engine("sat:batsat"),
        };
        let request =
            ExplanationOptions { sets: MinimalSets::All(9), ..ExplanationOptions::default() };
        let view = instance.default_viewpoint();
        let why = explain_instance(&*instance, &view, request, &engines, &Control::unlimited());
        let why = why.expect("an explanation");
        assert_eq!((why.sets.len(), why.more.as_deref()), (2, Some("")), "{twice}");
    }
}
