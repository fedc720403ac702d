//! Finds and confirms the minimal sets that a request asks for.

use std::time::Instant;

use parallax_model::ask::{Answer, Control};

use super::all::all;
use super::confirm::{Confirmed, Confirmer};
use super::explained::{MinimalSet, Why};
use super::oracle::{Decision, Oracle, shrink};
use super::procedure::{Task, reason};
use super::small::small;
use super::smallest::{Smallest, smallest};
use super::source::{Settled, in_text};
use super::{MinimalSets, OpenReason, Problem};

/// Maximum size of a set for which it is proved without a request that none is smaller, if that is
/// easy.
const SMALL: usize = 8;

/// Maximum number of corrections for that proof.
const EASY: usize = 40;

impl Task<'_> {
    /// Returns all minimal sets, or a single set if its minimality stays open.
    pub(crate) fn all(
        &self,
        oracle: &mut Oracle<'_>,
        confirmer: &mut Confirmer,
        limit: usize,
        why: &mut Why,
    ) {
        // The first set is a small one, in case that the limit is reached.
        let first = self.one(oracle, confirmer, MinimalSets::One);
        if first.open.is_some() {
            why.more.clone_from(&first.open);
            why.sets.push(first);
            return;
        }
        let (known, control) = (vec![first.parts], self.part_of_the_time(2));
        let found = all(oracle, known, limit, self.engines, self.request.seed, &control);
        let mut differs = !self.source.always_posted(oracle.problem).is_empty();
        for set in found.sets {
            let (settled, set_differs) = self.confirmed(confirmer, oracle.problem, set, None);
            differs |= set_differs;
            if why.sets.iter().all(|other| other.parts != settled.parts) {
                why.sets.push(settled);
            }
        }
        why.more = Some(match (found.stopped, found.limited) {
            (Some(answer), _) => reason(&answer),
            (None, true) => format!("the limit of {limit} is reached"),
            (None, false) if differs => "the sets of the file itself differ".to_owned(),
            (None, false) => String::new(),
        });
    }

    /// Returns one set, a small or a smallest one.
    pub(crate) fn one(
        &self,
        oracle: &mut Oracle<'_>,
        confirmer: &mut Confirmer,
        wanted: MinimalSets,
    ) -> MinimalSet {
        let problem = oracle.problem;
        let core = match oracle.decide(&problem.all(), self.control) {
            Ok(Decision::Conflict(core)) => core,
            Ok(Decision::Solution) => {
                let why = Answer::Unknown(format!("{} contradicts itself", oracle.spec()).into());
                return self.unminimized(problem, &why);
            }
            Err(answer) => return self.unminimized(problem, &answer),
        };
        let asked = wanted == MinimalSets::Smallest;
        let control = self.part_of_the_time(if asked { 2 } else { 4 });
        let (set, stopped) = small(oracle, core, self.request.seed, &control);
        if stopped.is_some() || (!asked && set.len() > SMALL) {
            let (set, stopped) = match stopped {
                Some(_) if !asked => shrink(oracle, set, &self.part_of_the_time(2)),
                stopped => (set, stopped),
            };
            return self.confirmed(confirmer, problem, set, stopped).0;
        }
        let most = if asked { usize::MAX } else { EASY };
        let found = smallest(oracle, set, most, self.engines, self.request.seed, &control);
        let (set, differs) = self.confirmed(confirmer, problem, found.set.clone(), None);
        let differs = differs || !self.source.always_posted(problem).is_empty();
        let smallest = match &found.stopped {
            _ if differs => asked.then(|| Err(OpenReason::OtherSets)),
            None => Some(Ok(self.proved(confirmer, problem, &found))),
            Some(why) => asked.then(|| Err(why.clone().into())),
        };
        let is_open =
            |proof: &Result<Confirmed, OpenReason>| matches!(proof, Ok(Confirmed::Not(_)));
        let smallest = smallest.filter(|proof| asked || !is_open(proof));
        MinimalSet { smallest, ..set }
    }

    /// Returns a control with a fraction of the remaining time, so that the rest can be used to
    /// confirm.
    pub(super) fn part_of_the_time(&self, divisor: u32) -> Control {
        let left = self.control.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        self.control.within(left.map(|left| left / divisor))
    }

    /// Confirms the proof that a set is smallest: every set without a solution has a part of each
    /// correction, and fewer parts do not suffice for that.
    fn proved(&self, confirmer: &mut Confirmer, problem: &Problem, found: &Smallest) -> Confirmed {
        let rests = || found.corrections.iter().map(|set| problem.others(set));
        let models = rests().map(|rest| problem.model_of(&rest));
        let mut corrections = confirmer.each_of(models, "without a correction", self.control);
        let control = self.part_of_the_time(2);
        if let Some(own) = self.source.each_has(problem, rests(), true, &control) {
            corrections = corrections.and(own);
        }
        match found.corrections.fewer_than(found.set.len()) {
            Ok(bound) => corrections.and(confirmer.none_of([bound], "fewer parts", self.control)),
            Err(error) => Confirmed::Not(error.to_string()),
        }
    }

    /// Adds the result of other engines to a set, unless it is not known to be minimal, and that of
    /// the text. Returns also whether the text demands another set, which is returned in its place.
    fn confirmed(
        &self,
        confirmer: &mut Confirmer,
        problem: &Problem,
        parts: Vec<usize>,
        stopped: Option<Answer>,
    ) -> (MinimalSet, bool) {
        let control = self.part_of_the_time(2);
        let settled = self.source.settle(problem, parts.clone(), &control);
        let open = stopped.as_ref().map(reason);
        let confirmed = match (&open, &settled) {
            (_, Some(Settled { open: None, differs: true, .. })) => self.source.confirmed(),
            (Some(why), _) => Confirmed::Not(why.clone()),
            (None, Some(Settled { open: Some(why), .. })) => Confirmed::Not(in_text(why)),
            (None, Some(_)) => {
                confirmer.minimal(problem, &parts, self.control).and(self.source.confirmed())
            }
            (None, None) => confirmer.minimal(problem, &parts, self.control),
        };
        let (parts, open, differs) = match settled {
            // A set that the text settles is minimal, whatever was known before.
            Some(Settled { set, open: None, differs }) => (set, None, differs),
            Some(Settled { set, open: Some(why), differs }) => {
                (set, open.or_else(|| Some(why.to_string())), differs)
            }
            None => (parts, open, false),
        };
        let set = MinimalSet { parts, open, smallest: None, confirmed, needed: Vec::new() };
        (set, differs)
    }

    /// Returns the set of all parts, which has no solution but is not minimised.
    pub(crate) fn unminimized(&self, problem: &Problem, why: &Answer) -> MinimalSet {
        let (open, confirmed) = (Some(reason(why)), Confirmed::Not(reason(why)));
        let parts = problem.all();
        MinimalSet { parts, open, smallest: None, confirmed, needed: Vec::new() }
    }
}
