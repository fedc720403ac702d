//! From one attribute to four, with two questions each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::ask::{Control, Counters, Engine, in_order};
use parallax_puzzles::set::SetBoard;

use super::ask::{CaseEnd, CaseResult, ask};
use super::cases::{self, Case};
use super::geometry::Space;

/// The known sizes of largest collections, by the number of attributes from 0: the single card
/// without attributes is not a set.
const KNOWN: [usize; 5] = [1, 2, 4, 9, 20];

/// Maximum number of attributes to ask about.
pub const MOST_ATTRIBUTES: usize = KNOWN.len() - 1;

/// Options of the ladder: how far it goes, and with which engine.
#[derive(Clone)]
pub struct Plan {
    /// The largest number of attributes, at most [`MOST_ATTRIBUTES`].
    pub attributes: usize,
    /// The engine that solves the models.
    pub engine: Arc<dyn Engine>,
    /// Whether a "no" requires a checked proof.
    pub prove: bool,
    /// The number of threads.
    pub jobs: usize,
}

/// A question and its answer.
pub struct Step {
    /// The number of attributes.
    pub attributes: usize,
    /// The number of cards: is there a collection of this size without a set?
    pub cards: usize,
    /// Whether the expected answer is yes.
    pub yes: bool,
    /// All cases of the question.
    pub cases: Vec<Case>,
    /// The number of cases solved: all, or those up to the first with a collection.
    pub asked: usize,
    /// The number of cases with an accepted proof.
    pub proved: usize,
    /// The answer.
    pub verdict: Verdict,
    /// The effort of all cases.
    pub counters: Counters,
    /// The total time of all cases.
    pub time: Duration,
    /// The time from the start of the question to its answer.
    pub wall: Duration,
}

/// The answer to a question.
pub enum Verdict {
    /// There is such a collection, and it passed the checks.
    Yes(Box<SetBoard>),
    /// There is none, according to every case.
    No,
    /// Without an answer; why.
    Stopped(String),
    /// A check failed, or the answer is not the known one.
    Fault(String),
}

impl Step {
    /// Whether the question has the expected answer.
    #[must_use]
    pub fn shown(&self) -> bool {
        match self.verdict {
            Verdict::Yes(_) => self.yes,
            Verdict::No => !self.yes,
            Verdict::Stopped(_) | Verdict::Fault(_) => false,
        }
    }

    fn new(attributes: usize, cards: usize, yes: bool, cases: Vec<Case>) -> Self {
        let verdict = Verdict::No;
        let (counters, time, wall) = (Counters::new(), Duration::ZERO, Duration::ZERO);
        Step { attributes, cards, yes, cases, asked: 0, proved: 0, verdict, counters, time, wall }
    }

    /// Adds the result of the next case. A fault outweighs a collection, a collection outweighs
    /// a case without an answer, and the answer is "no" only if all cases are empty.
    fn add(&mut self, result: CaseResult) {
        self.asked += 1;
        self.proved += usize::from(result.proved);
        self.time += result.time;
        self.counters.add_all(&result.counters);
        let place = self.cases.get(self.asked - 1).map_or(String::new(), Case::to_string);
        match (result.end, &self.verdict) {
            (_, Verdict::Fault(_)) | (CaseEnd::None, _) => {}
            (CaseEnd::Fault(why), _) => self.verdict = Verdict::Fault(format!("{place}: {why}")),
            (CaseEnd::Found(board), _) if self.yes => self.verdict = Verdict::Yes(board),
            (CaseEnd::Found(_), _) => {
                let why = format!("{place}: there is one, which contradicts what is known");
                self.verdict = Verdict::Fault(why);
            }
            (CaseEnd::Stopped(why), Verdict::No) => {
                self.verdict = Verdict::Stopped(format!("{place}: {why}"));
            }
            (CaseEnd::Stopped(_), _) => {}
        }
    }

    /// Closes the question after the last case: a "no" must cover all cases, and must be the
    /// known answer.
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

/// Climbs the ladder. Calls `progress` after each case, and `take` with every answered
/// question. The first question that is not shown is the last, since later ones rest on it;
/// returns whether all are shown.
pub fn run(
    plan: &Plan,
    control: &Control,
    progress: &mut dyn FnMut(&Step),
    take: &mut dyn FnMut(Step),
) -> bool {
    // The results so far, from a space without points on: the most cards in a flat of each
    // dimension from -1.
    let mut most = vec![0, KNOWN[0]];
    for (attributes, &largest) in KNOWN.iter().enumerate().skip(1).take(plan.attributes) {
        for (cards, yes) in [(largest, true), (largest + 1, false)] {
            let start = Instant::now();
            let mut step = question(plan, (attributes, cards, yes), &most, control, progress);
            step.wall = start.elapsed();
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
    progress: &mut dyn FnMut(&Step),
) -> Step {
    let (hyperplane, lower) = (most[attributes], most[attributes - 1]);
    let cases = cases::divide(cards, hyperplane);
    let mut step = Step::new(attributes, cards, yes, cases);
    if let Err(why) = cases::check(&step.cases, cards, hyperplane, lower) {
        step.verdict = Verdict::Fault(why.to_string());
        return step;
    }
    let cases = step.cases.clone();
    let space = Space::new(attributes);
    let one = |case: Case| ask(&*plan.engine, space, case, plan.prove && !yes, control);
    if yes {
        // In order, because the first collection ends it.
        for case in cases {
            step.add(one(case));
            progress(&step);
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
                progress(&step);
            },
        );
    }
    step.close();
    step
}
