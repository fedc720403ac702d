//! Hints and paths as JSON.

use parallax_explain::ClaimConfirmation;
use parallax_hints::{
    CandidateId, CandidateState, DeductionStep, HintContent, HintFault, ModelHint, PathEnd,
    StepFinder, StepPath, unfold_step,
};
use parallax_instance::Instance;
use parallax_model::Given;
use serde_json::{Value as Json, json};

use super::text::{MOST_LINES, inner_words, is_hard, opposite_conclusion};
use super::tiers::{HintTier, describe_tier};
use crate::instance_explanation::confirmed_json;

/// Returns a hint up to a tier, or a whole path with [`HintTier::Reason`], as one object;
/// `docs/how-to/hints.md` describes its fields.
#[must_use]
pub fn hint_json(instance: &dyn Instance, hint: &ModelHint, most: HintTier) -> Json {
    let guide = &hint.guide;
    let mut object = json!({
        "puzzle": instance.puzzle_name(),
        "title": instance.title(),
        "answer": hint.next.name(),
        "uniqueness": guide.allowed.uniqueness,
    });
    match &hint.next {
        HintContent::Fault(fault) => object["fault"] = fault_json(guide, fault, most),
        HintContent::Done(state) | HintContent::Nothing(state) => {
            object["state"] = state_json(guide, state);
        }
        HintContent::Unknown(why) => object["reason"] = why.as_str().into(),
        HintContent::Steps { path, confirmed, smallest } => {
            object["state"] = state_json(guide, &path.start);
            let first = path.steps.first();
            // A client may show the tiers one by one, so all tiers up to the requested one are
            // included.
            let tiers = first.into_iter().flat_map(|step| {
                let all = HintTier::ALL.into_iter().filter(|&own| own <= most);
                all.map(|own| describe_tier(guide, &path.start, step, own))
            });
            object["tiers"] = tiers.collect::<Vec<_>>().into();
            if most == HintTier::Reason {
                object["steps"] = steps_json(guide, path, confirmed).into();
                object["end"] = end_name(&path.end).into();
                object["smallest_proved"] = (*smallest).into();
            }
        }
    }
    object
}

fn end_name(end: &PathEnd) -> &str {
    match end {
        PathEnd::Complete => "solved",
        PathEnd::Placement => "value",
        PathEnd::Open => "open",
        PathEnd::Stuck => "stuck",
        PathEnd::Contradiction => "contradiction",
        PathEnd::Unknown(_) => "unknown",
    }
}

fn candidate_texts(guide: &StepFinder, candidates: &[CandidateId]) -> Vec<String> {
    candidates.iter().map(|&candidate| guide.description(candidate)).collect()
}

/// Returns the value of each known shown variable, and the candidates of the others.
fn state_json(guide: &StepFinder, state: &CandidateState) -> Json {
    let mut values = serde_json::Map::new();
    let mut candidates = serde_json::Map::new();
    for &variable in guide.model().shown() {
        let own = || guide.rules.of_variable(variable);
        let name = guide.variable_name(variable).to_owned();
        match own().find(|&candidate| state.is_placed(candidate)) {
            Some(placed) => {
                values.insert(name, guide.value_text(placed).into());
            }
            None => {
                let live = own().filter(|&candidate| state.has_candidate(candidate));
                let live: Vec<String> = live.map(|candidate| guide.value_text(candidate)).collect();
                candidates.insert(name, live.into());
            }
        }
    }
    json!({"values": values, "candidates": candidates})
}

fn steps_json(guide: &StepFinder, path: &StepPath, confirmed: &[ClaimConfirmation]) -> Vec<Json> {
    let walk = path.walk_states(&guide.rules).enumerate();
    // Confirmations are indexed like the steps, and may end earlier; the state is the one before
    // the step.
    walk.map(|(number, (state, step))| {
        let mut object = step_json(guide, &state, step);
        if let Some(confirmed) = confirmed.get(number) {
            object["confirmed"] = confirmed_json(confirmed);
        }
        object
    })
    .collect()
}

fn step_json(guide: &StepFinder, state: &CandidateState, step: &DeductionStep) -> Json {
    let hard = is_hard(step).then(|| unfold_step(&guide.rules, state, step, MOST_LINES)).flatten();
    let inner = hard.map(|lines| {
        let lines: Vec<String> = lines.iter().map(|l| inner_words(guide, state, l)).collect();
        json!({"suppose": opposite_conclusion(guide, step), "lines": lines})
    });
    json!({
        "technique": step.technique.description(),
        "level": step.technique.level(),
        "size": step.size(),
        "needs_uniqueness": step.technique.needs_uniqueness(),
        "parts": step.parts.iter().map(|&part| json!({
            "part": guide.part_name(part),
            "words": guide.describe_part(state, part),
        })).collect::<Vec<_>>(),
        "rules": guide.whole_rules(step),
        "facts": candidate_texts(guide, &step.fact_candidates(&guide.rules, state)),
        "places": candidate_texts(guide, &step.places),
        "removes": candidate_texts(guide, &step.removes),
        "conclusion": guide.describe_conclusions(step),
        "reason": guide.reason_lines(state, step),
        "inner": inner,
    })
}

fn fault_json(guide: &StepFinder, fault: &HintFault, most: HintTier) -> Json {
    let words = |list: &[Given]| -> Vec<String> {
        list.iter().map(|&given| guide.model().given_words(given)).collect()
    };
    match fault {
        HintFault::Unsolvable => json!({"kind": "unsolvable"}),
        // Lower tiers must not reveal which entries are wrong, so they only count them.
        HintFault::Removed(list) if most < HintTier::Conclusion => {
            json!({"kind": "removed", "number": list.len()})
        }
        HintFault::Removed(list) => json!({"kind": "removed", "values": words(list)}),
        HintFault::Entries { wrong, .. } if most < HintTier::What => {
            json!({"kind": "entries", "number": wrong.len()})
        }
        HintFault::Entries { wrong, conflict, confirmed } => json!({
            "kind": "entries",
            "values": words(wrong),
            "conflict": (most == HintTier::Reason).then_some(conflict),
            "confirmed": (most == HintTier::Reason).then(|| confirmed_json(confirmed)),
        }),
    }
}
