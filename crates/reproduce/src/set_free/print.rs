//! The questions, their answers and the collection.

use std::io::{self, Write};

use parallax_instance::Instance;
use serde::Serialize;

use super::super::form::ReproductionFormat;
use super::super::page::StudyPage;
use super::geometry::AffineSpace;
use super::ladder::{LadderAnswer, LadderStep};
use parallax_report::ReportTable;

/// The meaning of the columns, and why the answers are proofs.
const COLUMN_LEGEND: &str = "Collections are checked triple by triple by the rules of SET. A case is a \
    way to divide the cards among three\nparallel hyperplanes, the fullest one first; what was \
    shown of fewer attributes bounds it, and a card more than\nthere are attributes are fixed by \
    symmetry (an affine basis). Every way is among the cases. Times and efforts\nof cases are added \
    up; the wall-clock time is that of the question.";

/// A question in machine-readable form.
#[derive(Serialize)]
struct LadderRecord<'a> {
    attributes: usize,
    cards: usize,
    expected: &'a str,
    answer: &'a str,
    reason: Option<&'a str>,
    shown: bool,
    engine: &'a str,
    cases: usize,
    asked: usize,
    proved: usize,
    time_s: f64,
    wall_s: f64,
    nodes: Option<u64>,
    conflicts: Option<u64>,
    found: Option<String>,
}

impl<'a> LadderRecord<'a> {
    fn new(step: &'a LadderStep, engine: &'a str) -> Self {
        let (answer, reason) = match &step.verdict {
            LadderAnswer::Yes(_) => ("yes", None),
            LadderAnswer::No => ("no", None),
            LadderAnswer::Stopped(why) => ("unknown", Some(&**why)),
            LadderAnswer::Fault(why) => ("wrong", Some(&**why)),
        };
        LadderRecord {
            attributes: step.attributes,
            cards: step.cards,
            expected: if step.yes { "yes" } else { "no" },
            answer,
            reason,
            shown: step.is_shown(),
            engine,
            cases: step.cases.len(),
            asked: step.asked,
            proved: step.proved,
            time_s: step.time.as_secs_f64(),
            wall_s: step.wall.as_secs_f64(),
            nodes: step.counters.get("nodes"),
            conflicts: step.counters.get("conflicts"),
            found: card_digits(step),
        }
    }

    fn table_row(&self, effort: EffortCounter, proofs: bool) -> Vec<String> {
        let mut row = vec![
            format!("{} of {} cards without a set", self.cards, deck_size(self.attributes)),
            self.answer.to_owned(),
            format!("{} of {}", self.asked, self.cases),
        ];
        row.extend(proofs.then(|| self.proved.to_string()));
        row.extend([self.time_s, self.wall_s].map(|seconds| format!("{seconds:.3}")));
        row.extend(effort.map(|(_, of)| of(self).map_or("-".into(), |number| number.to_string())));
        row
    }
}

/// The name of an engine's effort counter, and its value for a question.
type EffortCounter = Option<(&'static str, CounterReader)>;

type CounterReader = fn(&LadderRecord<'_>) -> Option<u64>;

/// Returns the effort counter of the engine of these questions, if any.
fn effort_counter(records: &[LadderRecord<'_>]) -> EffortCounter {
    let known: [(_, CounterReader); 2] =
        [("conflicts", |record| record.conflicts), ("nodes", |record| record.nodes)];
    known.into_iter().find(|(_, of)| records.iter().any(|record| of(record).is_some()))
}

/// Returns the number of cards with this many attributes.
fn deck_size(attributes: usize) -> usize {
    AffineSpace::new(attributes).size()
}

/// Returns the cards of a collection in digits.
fn card_digits(step: &LadderStep) -> Option<String> {
    let LadderAnswer::Yes(board) = &step.verdict else { return None };
    let card = |card: &Vec<u16>| card.iter().map(u16::to_string).collect::<String>();
    Some(board.cards().iter().map(card).collect::<Vec<_>>().join(" "))
}

/// Prints the questions of the ladder, as answered by an engine.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_ladder(
    out: &mut impl Write,
    form: ReproductionFormat,
    engine: &str,
    steps: &[LadderStep],
) -> io::Result<()> {
    let records: Vec<LadderRecord<'_>> =
        steps.iter().map(|step| LadderRecord::new(step, engine)).collect();
    form.print_report(out, || ladder_page(engine, &records, steps), &records)
}

fn ladder_page(engine: &str, records: &[LadderRecord<'_>], steps: &[LadderStep]) -> StudyPage {
    let wall: f64 = steps.iter().map(|step| step.wall.as_secs_f64()).sum();
    let page = StudyPage::default()
        .description(format!("The largest collections without a set, shown by {engine}"))
        .with_table(ladder_table(records))
        .description(COLUMN_LEGEND)
        .description(format!("{}\nTime as measured: {wall:.3} s in all.", closing_sentence(steps)));
    match draw_collection(steps) {
        picture if picture.is_empty() => page,
        picture => page.with_picture(picture),
    }
}

fn ladder_table(records: &[LadderRecord<'_>]) -> ReportTable {
    let effort = effort_counter(records);
    let proofs = records.iter().any(|record| record.proved > 0);
    let mut header = vec!["is there?", "answer", "cases"];
    header.extend(proofs.then_some("proofs"));
    header.extend(["cases (s)", "wall (s)"]);
    header.extend(effort.map(|(name, _)| name));
    ReportTable::from_figures(header, records.iter().map(|record| record.table_row(effort, proofs)))
}

/// Returns the closing sentence: the result, or why nothing is shown.
fn closing_sentence(steps: &[LadderStep]) -> String {
    match steps {
        [.., yes, no] if yes.is_shown() && no.is_shown() && !no.yes => format!(
            "Shown: {} of the {} cards can be free of sets, any {} hold a set.",
            yes.cards,
            deck_size(no.attributes),
            no.cards
        ),
        [
            ..,
            LadderStep {
                cards,
                attributes,
                verdict: LadderAnswer::Stopped(why) | LadderAnswer::Fault(why),
                ..
            },
        ] => {
            format!("Not shown: {cards} of {} cards without a set, {why}.", deck_size(*attributes))
        }
        _ => "Not shown.".to_owned(),
    }
}

/// Draws the last collection.
fn draw_collection(steps: &[LadderStep]) -> String {
    let boards = steps.iter().rev().filter_map(|step| match &step.verdict {
        LadderAnswer::Yes(board) => Some(board.picture().draw_text(&[])),
        _ => None,
    });
    boards.take(1).collect()
}
