//! Finds and confirms the minimal sets that a request asks for.

use std::time::Instant;

use parallax_model::engine_api::{Answer, Control};

use super::confirm::{ClaimConfirmation, ClaimConfirmer};
use super::explanation::{InstanceExplanation, MinimalSet};
use super::instance_text::{TextCheckedSet, in_text};
use super::mus_enumeration::find_all_minimal;
use super::oracle::{OracleAnswer, SatisfiabilityOracle, shrink_set};
use super::procedure::{ExplanationTask, unknown_reason};
use super::small_set::find_small_set;
use super::smallest::{SmallestConflict, find_smallest_set};
use super::{ExplanationProblem, MinimalSets, OpenReason};

/// Maximum size of a set for which it is proved without a request that none is smaller, if that is
/// easy.
const MAX_PROVED_SIZE: usize = 8;

/// Maximum number of corrections for that proof.
const MAX_EASY_CORRECTIONS: usize = 40;

impl ExplanationTask<'_> {
    /// Returns all minimal sets, or a single set if its minimality stays open.
    pub(crate) fn find_all_sets(
        &self,
        oracle: &mut SatisfiabilityOracle<'_>,
        confirmer: &mut ClaimConfirmer,
        limit: usize,
        why: &mut InstanceExplanation,
    ) {
        // The first set is a small one, since the limit may be reached before another.
        let first = self.find_one_set(oracle, confirmer, MinimalSets::One);
        if first.open.is_some() {
            why.more.clone_from(&first.open);
            why.sets.push(first);
            return;
        }
        // Half of the time remains for confirming the sets that are found.
        let (known, control) = (vec![first.parts], self.part_of_the_time(2));
        let found =
            find_all_minimal(oracle, known, limit, self.engines, self.request.seed, &control);
        let mut differs = !self.source.always_posted(oracle.problem).is_empty();
        for set in found.sets {
            let (settled, set_differs) = self.confirm_set(confirmer, oracle.problem, set, None);
            differs |= set_differs;
            if why.sets.iter().all(|other| other.parts != settled.parts) {
                why.sets.push(settled);
            }
        }
        why.more = Some(match (found.stopped, found.limited) {
            (Some(answer), _) => unknown_reason(&answer),
            (None, true) => format!("the limit of {limit} is reached"),
            (None, false) if differs => "the sets of the file itself differ".to_owned(),
            (None, false) => String::new(),
        });
    }

    /// Returns one set, a small or a smallest one.
    pub(crate) fn find_one_set(
        &self,
        oracle: &mut SatisfiabilityOracle<'_>,
        confirmer: &mut ClaimConfirmer,
        wanted: MinimalSets,
    ) -> MinimalSet {
        let problem = oracle.problem;
        let core = match oracle.decide_set(&problem.all_parts(), self.control) {
            Ok(OracleAnswer::Conflict(core)) => core,
            Ok(OracleAnswer::Solution) => {
                let why = Answer::Unknown(format!("{} contradicts itself", oracle.spec()).into());
                return self.unminimized_set(problem, &why);
            }
            Err(answer) => return self.unminimized_set(problem, &answer),
        };
        let asked = wanted == MinimalSets::Smallest;
        let control = self.part_of_the_time(if asked { 2 } else { 4 });
        let (set, stopped) = find_small_set(oracle, core, self.request.seed, &control);
        // Without a request, the proof that no set is smaller is worth its time for small sets
        // only.
        if stopped.is_some() || (!asked && set.len() > MAX_PROVED_SIZE) {
            let (set, stopped) = match stopped {
                Some(_) if !asked => shrink_set(oracle, set, &self.part_of_the_time(2)),
                stopped => (set, stopped),
            };
            return self.confirm_set(confirmer, problem, set, stopped).0;
        }
        let max_corrections = if asked { usize::MAX } else { MAX_EASY_CORRECTIONS };
        let found = find_smallest_set(
            oracle,
            set,
            max_corrections,
            self.engines,
            self.request.seed,
            &control,
        );
        let (set, differs) = self.confirm_set(confirmer, problem, found.set.clone(), None);
        let differs = differs || !self.source.always_posted(problem).is_empty();
        let smallest = match &found.stopped {
            // The text demands another set, about which the proof in the model says nothing.
            _ if differs => asked.then(|| Err(OpenReason::OtherSets)),
            None => Some(Ok(self.confirm_smallest(confirmer, problem, &found))),
            Some(why) => asked.then(|| Err(why.clone().into())),
        };
        let is_open = |proof: &Result<ClaimConfirmation, OpenReason>| {
            matches!(proof, Ok(ClaimConfirmation::Not(_)))
        };
        // A proof that was not requested is mentioned only if it is confirmed.
        let smallest = smallest.filter(|proof| asked || !is_open(proof));
        MinimalSet { smallest, ..set }
    }

    /// Returns a control with a fraction of the remaining time, so that the rest can be used to
    /// confirm.
    pub(super) fn part_of_the_time(&self, divisor: u32) -> Control {
        let left = self.control.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        self.control.with_timeout(left.map(|left| left / divisor))
    }

    /// Confirms the proof that a set is smallest: every set without a solution has a part of each
    /// correction, and fewer parts do not suffice for that.
    fn confirm_smallest(
        &self,
        confirmer: &mut ClaimConfirmer,
        problem: &ExplanationProblem,
        found: &SmallestConflict,
    ) -> ClaimConfirmation {
        let rests = || found.corrections.iter().map(|set| problem.other_parts(set));
        let models = rests().map(|rest| problem.model_of(&rest));
        let mut corrections = confirmer.each_of(models, "without a correction", self.control);
        let control = self.part_of_the_time(2);
        if let Some(own) = self.source.each_has(problem, rests(), true, &control) {
            corrections = corrections.combine_with(own);
        }
        match found.corrections.fewer_than(found.set.len()) {
            Ok(bound) => {
                corrections.combine_with(confirmer.none_of([bound], "fewer parts", self.control))
            }
            Err(error) => ClaimConfirmation::Not(error.to_string()),
        }
    }

    /// Adds the result of other engines to a set, unless it is not known to be minimal, and that of
    /// the text. Returns also whether the text demands another set, which is returned in its place.
    fn confirm_set(
        &self,
        confirmer: &mut ClaimConfirmer,
        problem: &ExplanationProblem,
        parts: Vec<usize>,
        stopped: Option<Answer>,
    ) -> (MinimalSet, bool) {
        let control = self.part_of_the_time(2);
        let settled = self.source.check_set(problem, parts.clone(), &control);
        let open = stopped.as_ref().map(unknown_reason);
        let confirmed = match (&open, &settled) {
            (_, Some(TextCheckedSet { open: None, differs: true, .. })) => {
                self.source.text_confirmation()
            }
            (Some(why), _) => ClaimConfirmation::Not(why.clone()),
            (None, Some(TextCheckedSet { open: Some(why), .. })) => {
                ClaimConfirmation::Not(in_text(why))
            }
            (None, Some(_)) => confirmer
                .confirm_minimal_set(problem, &parts, self.control)
                .combine_with(self.source.text_confirmation()),
            (None, None) => confirmer.confirm_minimal_set(problem, &parts, self.control),
        };
        let (parts, open, differs) = match settled {
            // A set that the text settles is minimal, whatever was known before.
            Some(TextCheckedSet { set, open: None, differs }) => (set, None, differs),
            Some(TextCheckedSet { set, open: Some(why), differs }) => {
                (set, open.or_else(|| Some(why.to_string())), differs)
            }
            None => (parts, open, false),
        };
        let set = MinimalSet { parts, open, smallest: None, confirmed, needed: Vec::new() };
        (set, differs)
    }

    /// Returns the set of all parts, which has no solution but is not minimised.
    pub(crate) fn unminimized_set(&self, problem: &ExplanationProblem, why: &Answer) -> MinimalSet {
        let (open, confirmed) =
            (Some(unknown_reason(why)), ClaimConfirmation::Not(unknown_reason(why)));
        let parts = problem.all_parts();
        MinimalSet { parts, open, smallest: None, confirmed, needed: Vec::new() }
    }
}
