//! From one attribute to four, with two questions each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, EffortCounters, Engine, in_order};
use parallax_puzzles::set::SetBoard;

use super::case_search::{CaseEnd, CaseResult, ask_case};
use super::cases::{self, HyperplaneCase};
use super::geometry::AffineSpace;

/// The known sizes of largest collections, by the number of attributes from 0: the single card
/// without attributes is not a set.
const KNOWN_COLLECTION_SIZES: [usize; 5] = [1, 2, 4, 9, 20];

/// Maximum number of attributes to ask about.
pub const MOST_ATTRIBUTES: usize = KNOWN_COLLECTION_SIZES.len() - 1;

/// Options of the ladder: how far it goes, and with which engine.
#[derive(Clone)]
pub struct LadderOptions {
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
pub struct LadderStep {
    /// The number of attributes.
    pub attributes: usize,
    /// The number of cards: is there a collection of this size without a set?
    pub cards: usize,
    /// Whether the expected answer is yes.
    pub yes: bool,
    /// All cases of the question.
    pub cases: Vec<HyperplaneCase>,
    /// The number of cases solved: all, or those up to the first with a collection.
    pub asked: usize,
    /// The number of cases with an accepted proof.
    pub proved: usize,
    /// The answer.
    pub verdict: LadderAnswer,
    /// The effort of all cases.
    pub counters: EffortCounters,
    /// The total time of all cases.
    pub time: Duration,
    /// The time from the start of the question to its answer.
    pub wall: Duration,
}

/// The answer to a question.
pub enum LadderAnswer {
    /// There is such a collection, and it passed the checks.
    Yes(Box<SetBoard>),
    /// There is none, according to every case.
    No,
    /// Without an answer; why.
    Stopped(String),
    /// A check failed, or the answer is not the known one.
    Fault(String),
}

impl LadderStep {
    /// Whether the question has the expected answer.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        match self.verdict {
            LadderAnswer::Yes(_) => self.yes,
            LadderAnswer::No => !self.yes,
            LadderAnswer::Stopped(_) | LadderAnswer::Fault(_) => false,
        }
    }

    fn new(attributes: usize, cards: usize, yes: bool, cases: Vec<HyperplaneCase>) -> Self {
        let verdict = LadderAnswer::No;
        let (counters, time, wall) = (EffortCounters::new(), Duration::ZERO, Duration::ZERO);
        LadderStep {
            attributes,
            cards,
            yes,
            cases,
            asked: 0,
            proved: 0,
            verdict,
            counters,
            time,
            wall,
        }
    }

    /// Adds the result of the next case. A fault outweighs a collection, a collection outweighs
    /// a case without an answer, and the answer is "no" only if all cases are empty.
    fn add_result(&mut self, result: CaseResult) {
        self.asked += 1;
        self.proved += usize::from(result.proved);
        self.time += result.time;
        self.counters.add_all(&result.counters);
        // Results arrive in the order of the cases, so the number of results is the position of
        // this case.
        let case_name =
            self.cases.get(self.asked - 1).map_or(String::new(), HyperplaneCase::to_string);
        match (result.end, &self.verdict) {
            (_, LadderAnswer::Fault(_)) | (CaseEnd::None, _) => {}
            (CaseEnd::Fault(why), _) => {
                self.verdict = LadderAnswer::Fault(format!("{case_name}: {why}"));
            }
            (CaseEnd::Found(board), _) if self.yes => self.verdict = LadderAnswer::Yes(board),
            (CaseEnd::Found(_), _) => {
                let why = format!("{case_name}: there is one, which contradicts what is known");
                self.verdict = LadderAnswer::Fault(why);
            }
            (CaseEnd::Stopped(why), LadderAnswer::No) => {
                self.verdict = LadderAnswer::Stopped(format!("{case_name}: {why}"));
            }
            (CaseEnd::Stopped(_), _) => {}
        }
    }

    /// Closes the question after the last case: a "no" must cover all cases, and must be the known
    /// answer.
    fn close_question(&mut self) {
        if !matches!(self.verdict, LadderAnswer::No) {
            return;
        }
        if self.asked < self.cases.len() {
            self.verdict = LadderAnswer::Stopped("some cases were not asked about".into());
        } else if self.yes {
            let why = "there is none, which contradicts what is known";
            self.verdict = LadderAnswer::Fault(why.into());
        }
    }
}

/// Climbs the ladder. Calls `progress` after each case, and `take` with every answered
/// question. The first question that is not shown is the last, since later ones rest on it;
/// returns whether all are shown.
pub fn climb_ladder(
    plan: &LadderOptions,
    control: &Control,
    progress: &mut dyn FnMut(&LadderStep),
    take: &mut dyn FnMut(LadderStep),
) -> bool {
    // The results so far, from a space without points on: the maximum number of cards in a flat of
    // each dimension from -1.
    let mut most = vec![0, KNOWN_COLLECTION_SIZES[0]];
    for (attributes, &largest) in
        KNOWN_COLLECTION_SIZES.iter().enumerate().skip(1).take(plan.attributes)
    {
        for (cards, yes) in [(largest, true), (largest + 1, false)] {
            let start = Instant::now();
            let mut step = ask_question(plan, (attributes, cards, yes), &most, control, progress);
            step.wall = start.elapsed();
            let shown = step.is_shown();
            take(step);
            if !shown {
                return false;
            }
        }
        // Both questions are answered as expected, so the maximum is now proved and may bound later
        // cases.
        most.push(largest);
    }
    true
}

fn ask_question(
    plan: &LadderOptions,
    (attributes, cards, yes): (usize, usize, bool),
    most: &[usize],
    control: &Control,
    progress: &mut dyn FnMut(&LadderStep),
) -> LadderStep {
    // The list begins with dimension -1, so index d holds the maximum of dimension d - 1: a
    // hyperplane of this space, and before it a flat of one dimension less.
    let (hyperplane, lower) = (most[attributes], most[attributes - 1]);
    let cases = cases::divide_cap(cards, hyperplane);
    let mut step = LadderStep::new(attributes, cards, yes, cases);
    if let Err(why) = cases::check_cases(&step.cases, cards, hyperplane, lower) {
        step.verdict = LadderAnswer::Fault(why.to_string());
        return step;
    }
    let cases = step.cases.clone();
    let space = AffineSpace::new(attributes);
    let one =
        // A "yes" has the collection as its evidence and needs no proof.
        |case: HyperplaneCase| ask_case(&*plan.engine, space, case, plan.prove && !yes, control);
    if yes {
        // The cases are solved one by one, because the first collection ends the question.
        for case in cases {
            step.add_result(one(case));
            progress(&step);
            if matches!(step.verdict, LadderAnswer::Yes(_) | LadderAnswer::Fault(_)) {
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
                step.add_result(case);
                progress(&step);
            },
        );
    }
    step.close_question();
    step
}
