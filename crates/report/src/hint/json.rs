//! Hints and paths as JSON.

use parallax_hints::{Candidate, End, Guide, Hint, HintFault, Next, Path, State, Step, unfold};
use parallax_model::Given;
use parallax_model::instance::Instance;
use parallax_why::Confirmed;
use serde_json::{Value as Json, json};

use super::text::{MOST_LINES, inner_words, is_hard, opposite};
use super::tiers::{Tier, tier};
use crate::why::confirmed_json;

/// Returns a hint up to a tier, or a whole path with [`Tier::Reason`], as one object;
/// `docs/how-to/hints.md` describes its fields.
#[must_use]
pub fn hint_json(instance: &dyn Instance, hint: &Hint, most: Tier) -> Json {
    let guide = &hint.guide;
    let mut object = json!({
        "puzzle": instance.puzzle(),
        "title": instance.title(),
        "answer": hint.next.name(),
        "uniqueness": guide.allowed.uniqueness,
    });
    match &hint.next {
        Next::Fault(fault) => object["fault"] = fault_json(guide, fault, most),
        Next::Done(state) | Next::Nothing(state) => object["state"] = state_json(guide, state),
        Next::Unknown(why) => object["reason"] = why.as_str().into(),
        Next::Steps { path, confirmed, smallest } => {
            object["state"] = state_json(guide, &path.start);
            let first = path.steps.first();
            let tiers = first.into_iter().flat_map(|step| {
                let all = Tier::ALL.into_iter().filter(|&own| own <= most);
                all.map(|own| tier(guide, &path.start, step, own))
            });
            object["tiers"] = tiers.collect::<Vec<_>>().into();
            if most == Tier::Reason {
                object["steps"] = steps_json(guide, path, confirmed).into();
                object["end"] = end(&path.end).into();
                object["smallest_proved"] = (*smallest).into();
            }
        }
    }
    object
}

fn end(end: &End) -> &str {
    match end {
        End::Complete => "solved",
        End::Placement => "value",
        End::Open => "open",
        End::Stuck => "stuck",
        End::Contradiction => "contradiction",
        End::Unknown(_) => "unknown",
    }
}

fn words(guide: &Guide, candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|&candidate| guide.description(candidate)).collect()
}

/// Returns the value of each known shown variable, and the candidates of the others.
fn state_json(guide: &Guide, state: &State) -> Json {
    let mut values = serde_json::Map::new();
    let mut candidates = serde_json::Map::new();
    for &variable in guide.model().shown() {
        let own = || guide.rules.of_variable(variable);
        let name = guide.name(variable).to_owned();
        match own().find(|&candidate| state.is_placed(candidate)) {
            Some(placed) => {
                values.insert(name, guide.value(placed).into());
            }
            None => {
                let live = own().filter(|&candidate| state.has(candidate));
                let live: Vec<String> = live.map(|candidate| guide.value(candidate)).collect();
                candidates.insert(name, live.into());
            }
        }
    }
    json!({"values": values, "candidates": candidates})
}

fn steps_json(guide: &Guide, path: &Path, confirmed: &[Confirmed]) -> Vec<Json> {
    let walk = path.walk(&guide.rules).enumerate();
    walk.map(|(number, (state, step))| {
        let mut object = step_json(guide, &state, step);
        if let Some(confirmed) = confirmed.get(number) {
            object["confirmed"] = confirmed_json(confirmed);
        }
        object
    })
    .collect()
}

fn step_json(guide: &Guide, state: &State, step: &Step) -> Json {
    let hard = is_hard(step).then(|| unfold(&guide.rules, state, step, MOST_LINES)).flatten();
    let inner = hard.map(|lines| {
        let lines: Vec<String> = lines.iter().map(|l| inner_words(guide, state, l)).collect();
        json!({"suppose": opposite(guide, step), "lines": lines})
    });
    json!({
        "technique": step.technique.description(),
        "level": step.technique.level(),
        "size": step.size(),
        "needs_uniqueness": step.technique.needs_uniqueness(),
        "parts": step.parts.iter().map(|&part| json!({
            "part": guide.part_name(part),
            "words": guide.says(state, part),
        })).collect::<Vec<_>>(),
        "rules": guide.whole_rules(step),
        "facts": words(guide, &step.facts(&guide.rules, state)),
        "places": words(guide, &step.places),
        "removes": words(guide, &step.removes),
        "conclusion": guide.conclusion(step),
        "reason": guide.reason(state, step),
        "inner": inner,
    })
}

fn fault_json(guide: &Guide, fault: &HintFault, most: Tier) -> Json {
    let words = |list: &[Given]| -> Vec<String> {
        list.iter().map(|&given| guide.model().given_words(given)).collect()
    };
    match fault {
        HintFault::Unsolvable => json!({"kind": "unsolvable"}),
        HintFault::Removed(list) if most < Tier::Conclusion => {
            json!({"kind": "removed", "number": list.len()})
        }
        HintFault::Removed(list) => json!({"kind": "removed", "values": words(list)}),
        HintFault::Entries { wrong, .. } if most < Tier::What => {
            json!({"kind": "entries", "number": wrong.len()})
        }
        HintFault::Entries { wrong, conflict, confirmed } => json!({
            "kind": "entries",
            "values": words(wrong),
            "conflict": (most == Tier::Reason).then_some(conflict),
            "confirmed": (most == Tier::Reason).then(|| confirmed_json(confirmed)),
        }),
    }
}
