//! Random scripts.

use std::fmt::Write;

use parallax_formats::inputs::InputForm;
use parallax_model::instance::PuzzleSolution;
use rand::Rng;
use rand::seq::IndexedRandom;

use super::commands::commands;
use super::draw::{Drawn, LARGE, Meaning, SMALL};
use super::evaluate::{Names, bind, value};
use super::scope::{Scope, Sort};
use super::term::{Term, symbol};

/// A command. Symbols are numbered in the order of their declarations.
pub(super) enum Command {
    Declare(Sort),
    Define { name: usize, is_bool: bool, term: Term },
    Assert(Term),
}

/// Draws a script with its solutions.
pub(super) fn draw(rng: &mut impl Rng) -> Drawn {
    let wild = rng.random_bool(0.3);
    let mut scope = Scope::new(rng, wild);
    let mut commands = commands(&mut scope);
    let Scope { symbols, mut features, .. } = scope;
    if !features.contains(LARGE) {
        features.insert(SMALL);
    }
    let mut all = meaning(&symbols, &commands);
    let is_empty = all.as_ref().is_some_and(|all| all.solutions.is_empty());
    if is_empty && rng.random_bool(0.7) {
        negate_last(&mut commands);
        all = meaning(&symbols, &commands);
    }
    let text = text(rng, &commands);
    Drawn { form: InputForm::Smt, text, features, optimise: false, meaning: all }
}

/// Negates the last assertion: this often makes an unsatisfiable script satisfiable, and then its
/// comparison finds more faults.
fn negate_last(commands: &mut [Command]) {
    if let Some(Command::Assert(term)) = commands.last_mut() {
        let inner = std::mem::replace(term, Term::Truth(true));
        *term = Term::Nots(1, Box::new(inner));
    }
}

/// Writes the text, with elements of files that solvers ignore.
fn text(rng: &mut impl Rng, commands: &[Command]) -> String {
    let heads =
        ["", "", "(set-logic QF_LIA)\n", "; (assert false)\n(set-info :source |a ; ) b|)\n"];
    let mut text = heads.choose(rng).copied().unwrap_or_default().to_owned();
    let mut symbols = (0..).map(symbol);
    for command in commands {
        let is_short = rng.random_bool(0.5);
        let _ = match command {
            Command::Declare(sort) => {
                let keyword = if is_short { "declare-const" } else { "declare-fun" };
                let name = symbols.next().unwrap_or_default();
                let arguments = if is_short { "" } else { "() " };
                write!(text, "({keyword} {name} {arguments}{})", sort.name())
            }
            Command::Define { name, is_bool, term } => {
                let keyword = if is_short { "define-const" } else { "define-fun" };
                let (arguments, sort) =
                    (if is_short { "" } else { "() " }, if *is_bool { "Bool" } else { "Int" });
                // A symbol between bars is the same symbol as without them.
                write!(text, "({keyword} |n{name}| {arguments}{sort} {term})")
            }
            Command::Assert(term) => write!(text, "(assert {term})"),
        };
        text += ["\n", " ", "; more\r", "\r\n"].choose(rng).unwrap_or(&" ");
    }
    text += ["", "(check-sat)\n(get-model)\n", "(exit) (assert false)"].choose(rng).unwrap_or(&"");
    text
}

fn meaning(symbols: &[Sort], commands: &[Command]) -> Option<Meaning> {
    let (mut solutions, mut rules, mut too_large) = (Vec::new(), Vec::new(), false);
    for values in assignments(symbols) {
        let is_solution = holds(commands, &values)?;
        let terms: Option<PuzzleSolution> = values.iter().map(|&v| i32::try_from(v).ok()).collect();
        let Some(terms) = terms else {
            too_large |= is_solution;
            continue;
        };
        if is_solution {
            solutions.push(terms.clone());
        }
        rules.push((terms, is_solution));
    }
    solutions.sort();
    Some(Meaning { solutions, best: None, rules, too_large })
}

/// Whether the assertions hold; `None` if a number exceeds 128 bits.
fn holds(commands: &[Command], symbols: &[i128]) -> Option<bool> {
    let (mut names, mut all) = (Names::new(), true);
    for command in commands {
        match command {
            Command::Declare(_) => {}
            Command::Define { name, term, .. } => {
                let value = value(term, symbols, &mut names)?;
                bind(&mut names, *name, Some(value));
            }
            Command::Assert(term) => all &= value(term, symbols, &mut names)? == 1,
        }
    }
    Some(all)
}

/// Returns all assignments within the bounds and one value beyond them on each side.
fn assignments(symbols: &[Sort]) -> Vec<Vec<i128>> {
    let mut all: Vec<Vec<i128>> = vec![Vec::new()];
    for sort in symbols {
        let (low, high) = match sort {
            Sort::Bool => (0, 1),
            Sort::Int(low, high) => (i128::from(*low) - 1, i128::from(*high) + 1),
        };
        let longer = |start: &Vec<i128>| {
            let start = start.clone();
            (low..=high).map(move |value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
