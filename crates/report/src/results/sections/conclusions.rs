//! The conclusions of a report, in sentences.

use parallax_experiment::regress::plural_noun;

use super::super::analysis::StudyAnalysis;
use super::super::conclusions::{BestEngineComparison, EngineRelation, SIGNIFICANCE_LEVEL};
use super::super::document::ConclusionSentence;
use super::super::number_cells::{p_value, round_number};
use crate::layout::TextStyle;

/// Maximum number of engines that a sentence names.
const MAX_NAMED_ENGINES: usize = 8;

/// Returns the conclusions: verdicts and wrong engines first, then the best engine, and which
/// differences to it are significant.
pub(crate) fn conclusion_sentences(analysis: &StudyAnalysis) -> Vec<ConclusionSentence> {
    let mut found = vec![verdict_sentence(analysis)];
    found.extend(wrong_sentence(analysis));
    found.extend(
        best_sentence(analysis).map(|text| ConclusionSentence { text, paint: TextStyle::Strong }),
    );
    let plain = |text| ConclusionSentence { text, paint: TextStyle::Plain };
    found.extend(difference_sentences(analysis).into_iter().map(plain));
    found
}

/// Returns the number of instances with each verdict, in a sentence.
fn verdict_sentence(analysis: &StudyAnalysis) -> ConclusionSentence {
    let verdicts = analysis.verdict_counts();
    let paint = match verdicts.worst_verdict().exit_code() {
        0 => TextStyle::Good,
        4 | 5 => TextStyle::Bad,
        _ => TextStyle::Doubtful,
    };
    ConclusionSentence { text: verdicts.sentence(), paint }
}

/// Names the engines that are known to be wrong.
fn wrong_sentence(analysis: &StudyAnalysis) -> Option<ConclusionSentence> {
    let lanes = analysis.lanes.iter().enumerate().filter(|(_, lane)| lane.wrong > 0);
    let names: Vec<String> = lanes
        .map(|(at, lane)| {
            format!("{} in {} of {} runs", lane_name(analysis, at), lane.wrong, lane.runs)
        })
        .collect();
    let text = (!names.is_empty()).then(|| format!("wrong: {}", join_names(&names)))?;
    Some(ConclusionSentence { text, paint: TextStyle::Bad })
}

/// Names the best engine with its score, over the instances that all engines have.
fn best_sentence(analysis: &StudyAnalysis) -> Option<String> {
    let ran: Vec<usize> =
        (0..analysis.lanes.len()).filter(|&lane| analysis.lanes[lane].runs > 0).collect();
    if ran.is_empty() {
        return None;
    }
    let population = &analysis.population;
    if population.whole_size() == 0 {
        let none = "there is no instance on which every engine has all its runs";
        return Some(format!("{none}; no engine is called the best"));
    }
    let place = if population.is_part() {
        format!(" on {}", population.describe_instances())
    } else {
        String::new()
    };
    let Some(best) = analysis.conclusions.best else {
        return Some(no_best(analysis, &ran, &place));
    };
    let times = &analysis.lanes[best].times;
    let instances = plural_noun(times.instances, "instance");
    let solved = format!("{} of {instances} solved", times.solved);
    let named = match (times.par2, analysis.study.timed) {
        (Some(par2), true) => {
            let names = join_names(&tied_engines(analysis, best, par2));
            format!("{names} (PAR2 {} s, {solved})", crate::seconds_text(par2))
        }
        (None, true) => {
            let total = times.total.map_or_else(String::new, |total| {
                let whose = if ran.len() > 1 { "every engine solves" } else { "it solves" };
                let shared = plural_noun(times.shared, "instance");
                format!(", {} s on the {shared} that {whose}", crate::seconds_text(total))
            });
            format!("{} ({solved}{total}; no PAR2 without a limit)", lane_name(analysis, best))
        }
        (_, false) => return Some(most_solved(analysis, &ran, &place, &solved)),
    };
    Some(match (ran.len(), times.par2) {
        (1, _) => format!("{named}{place}; there is no other engine to compare it with"),
        (_, Some(_)) => format!("best by PAR2{place}: {named}"),
        (_, None) => format!("best by solved instances and time{place}: {named}"),
    })
}

/// Returns the names of the best engine and of those with the same PAR2, which solve as many.
fn tied_engines(analysis: &StudyAnalysis, best: usize, par2: f64) -> Vec<String> {
    let is_equal = |lane: &&usize| {
        let own = &analysis.lanes[**lane];
        // Sums in different orders may differ in the last digits.
        let same = own.times.par2.is_some_and(|other| (other - par2).abs() < 1e-9);
        own.wrong == 0 && same && own.times.solved == analysis.lanes[best].times.solved
    };
    analysis.ranking.iter().filter(is_equal).map(|&lane| lane_name(analysis, lane)).collect()
}

/// States why no engine is the best.
fn no_best(analysis: &StudyAnalysis, ran: &[usize], place: &str) -> String {
    let solves = |lane: &&usize| {
        let own = &analysis.lanes[**lane];
        own.wrong == 0 && own.times.solved > 0
    };
    match ran {
        _ if ran.iter().any(|lane| solves(&lane)) => {
            format!(
                "no engine is called the best{place}: several solve the most, and none of them the same instances"
            )
        }
        [only] => format!("{} solved nothing{place}", lane_name(analysis, *only)),
        _ => format!("no engine solved an instance without a wrong answer{place}"),
    }
}

/// Names the engines that solve the most, if there are no times.
fn most_solved(analysis: &StudyAnalysis, ran: &[usize], place: &str, words: &str) -> String {
    let good = || ran.iter().filter(|&&lane| analysis.lanes[lane].wrong == 0);
    let most = good().map(|&lane| analysis.lanes[lane].times.solved).max();
    let lanes = good().filter(|&&lane| Some(analysis.lanes[lane].times.solved) == most);
    let names: Vec<String> = lanes.map(|&lane| lane_name(analysis, lane)).collect();
    format!("most solved{place}: {} ({words}); there are no times", join_names(&names))
}

/// Returns a sentence for each relation to the best engine.
fn difference_sentences(analysis: &StudyAnalysis) -> Vec<String> {
    let Some(best) = analysis.conclusions.best else { return Vec::new() };
    let best = lane_name(analysis, best);
    let sentence = |relation: EngineRelation, head: String| {
        let others: Vec<&BestEngineComparison> =
            analysis.conclusions.with_relation(relation).collect();
        let names: Vec<String> =
            others.iter().map(|other| describe_comparison(analysis, other)).collect();
        let has_losses = others.iter().any(|other| other.only != [0, 0]);
        let loss =
            if has_losses { "; an instance left unsolved counts as the greatest loss" } else { "" };
        (!names.is_empty()).then(|| format!("{head}: {}{loss}", join_names(&names)))
    };
    let test = format!("p below {SIGNIFICANCE_LEVEL} after Holm");
    [
        sentence(EngineRelation::Slower, format!("significantly slower than {best} ({test})")),
        sentence(EngineRelation::Faster, format!("significantly faster than {best} ({test})")),
        sentence(
            EngineRelation::Fewer,
            format!("leave instances unsolved that {best} solves, too few for the test to decide"),
        ),
        sentence(EngineRelation::Equal, format!("not significantly different from {best}")),
        sentence(EngineRelation::Missing, format!("without an instance in common with {best}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Describes an engine next to the best one: the ratio of times, on which instances, and the
/// p-value.
fn describe_comparison(analysis: &StudyAnalysis, other: &BestEngineComparison) -> String {
    let name = lane_name(analysis, other.lane);
    if other.instances == 0 {
        return name;
    }
    let p = p_value(other.p).text;
    let p = if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") };
    let all = plural_noun(other.instances, "instance");
    let ratio = match other.ratio {
        Some(ratio) if other.both == other.instances => {
            format!("{} times on {all}", round_number(ratio))
        }
        Some(ratio) => {
            format!("{} times on the {} of {all} that both solve", round_number(ratio), other.both)
        }
        None => format!("none of {all} solved by both"),
    };
    let alone = |number: usize, who: &str| match number {
        0 => String::new(),
        _ => format!(", {number} solved only by {who}"),
    };
    let only = alone(other.only[1], "the best one") + &alone(other.only[0], "it");
    format!("{name} ({ratio}{only}, {p})")
}

fn lane_name(analysis: &StudyAnalysis, lane: usize) -> String {
    analysis.study.lanes[lane].name()
}

/// Joins names with commas; after the first few comes the number of the others.
fn join_names(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMED_ENGINES);
    // `more` is at most the length, so the slice is within bounds.
    let names = names[..names.len() - more].join(", ");
    if more > 0 { format!("{names}, and {more} more") } else { names }
}
