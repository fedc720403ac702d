//! The page of the engines: what each needs, takes and gives.

use parallax_engines::Spec;
use parallax_model::ask::{Engine, Family, Solver};
use parallax_solvers::SatKind;
use parallax_solvers::replies::KNOWN;

use super::markdown::{Page, marked};
use crate::cli::engines::{choices, is_first, listed};
use crate::cli::spec_forms;

pub(super) fn page() -> Page {
    let mut page = Page::generated("List of engines");
    page.paragraph(
        "'parallax engines' lists the engines of your build with their versions. Agreement counts \
         only between engines of different families. The tasks: 'first' is one solution, \
         'all' and 'limit' are all solutions and at most N, 'count' is their number, 'best' a best \
         one of a model with an objective. What an engine does not take is 'unsupported'.",
    );
    page.heading(2, "Engines");
    listed().filter(is_first).for_each(|spec| describe(&mut page, &spec));
    for (title, text) in [
        ("Lists and patterns", spec_forms::LISTS),
        ("Native search", spec_forms::NATIVE),
        ("Local search", spec_forms::LOCAL),
        ("Textbook search", spec_forms::TEXTBOOK),
        ("Reformulation", spec_forms::REFORM),
        ("SAT engines", spec_forms::SAT),
        ("External solvers", spec_forms::EXTERNAL),
        ("Portfolios", spec_forms::PORTFOLIO),
    ] {
        page.heading(2, title);
        page.paragraph(&format!("{}.", text.trim_end_matches([':', '.'])));
        match text {
            spec_forms::NATIVE => native(&mut page),
            spec_forms::SAT => {
                page.wrapped("[encodings-list.md](encodings-list.md) has the names.");
            }
            spec_forms::EXTERNAL => {
                page.wrapped("These are known to work:");
                KNOWN.iter().for_each(|known| page.item(0, &format!("`{}`", known.spec), ""));
            }
            _ => {}
        }
    }
    page
}

/// Adds an engine.
fn describe(page: &mut Page, spec: &Spec) {
    page.heading(3, &spec.to_string());
    let mut about = marked(&spec.description());
    if let Some(first) = about.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    page.wrapped(&format!("{about}."));
    page.item(0, "family: ", &family(spec.family()));
    if let Some(needs) = needs(spec) {
        page.item(0, "needs: ", &needs);
    }
    page.item(0, "tasks: ", &tasks(spec).join(", "));
    page.item(0, "instances: ", instances(spec));
    let abilities = spec.abilities();
    let gives = [(abilities.cores, "cores"), (abilities.proofs, "proofs of unsatisfiability")];
    let gives: Vec<&str> =
        gives.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect();
    if !gives.is_empty() {
        page.item(0, "gives: ", &gives.join(", "));
    }
}

/// Returns what a build or a machine must have for an engine.
fn needs(spec: &Spec) -> Option<String> {
    let feature = |name: &str| Some(format!("the Cargo feature '{name}'"));
    match spec {
        Spec::Sat { solver: SatKind::Varisat | SatKind::Batsat, .. } => None,
        Spec::Sat { solver, .. } => feature(solver.name()),
        Spec::Smt { solver, .. } => feature(solver.name()),
        Spec::Pumpkin => feature("pumpkin"),
        Spec::Count(_) if spec.abilities().external => {
            Some("the program, which 'scripts/setup --counters' installs".into())
        }
        _ => None,
    }
}

/// Returns the tasks that an engine takes.
fn tasks(spec: &Spec) -> &'static [&'static str] {
    match spec {
        Spec::Count(_) => &["count"],
        Spec::Local(_) => &["first", "best"],
        Spec::Paper(_) | Spec::Reform(_) | Spec::Pumpkin => &["first", "all", "limit", "count"],
        _ => &["first", "all", "limit", "count", "best"],
    }
}

/// Returns the instances that an engine takes.
fn instances(spec: &Spec) -> &'static str {
    match spec {
        Spec::Paper(_) => "SET with three cards a set",
        Spec::Brute => "models of up to 10^7 assignments",
        _ => "all",
    }
}

fn family(family: Family) -> String {
    let solver = match family.solver {
        Solver::Brute => "brute force",
        Solver::Native => "native search",
        Solver::Local => "local search, which supports no claim",
        Solver::MiniSat => "MiniSat",
        Solver::Varisat => "Varisat",
        Solver::Cadical => "CaDiCaL",
        Solver::Z3 => "Z3",
        Solver::Pumpkin => "Pumpkin",
        Solver::Diagrams => "decision diagrams",
        Solver::Ganak => "Ganak",
        Solver::D4 => "D4",
        // Unknown, or another one.
        _ => "that of the engine that answers",
    };
    format!("{solver}{}", if family.reformulated { ", reformulated" } else { "" })
}

/// Adds the settings of native search.
fn native(page: &mut Page) {
    let mut last = "";
    for choice in choices() {
        if std::mem::replace(&mut last, choice.part) != choice.part {
            page.item(0, choice.part, "");
        }
        page.item(1, &format!("`{}`: ", choice.name), &choice.about);
    }
}
