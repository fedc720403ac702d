//! From one attribute to four, two questions at each.

use std::sync::Arc;
use std::time::Duration;

use super::ask::{End, Told, ask};
use super::cases::{self, Case};
use super::geometry::Space;
use crate::ask::{Control, Counters, Engine, in_order};
use crate::puzzles::set::SetBoard;

/// The known sizes of largest collections, by the number of attributes from
/// none: the one card of no attributes is no set.
const KNOWN: [usize; 5] = [1, 2, 4, 9, 20];

/// The most attributes that are asked about.
pub const MOST_ATTRIBUTES: usize = KNOWN.len() - 1;

/// What is to be shown, and how.
#[derive(Clone)]
pub struct Plan {
    /// Up to how many attributes, at most [`MOST_ATTRIBUTES`].
    pub attributes: usize,
    /// Who solves the models.
    pub engine: Arc<dyn Engine>,
    /// Whether a "no" counts with a checked proof only.
    pub prove: bool,
    /// The number of threads.
    pub jobs: usize,
}

/// A question and what came of it.
pub struct Step {
    /// The number of attributes.
    pub attributes: usize,
    /// The number of cards: is there a collection of so many without a set?
    pub cards: usize,
    /// Whether the answer is to be yes.
    pub yes: bool,
    /// The cases, all that there are.
    pub cases: Vec<Case>,
    /// How many of them were asked about: all, or those up to the first with a
    /// collection.
    pub asked: usize,
    /// How many have a proof that was accepted.
    pub proved: usize,
    /// The answer.
    pub verdict: Verdict,
    /// The effort of all cases.
    pub counters: Counters,
    /// The time of all cases, added up.
    pub time: Duration,
}

/// The answer to a question.
pub enum Verdict {
    /// There is such a collection; it has been checked.
    Yes(Box<SetBoard>),
    /// There is none: every case says so.
    No,
    /// Without an answer, and why.
    Stopped(String),
    /// A check failed, or the answer is not the known one.
    Fault(String),
}

impl Step {
    /// Whether the question has the answer that it is to have.
    pub fn shown(&self) -> bool {
        match self.verdict {
            Verdict::Yes(_) => self.yes,
            Verdict::No => !self.yes,
            Verdict::Stopped(_) | Verdict::Fault(_) => false,
        }
    }

    fn new(attributes: usize, cards: usize, yes: bool, cases: Vec<Case>) -> Self {
        let verdict = Verdict::No;
        let (counters, time) = (Counters::new(), Duration::ZERO);
        Step { attributes, cards, yes, cases, asked: 0, proved: 0, verdict, counters, time }
    }

    /// Adds what came of the next case. A fault outweighs a collection, that
    /// outweighs a case without an answer, and only if all are empty there is
    /// nothing.
    fn add(&mut self, told: Told) {
        self.asked += 1;
        self.proved += usize::from(told.proved);
        self.time += told.time;
        told.counters.iter().for_each(|(name, n)| self.counters.add(name.to_owned(), n));
        let place = self.cases.get(self.asked - 1).map_or(String::new(), Case::to_string);
        match (told.end, &self.verdict) {
            (_, Verdict::Fault(_)) | (End::None, _) => {}
            (End::Fault(why), _) => self.verdict = Verdict::Fault(format!("{place}: {why}")),
            (End::Found(board), _) if self.yes => self.verdict = Verdict::Yes(board),
            (End::Found(_), _) => {
                let why = format!("{place}: there is one, which contradicts what is known");
                self.verdict = Verdict::Fault(why);
            }
            (End::Stopped(why), Verdict::No) => {
                self.verdict = Verdict::Stopped(format!("{place}: {why}"));
            }
            (End::Stopped(_), _) => {}
        }
    }

    /// Nobody is left to ask: a "no" must be that of all cases, and must be
    /// the known answer.
    fn close(&mut self) {
        if !matches!(self.verdict, Verdict::No) {
            return;
        }
        if self.asked < self.cases.len() {
            self.verdict = Verdict::Stopped("some cases were not asked about".into());
        } else if self.yes {
            let why = "there is none, which contradicts what is known";
            self.verdict = Verdict::Fault(why.into());
        }
    }
}

/// Climbs the ladder. `told` hears after each case how far a question is,
/// `take` gets every question with its answer. The first that is not shown is
/// the last, since those above rest on it; tells whether all are shown.
pub fn run(
    plan: &Plan,
    control: &Control,
    told: &mut dyn FnMut(&Step),
    take: &mut dyn FnMut(Step),
) -> bool {
    // What was shown so far, from a space without points: the most cards in a
    // flat of each dimension from -1.
    let mut most = vec![0, KNOWN[0]];
    for (attributes, &largest) in KNOWN.iter().enumerate().skip(1).take(plan.attributes) {
        for (cards, yes) in [(largest, true), (largest + 1, false)] {
            let step = question(plan, (attributes, cards, yes), &most, control, told);
            let shown = step.shown();
            take(step);
            if !shown {
                return false;
            }
        }
        most.push(largest);
    }
    true
}

fn question(
    plan: &Plan,
    (attributes, cards, yes): (usize, usize, bool),
    most: &[usize],
    control: &Control,
    told: &mut dyn FnMut(&Step),
) -> Step {
    let (hyperplane, lower) = (most[attributes], most[attributes - 1]);
    let cases = cases::divide(cards, hyperplane);
    let mut step = Step::new(attributes, cards, yes, cases);
    if let Err(why) = cases::check(&step.cases, cards, hyperplane, lower) {
        step.verdict = Verdict::Fault(why);
        return step;
    }
    let cases = step.cases.clone();
    let space = Space::new(attributes);
    let one = |case: Case| ask(&*plan.engine, space, case, plan.prove && !yes, control);
    if yes {
        // One after the other, since the first collection ends it.
        for case in cases {
            step.add(one(case));
            told(&step);
            if matches!(step.verdict, Verdict::Yes(_) | Verdict::Fault(_)) {
                break;
            }
        }
    } else {
        let work = |_: &mut (), case: usize| one(cases[case]);
        in_order(
            cases.len(),
            plan.jobs,
            || (),
            |state, task| Some(work(state, task)),
            &mut |_, case| {
                step.add(case);
                told(&step);
            },
        );
    }
    step.close();
    step
}
