//! The comparison of two files as sections, and as JSON.

use std::io::{self, Write};

use parallax_experiment::regress::plural_noun;
use parallax_experiment::{AnswerKind, RunRecord};
use serde_json::{Value, json};

use super::{EngineChange, MatchedRun, StudyChange, matching};
use crate::columns::ReportCell;
use crate::layout::TextStyle;
use crate::results::answer_words::answer_words;
use crate::results::document::{ConclusionSentence, ReportDocument, ReportSection};
use crate::results::facts;
use crate::results::number_cells::{count_cell, number_cell, p_value, ratio_cell, round_number};
use crate::results::sections::interval_cell;
use crate::sheet::ReportTable;

/// Maximum number of runs that a table lists.
const MAX_LISTED_RUNS: usize = 50;

/// Returns the comparison as sections: answers that changed first, then runs newly solved or lost,
/// the engines, and counters that differ.
#[must_use]
pub fn change_document(change: &StudyChange) -> ReportDocument {
    let mut facts = vec![
        (
            "before".to_owned(),
            format!(
                "{}, {}",
                matching::first_file(&change.before),
                plural_noun(change.before.records.len(), "run")
            ),
        ),
        (
            "after".to_owned(),
            format!(
                "{}, {}",
                matching::first_file(&change.after),
                plural_noun(change.after.records.len(), "run")
            ),
        ),
    ];
    let machines = [("machine before", &change.before), ("machine after", &change.after)];
    for (name, study) in machines {
        let of = study.machines().into_iter().map(facts::of_machine);
        facts.extend(of.map(|machine| (name.to_owned(), machine)));
    }
    // The first three tables are disjoint: a contradiction is listed as such, even if the run is
    // also newly solved or lost.
    let sections = [
        run_section(change, "changed", "Contradictions", &|m| m.is_change()),
        run_section(change, "lost", "Lost", &|m| !m.is_change() && m.solved == [true, false]),
        run_section(change, "gained", "Newly solved", &|m| {
            !m.is_change() && m.solved == [false, true]
        }),
        engine_section(change),
        time_section(change),
        counter_section(change),
    ];
    ReportDocument {
        title: format!(
            "{} and {}",
            matching::first_file(&change.before),
            matching::first_file(&change.after)
        ),
        conclusions: vec![summary_sentence(change)],
        facts,
        warnings: change.warnings.clone(),
        sections: sections.into_iter().flatten().collect(),
    }
}

fn summary_sentence(change: &StudyChange) -> ConclusionSentence {
    let all = |of: fn(&EngineChange) -> usize| change.engines.iter().map(of).sum::<usize>() as u64;
    let (changed, gained, lost) = (all(|e| e.changed), all(|e| e.gained), all(|e| e.lost));
    let head = match change.exit_code() {
        0 => "no answer differs".to_owned(),
        4 | 5 => "ANSWERS CONTRADICT EACH OTHER".to_owned(),
        _ => "some runs differ".to_owned(),
    };
    let numbers = format!(
        "{} in both: {changed} contradictory or wrong, {gained} newly solved, {lost} lost; {} only before, {} only after",
        plural_noun(change.matched.len(), "run"),
        change.only[0],
        change.only[1],
    );
    let paint = match change.exit_code() {
        0 => TextStyle::Good,
        1 => TextStyle::Doubtful,
        _ => TextStyle::Bad,
    };
    ConclusionSentence { text: format!("{head} ({numbers})"), paint }
}

/// Returns a section with a table of the runs for which `is` holds; `None` without any.
fn run_section(
    change: &StudyChange,
    id: &'static str,
    title: &str,
    is: &dyn Fn(&MatchedRun) -> bool,
) -> Option<ReportSection> {
    let found: Vec<&MatchedRun> = change.matched.iter().filter(|matched| is(matched)).collect();
    if found.is_empty() {
        return None;
    }
    let mut sheet =
        ReportTable::new(&["instance", "model", "engine", "#seed", "#repeat", "before", "after"]);
    for matched in found.iter().take(MAX_LISTED_RUNS) {
        let mut row = run_cells(change, matched);
        row.push(judged_answer(&change.before.records[matched.before]).into());
        row.push(judged_answer(&change.after.records[matched.after]).into());
        sheet.rows.push(row);
    }
    Some(note_cut(ReportSection::new(id, title, sheet).naming_folder(), found.len()))
}

/// Adds a note to a table that does not list all runs.
fn note_cut(section: ReportSection, number: usize) -> ReportSection {
    let note = || format!("The first {MAX_LISTED_RUNS} of {number} runs; --format json has all.");
    if number > MAX_LISTED_RUNS { section.with_note(note()) } else { section }
}

/// Returns the cells that identify a run: instance, viewpoint, engine, seed, repetition.
fn run_cells(change: &StudyChange, matched: &MatchedRun) -> Vec<ReportCell> {
    let record = &change.before.records[matched.before];
    let instance = change.before.places[matched.before].0;
    vec![
        change.before.instances[instance].name().into(),
        record.model.as_str().into(),
        record.engine.as_str().into(),
        number_cell(record.seed),
        number_cell(record.repeat.into()),
    ]
}

/// Returns the answer of a run in words, and whether it is wrong.
fn judged_answer(record: &RunRecord) -> String {
    let is_claim = !matches!(record.answer, AnswerKind::Unknown | AnswerKind::Unsupported);
    let is_right = record.checked && record.wrong.is_none();
    let wrong = if is_claim && !is_right { ", wrong" } else { "" };
    answer_words(record) + wrong
}

fn engine_section(change: &StudyChange) -> Option<ReportSection> {
    let mut sheet = ReportTable::new(&[
        "engine",
        "model",
        "#runs",
        "#solved before",
        "#after",
        "#changed",
        "#gained",
        "#lost",
        "#counters differ",
    ]);
    for engine in &change.engines {
        sheet.rows.push(vec![
            engine.engine.as_str().into(),
            engine.model.as_str().into(),
            number_cell(engine.runs as u64),
            number_cell(engine.solved[0] as u64),
            number_cell(engine.solved[1] as u64),
            count_cell(engine.changed as u64).with_style(TextStyle::Bad),
            count_cell(engine.gained as u64).with_style(TextStyle::Good),
            count_cell(engine.lost as u64).with_style(TextStyle::Doubtful),
            count_cell(engine.counters as u64),
        ]);
    }
    let note = "Numbers of the runs that both files have.";
    (!sheet.rows.is_empty()).then(|| {
        ReportSection::new("engines", "Engines", sheet.without_empty_columns()).with_note(note)
    })
}

fn time_section(change: &StudyChange) -> Option<ReportSection> {
    let mut sheet = ReportTable::new(&[
        "engine",
        "model",
        "#instances",
        "#both",
        "#ratio",
        "#95 %",
        "#p",
        "#faster",
        "#equal",
        "#slower",
        "#only now",
        "#only before",
    ]);
    for engine in &change.engines {
        let Some(times) = engine.times.as_ref().filter(|times| times.instances > 0) else {
            continue;
        };
        let [faster, equal, slower] = times.wins;
        sheet.rows.push(vec![
            engine.engine.as_str().into(),
            engine.model.as_str().into(),
            number_cell(times.instances as u64),
            number_cell(times.both as u64),
            ratio_cell(times.ratio),
            interval_cell(times),
            p_value(times.p),
            number_cell(faster as u64),
            number_cell(equal as u64),
            number_cell(slower as u64),
            count_cell(times.only[0] as u64),
            count_cell(times.only[1] as u64),
        ]);
    }
    let note = format!(
        "Times after to times before ({}), by the runs that both files have. both: the instances \
         that are solved in both. Of these: the ratio of the geometric means (below 1 it is faster \
         now) and its 95 % confidence interval (bootstrap). Of all instances: the p-value of the \
         signed-rank test (Wilcoxon), where an instance that only one side solves is the greatest \
         loss of the other, and one that none solves a tie; where it is faster now, equal (within \
         {} % or 1 ms, or unsolved in both) or slower; and those that only one side solves.",
        change.options.clock.name(),
        round_number(100.0 * change.options.margin)
    );
    (!sheet.rows.is_empty()).then(|| {
        ReportSection::new("times", "Times", sheet.without_empty_columns()).with_note(note)
    })
}

fn counter_section(change: &StudyChange) -> Option<ReportSection> {
    let found: Vec<&MatchedRun> = change.matched.iter().filter(|m| m.counter.is_some()).collect();
    let counted: usize = change.engines.iter().map(|engine| engine.counted).sum();
    if found.is_empty() {
        return None;
    }
    let mut sheet = ReportTable::new(&[
        "instance", "model", "engine", "#seed", "#repeat", "counter", "#before", "#after",
    ]);
    for matched in found.iter().take(MAX_LISTED_RUNS) {
        let Some((name, before, after)) = &matched.counter else { continue };
        let value =
            |value: Option<u64>| value.map_or_else(|| ReportCell::from("none"), number_cell);
        let mut row = run_cells(change, matched);
        row.extend([name.as_str().into(), value(*before), value(*after)]);
        sheet.rows.push(row);
    }
    let note = format!(
        "{} of the {counted} runs that ended by themselves have other counters. With the same engine, program and \
         seed they are equal on every machine. The table has the first counter of each run that differs.",
        found.len()
    );
    Some(note_cut(
        ReportSection::new("counters", "Counters that differ", sheet).with_note(note),
        found.len(),
    ))
}

/// Writes the comparison as one object on a line.
///
/// # Errors
/// Returns the error of the output.
pub fn change_json(change: &StudyChange, mut out: impl Write) -> io::Result<()> {
    // Equal runs are left out: a file may have thousands of them, and `runs` counts them.
    let differs = |matched: &&MatchedRun| {
        matched.is_change() || matched.solved[0] != matched.solved[1] || matched.counter.is_some()
    };
    let object = json!({
        "before": matching::first_file(&change.before), "after": matching::first_file(&change.after),
        "warnings": change.warnings, "exit_code": change.exit_code(),
        "runs": change.matched.len(), "only_before": change.only[0], "only_after": change.only[1],
        "clock": change.options.clock.name(),
        "engines": change.engines.iter().map(engine_json).collect::<Vec<_>>(),
        "differences":
            change.matched.iter().filter(differs).map(|m| run_json(change, m)).collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut out, &object)?;
    out.write_all(b"\n")
}

fn engine_json(engine: &EngineChange) -> Value {
    let times = engine.times.as_ref().map(|times| {
        json!({
            "instances": times.instances, "both": times.both, "ratio": times.ratio,
            "interval": times.interval.map(|interval| [interval.low, interval.high]),
            "p": times.p, "faster": times.wins[0], "equal": times.wins[1], "slower": times.wins[2],
            "only": times.only[0], "only_before": times.only[1],
        })
    });
    json!({
        "engine": engine.engine, "model": engine.model, "runs": engine.runs,
        "solved": engine.solved, "changed": engine.changed, "gained": engine.gained,
        "lost": engine.lost, "counted": engine.counted, "counters_differ": engine.counters,
        "times": times,
    })
}

fn run_json(change: &StudyChange, matched: &MatchedRun) -> Value {
    let (before, after) =
        (&change.before.records[matched.before], &change.after.records[matched.after]);
    json!({
        "instance": before.instance, "index": before.index, "model": before.model,
        "engine": before.engine, "seed": before.seed, "repeat": before.repeat,
        "before": judged_answer(before), "after": judged_answer(after), "changed": matched.is_change(),
        "solved": matched.solved,
        "counter": matched.counter.as_ref().map(|(name, before, after)| {
            json!({ "name": name, "before": before, "after": after })
        }),
    })
}
