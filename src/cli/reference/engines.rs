//! The page of the engines: requirements, tasks and abilities of each.

use parallax_engines::{DimacsEngine, EngineKind, EngineUsage, NativeSearch, SatEngine, Spec};
use parallax_model::engine_api::{Engine, EngineFamily, SolverLineage};
use parallax_solvers::replies::KNOWN_SOLVERS;

use super::markdown::{MarkdownPage, mark_code};
use crate::cli::engines::{ENGINE_LIST_HELP, is_first, listed_engines, native_choices};

pub(super) fn engines_page() -> MarkdownPage {
    let mut page = MarkdownPage::begin_generated("List of engines");
    page.add_paragraph(
        "'parallax engines' lists the engines of your build with their versions. Agreement counts \
         only between engines of different families. The tasks: 'first' is one solution, \
         'all' and 'limit' are all solutions and at most N, 'count' is their number, 'best' a best \
         one of a model with an objective. What an engine does not take is 'unsupported'.",
    );
    page.add_heading(2, "Engines");
    listed_engines().filter(is_first).for_each(|spec| describe_engine(&mut page, &spec));
    let lists = EngineUsage { title: "Lists and patterns", text: ENGINE_LIST_HELP };
    for usage in std::iter::once(lists).chain(Spec::engine_usages()) {
        page.add_heading(2, usage.title);
        page.add_paragraph(&format!("{}.", usage.text.trim_end_matches([':', '.'])));
        match Some(usage) {
            NativeSearch::USAGE => add_native_settings(&mut page),
            SatEngine::USAGE => {
                page.add_markdown("[encodings-list.md](encodings-list.md) has the names.");
            }
            DimacsEngine::USAGE => {
                page.add_markdown("These are known to work:");
                KNOWN_SOLVERS
                    .iter()
                    .for_each(|known| page.add_item(0, &format!("`{}`", known.spec), ""));
            }
            _ => {}
        }
    }
    page
}

/// Adds an engine.
fn describe_engine(page: &mut MarkdownPage, spec: &Spec) {
    page.add_heading(3, &spec.to_string());
    let mut about = mark_code(&spec.description());
    // `get_mut` returns nothing if the first character has several bytes, which then stays.
    if let Some(first) = about.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    page.add_markdown(&format!("{about}."));
    page.add_item(0, "family: ", &family_name(spec.family()));
    let facts = spec.engine_facts();
    if let Some(needs) = &facts.needs {
        page.add_item(0, "needs: ", needs);
    }
    page.add_item(0, "tasks: ", &facts.tasks.join(", "));
    page.add_item(0, "instances: ", facts.instances);
    let abilities = spec.abilities();
    let gives = [(abilities.cores, "cores"), (abilities.proofs, "proofs of unsatisfiability")];
    let gives: Vec<&str> =
        gives.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect();
    if !gives.is_empty() {
        page.add_item(0, "gives: ", &gives.join(", "));
    }
}

fn family_name(family: EngineFamily) -> String {
    let solver = match family.solver {
        SolverLineage::Brute => "brute force",
        SolverLineage::Native => "native search",
        SolverLineage::Local => "local search, which supports no claim",
        SolverLineage::MiniSat => "MiniSat",
        SolverLineage::Varisat => "Varisat",
        SolverLineage::Cadical => "CaDiCaL",
        SolverLineage::Z3 => "Z3",
        SolverLineage::Pumpkin => "Pumpkin",
        SolverLineage::Diagrams => "decision diagrams",
        SolverLineage::Ganak => "Ganak",
        SolverLineage::D4 => "D4",
        // Engines that pass the question on have no family of their own.
        _ => "that of the engine that answers",
    };
    format!("{solver}{}", if family.reformulated { ", reformulated" } else { "" })
}

/// Adds the settings of native search.
fn add_native_settings(page: &mut MarkdownPage) {
    let mut last = "";
    for choice in native_choices() {
        // Choices of one part follow each other, so a new name begins a new list.
        if std::mem::replace(&mut last, choice.part) != choice.part {
            page.add_item(0, choice.part, "");
        }
        page.add_item(1, &format!("`{}`: ", choice.name), &choice.about);
    }
}
