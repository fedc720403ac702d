//! An explanation as one JSON object.

use std::collections::BTreeSet;

use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationPart, InstanceExplanation, MinimalSet,
    VerifiedRepair,
};
use parallax_instance::Instance;
use parallax_model::{Given, Model, VarId};
use serde_json::{Value as Json, json};

/// Returns an explanation of an instance as one object; `docs/how-to/why.md` describes its fields.
#[must_use]
pub fn why_json(instance: &dyn Instance, why: &InstanceExplanation) -> Json {
    let model = why.problem.model();
    let line = |solution| instance.notation().write_solution(solution);
    let (answer, solutions) = match &why.finding {
        ExplainedFact::Satisfiable(solution) => ("sat", vec![line(solution)]),
        ExplainedFact::Unsatisfiable => ("unsat", Vec::new()),
        ExplainedFact::Forced(_, solution) => ("forced", vec![line(solution)]),
        ExplainedFact::Impossible(_, solution) => ("impossible", vec![line(solution)]),
        ExplainedFact::Possible(_, one, other) => ("possible", vec![line(one), line(other)]),
        ExplainedFact::Contradiction(_) => ("contradiction", Vec::new()),
        ExplainedFact::Unknown(_) => ("unknown", Vec::new()),
    };
    let reason = match &why.finding {
        ExplainedFact::Unknown(reason) | ExplainedFact::Contradiction(reason) => Some(reason),
        _ => None,
    };
    json!({
        "puzzle": instance.puzzle_name(),
        "title": instance.title(),
        "model": why.viewpoint.to_string(),
        "engine": why.engine,
        "answer": answer,
        "reason": reason,
        "value": why.about.map(|given| given_json(model, given)),
        "solutions": solutions,
        "sets": why.sets.iter().map(|set| set_json(why, set)).collect::<Vec<_>>(),
        "complete": why.more.as_ref().map(String::is_empty),
        "incomplete": why.more.as_ref().filter(|more| !more.is_empty()),
        "repair": why.repair.as_ref().map(|repair| match repair {
            Ok(repair) => repair_json(instance, why, repair),
            Err(reason) => json!({"found": false, "reason": reason.to_string()}),
        }),
    })
}

fn given_json(model: &Model, given: Given) -> Json {
    let (name, word) =
        (model.name_of(given.variable), model.describe_value(given.variable, given.value));
    json!({"variable": name, "value": given.value, "word": word})
}

fn part_json(model: &Model, part: &ExplanationPart) -> Json {
    let words = part.description(model);
    match part {
        ExplanationPart::Clue(given) => {
            let name = model.name_of(given.variable);
            json!({"kind": "clue", "words": words, "variable": name, "value": given.value})
        }
        ExplanationPart::Rule { label, places } => {
            let variables = rule_variables(model, places);
            json!({
                "kind": "rule", "words": words, "label": label, "constraints": places,
                "variables": variables,
            })
        }
    }
}

/// Maximum number of variables of a rule that are named.
const MAX_NAMED_VARIABLES: usize = 1000;

/// Returns the names of the shown variables in constraints, in the order of the model.
fn rule_variables<'m>(model: &'m Model, places: &[usize]) -> Vec<&'m str> {
    let constraints = places.iter().filter_map(|&place| model.constraints().get(place));
    let scope: BTreeSet<VarId> = constraints.flat_map(|posted| posted.constraint.scope()).collect();
    let shown: BTreeSet<VarId> = model.shown().iter().copied().collect();
    let named = scope.intersection(&shown).take(MAX_NAMED_VARIABLES);
    named.map(|&variable| model.name_of(variable)).collect()
}

fn parts_json(why: &InstanceExplanation, parts: &[usize]) -> Vec<Json> {
    let model = why.problem.model();
    parts.iter().map(|&part| part_json(model, &why.problem.parts()[part])).collect()
}

fn set_json(why: &InstanceExplanation, set: &MinimalSet) -> Json {
    let smallest = set.smallest.as_ref();
    let mut parts = parts_json(why, &set.parts);
    // `parts_json` keeps the order of the parts, so the two lists belong together.
    for (part, object) in set.parts.iter().zip(&mut parts) {
        if let Some((_, places)) = set.needed.iter().find(|(other, _)| other == part) {
            object["needed"] = json!(places);
        }
    }
    json!({
        "parts": parts,
        "minimal": set.open.is_none(),
        "open": set.open,
        "confirmed": confirmed_json(&set.confirmed),
        "smallest": smallest.map(Result::is_ok),
        "smallest_confirmed": smallest.and_then(|s| s.as_ref().ok()).map(confirmed_json),
        "smallest_open": smallest.and_then(|s| s.as_ref().err()).map(ToString::to_string),
    })
}

/// Returns whether engines confirm a claim: the answer, and the engines or the reason.
#[must_use]
pub fn confirmed_json(confirmed: &ClaimConfirmation) -> Json {
    match confirmed {
        ClaimConfirmation::By(engines) => json!({"answer": "yes", "engines": engines}),
        ClaimConfirmation::Not(reason) => json!({"answer": "open", "reason": reason}),
        ClaimConfirmation::Refuted(how) => json!({"answer": "no", "reason": how}),
    }
}

fn repair_json(
    instance: &dyn Instance,
    why: &InstanceExplanation,
    repair: &VerifiedRepair,
) -> Json {
    let model = why.problem.model();
    json!({
        "found": true,
        "drop": parts_json(why, &repair.drop),
        "instead": repair.instead.iter().map(|&g| given_json(model, g)).collect::<Vec<_>>(),
        "others": repair.others.iter().map(|&(part, instead)| json!({
            "part": part_json(model, &why.problem.parts()[part]),
            "instead": instead.map(|given| given_json(model, given)),
        })).collect::<Vec<_>>(),
        "clues_only": repair.clues_only,
        "solution": instance.notation().write_solution(&repair.solution),
        "confirmed": confirmed_json(&repair.confirmed),
    })
}
