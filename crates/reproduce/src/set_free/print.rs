//! The questions, their answers and the collection.

use std::io::{self, Write};

use parallax_model::instance::Instance;
use serde::Serialize;

use super::super::form::Form;
use super::super::page::Page;
use super::geometry::Space;
use super::ladder::{Step, Verdict};
use parallax_report::Sheet;

/// The meaning of the columns, and why the answers are proofs.
const LEGEND: &str = "Collections are checked triple by triple by the rules of SET. A case is a \
    way to divide the cards among three\nparallel hyperplanes, the fullest one first; what was \
    shown of fewer attributes bounds it, and a card more than\nthere are attributes are fixed by \
    symmetry (an affine basis). Every way is among the cases. Times and efforts\nof cases are added \
    up; the wall-clock time is that of the question.";

/// A question in machine-readable form.
#[derive(Serialize)]
struct Record<'a> {
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

impl<'a> Record<'a> {
    fn new(step: &'a Step, engine: &'a str) -> Self {
        let (answer, reason) = match &step.verdict {
            Verdict::Yes(_) => ("yes", None),
            Verdict::No => ("no", None),
            Verdict::Stopped(why) => ("unknown", Some(&**why)),
            Verdict::Fault(why) => ("wrong", Some(&**why)),
        };
        Record {
            attributes: step.attributes,
            cards: step.cards,
            expected: if step.yes { "yes" } else { "no" },
            answer,
            reason,
            shown: step.shown(),
            engine,
            cases: step.cases.len(),
            asked: step.asked,
            proved: step.proved,
            time_s: step.time.as_secs_f64(),
            wall_s: step.wall.as_secs_f64(),
            nodes: step.counters.get("nodes"),
            conflicts: step.counters.get("conflicts"),
            found: digits(step),
        }
    }

    fn row(&self, effort: Effort, proofs: bool) -> Vec<String> {
        let mut row = vec![
            format!("{} of {} cards without a set", self.cards, deck(self.attributes)),
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
type Effort = Option<(&'static str, Count)>;

type Count = fn(&Record<'_>) -> Option<u64>;

/// The effort counter of the engine of these questions, if any.
fn effort(records: &[Record<'_>]) -> Effort {
    let known: [(_, Count); 2] =
        [("conflicts", |record| record.conflicts), ("nodes", |record| record.nodes)];
    known.into_iter().find(|(_, of)| records.iter().any(|record| of(record).is_some()))
}

/// The number of cards with this many attributes.
fn deck(attributes: usize) -> usize {
    Space::new(attributes).size()
}

/// The cards of a collection in digits.
fn digits(step: &Step) -> Option<String> {
    let Verdict::Yes(board) = &step.verdict else { return None };
    let card = |card: &Vec<u16>| card.iter().map(u16::to_string).collect::<String>();
    Some(board.cards().iter().map(card).collect::<Vec<_>>().join(" "))
}

/// Prints the questions of the ladder, as answered by an engine.
///
/// # Errors
/// Returns the errors of the output.
pub fn print(out: &mut impl Write, form: Form, engine: &str, steps: &[Step]) -> io::Result<()> {
    let records: Vec<Record<'_>> = steps.iter().map(|step| Record::new(step, engine)).collect();
    form.print(out, || page(engine, &records, steps), &records)
}

fn page(engine: &str, records: &[Record<'_>], steps: &[Step]) -> Page {
    let wall: f64 = steps.iter().map(|step| step.wall.as_secs_f64()).sum();
    let page = Page::default()
        .description(format!("The largest collections without a set, shown by {engine}"))
        .table(sheet(records))
        .description(LEGEND)
        .description(format!("{}\nTime as measured: {wall:.3} s in all.", ending(steps)));
    match picture(steps) {
        picture if picture.is_empty() => page,
        picture => page.picture(picture),
    }
}

fn sheet(records: &[Record<'_>]) -> Sheet {
    let effort = effort(records);
    let proofs = records.iter().any(|record| record.proved > 0);
    let mut header = vec!["is there?", "answer", "cases"];
    header.extend(proofs.then_some("proofs"));
    header.extend(["cases (s)", "wall (s)"]);
    header.extend(effort.map(|(name, _)| name));
    Sheet::figures(header, records.iter().map(|record| record.row(effort, proofs)))
}

/// Returns the closing sentence: the result, or why nothing is shown.
fn ending(steps: &[Step]) -> String {
    match steps {
        [.., yes, no] if yes.shown() && no.shown() && !no.yes => format!(
            "Shown: {} of the {} cards can be free of sets, any {} hold a set.",
            yes.cards,
            deck(no.attributes),
            no.cards
        ),
        [
            ..,
            Step {
                cards, attributes, verdict: Verdict::Stopped(why) | Verdict::Fault(why), ..
            },
        ] => {
            format!("Not shown: {cards} of {} cards without a set, {why}.", deck(*attributes))
        }
        _ => "Not shown.".to_owned(),
    }
}

/// The last collection.
fn picture(steps: &[Step]) -> String {
    let boards = steps.iter().rev().filter_map(|step| match &step.verdict {
        Verdict::Yes(board) => Some(board.picture().draw_text(&[])),
        _ => None,
    });
    boards.take(1).collect()
}
