//! The page of the engines: what each needs, takes and gives.

use parallax_engines::{DimacsEngine, EngineKind, EngineUsage, NativeSearch, SatEngine, Spec};
use parallax_model::ask::{Engine, Family, Solver};
use parallax_solvers::replies::KNOWN;

use super::markdown::{Page, marked};
use crate::cli::engines::{LISTS, choices, is_first, listed};

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
    let lists = EngineUsage { title: "Lists and patterns", text: LISTS };
    for usage in std::iter::once(lists).chain(Spec::usages()) {
        page.heading(2, usage.title);
        page.paragraph(&format!("{}.", usage.text.trim_end_matches([':', '.'])));
        match Some(usage) {
            NativeSearch::USAGE => native(&mut page),
            SatEngine::USAGE => {
                page.wrapped("[encodings-list.md](encodings-list.md) has the names.");
            }
            DimacsEngine::USAGE => {
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
    let facts = spec.facts();
    if let Some(needs) = &facts.needs {
        page.item(0, "needs: ", needs);
    }
    page.item(0, "tasks: ", &facts.tasks.join(", "));
    page.item(0, "instances: ", facts.instances);
    let abilities = spec.abilities();
    let gives = [(abilities.cores, "cores"), (abilities.proofs, "proofs of unsatisfiability")];
    let gives: Vec<&str> =
        gives.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect();
    if !gives.is_empty() {
        page.item(0, "gives: ", &gives.join(", "));
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
