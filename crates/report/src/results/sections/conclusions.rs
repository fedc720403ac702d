//! The conclusions of a report, in sentences.

use parallax_lab::experiment::regress::plural;

use super::super::analysis::Analysis;
use super::super::conclusions::{Against, LEVEL, Relation};
use super::super::document::Conclusion;
use super::super::words::{p_value, rounded};
use crate::layout::Paint;

/// Maximum number of engines that a sentence names.
const NAMES: usize = 8;

/// Returns the conclusions: verdicts and wrong engines first, then the best engine, and which
/// differences to it are significant.
pub(crate) fn conclusions(analysis: &Analysis) -> Vec<Conclusion> {
    let mut found = vec![verdicts(analysis)];
    found.extend(wrong(analysis));
    found.extend(best(analysis).map(|text| Conclusion { text, paint: Paint::Strong }));
    let plain = |text| Conclusion { text, paint: Paint::Plain };
    found.extend(differences(analysis).into_iter().map(plain));
    found
}

/// Returns the number of instances with each verdict, in a sentence.
fn verdicts(analysis: &Analysis) -> Conclusion {
    let verdicts = analysis.verdicts();
    let paint = match verdicts.worst().exit_code() {
        0 => Paint::Good,
        4 | 5 => Paint::Bad,
        _ => Paint::Doubtful,
    };
    Conclusion { text: verdicts.sentence(), paint }
}

/// Names the engines that are known to be wrong.
fn wrong(analysis: &Analysis) -> Option<Conclusion> {
    let lanes = analysis.lanes.iter().enumerate().filter(|(_, lane)| lane.wrong > 0);
    let names: Vec<String> = lanes
        .map(|(at, lane)| format!("{} in {} of {} runs", name(analysis, at), lane.wrong, lane.runs))
        .collect();
    let text = (!names.is_empty()).then(|| format!("wrong: {}", listed(&names)))?;
    Some(Conclusion { text, paint: Paint::Bad })
}

/// Names the best engine with its score.
fn best(analysis: &Analysis) -> Option<String> {
    let ran: Vec<usize> =
        (0..analysis.lanes.len()).filter(|&lane| analysis.lanes[lane].runs > 0).collect();
    if ran.is_empty() {
        return None;
    }
    let Some(best) = analysis.conclusions.best else {
        let none = match ran[..] {
            [only] => format!("{} solved nothing", name(analysis, only)),
            _ => "no engine solved an instance without a wrong answer".to_owned(),
        };
        return Some(none);
    };
    let times = &analysis.lanes[best].times;
    let instances = plural(times.instances, "instance");
    let solved = format!("{} of {instances} solved", times.solved);
    let named = match (times.par2, analysis.study.timed) {
        (Some(par2), true) => {
            format!("{} (PAR2 {} s, {solved})", name(analysis, best), crate::seconds(par2))
        }
        (None, true) => {
            let total = crate::seconds(times.total);
            format!("{} ({solved} in {total} s; no PAR2 without a limit)", name(analysis, best))
        }
        (_, false) => return Some(most_solved(analysis, &ran, &solved, times.solved)),
    };
    Some(match (ran.len(), times.par2) {
        (1, _) => format!("{named}; there is no other engine to compare it with"),
        (_, Some(_)) => format!("best by PAR2: {named}"),
        (_, None) => format!("best by solved instances and time: {named}"),
    })
}

/// Names the engines that solve the most, if there are no times.
fn most_solved(analysis: &Analysis, ran: &[usize], words: &str, most: u64) -> String {
    let lanes = ran.iter().filter(|&&lane| {
        let own = &analysis.lanes[lane];
        own.wrong == 0 && own.times.solved == most
    });
    let names: Vec<String> = lanes.map(|&lane| name(analysis, lane)).collect();
    format!("most solved: {} ({words}); there are no times", listed(&names))
}

/// Returns a sentence for each relation to the best engine.
fn differences(analysis: &Analysis) -> Vec<String> {
    let Some(best) = analysis.conclusions.best else { return Vec::new() };
    let best = name(analysis, best);
    let sentence = |relation: Relation, head: String| {
        let against = |other: &Against| {
            let name = name(analysis, other.lane);
            let Some(ratio) = other.ratio else { return name };
            let p = p_value(other.p).text;
            let p = if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") };
            format!("{name} ({} times, {p})", rounded(ratio))
        };
        let names: Vec<String> = analysis.conclusions.related(relation).map(against).collect();
        (!names.is_empty()).then(|| format!("{head}: {}", listed(&names)))
    };
    let test = format!("p below {LEVEL} after Holm");
    [
        sentence(Relation::Slower, format!("significantly slower than {best} ({test})")),
        sentence(
            Relation::Faster,
            format!("significantly faster than {best} where both solve ({test})"),
        ),
        sentence(Relation::Equal, format!("not significantly different from {best}")),
        sentence(Relation::Apart, format!("no instance that {best} also solves")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn name(analysis: &Analysis, lane: usize) -> String {
    analysis.study.lanes[lane].name()
}

/// Joins names with commas; after the first few comes the number of the others.
fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMES);
    let names = names[..names.len() - more].join(", ");
    if more > 0 { format!("{names}, and {more} more") } else { names }
}
