//! The text that an instance comes from has the last word about a set of parts: the text with these
//! parts alone is read again (`ExplanationSource::solve_excerpt`).
//!
//! A reader or a compiler may have joined parts: one defines what another uses, or narrows its
//! domains. A set that the text refutes is not reported; one that the text supports takes its
//! place.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_instance::{ExcerptAnswer, Instance, InstanceExcerpt};
use parallax_model::engine_api::{Answer, Control, Engine};

use super::confirm::ClaimConfirmation;
use super::open_reason::OpenReason;
use super::part::ExplanationPart;
use super::problem::{ExplanationProblem, find_checked_solution};

/// The text of an instance, and what is known about it.
pub(super) struct InstanceText<'a> {
    instance: &'a dyn Instance,
    engines: &'a [Arc<dyn Engine>],
    seed: u64,
    /// Sets with and without a solution.
    known: RefCell<Vec<(Vec<usize>, bool)>>,
    /// The programs that answered.
    used: RefCell<BTreeSet<String>>,
}

/// A set after a question to the text.
pub(super) struct TextCheckedSet {
    /// The set. If `open` is `None`, it has no solution, and each of its parts is needed.
    pub set: Vec<usize>,
    /// Whether the set differs from the one in the question.
    pub differs: bool,
    /// The reason why the text does not confirm it.
    pub open: Option<OpenReason>,
}

/// A set that the text does not confirm.
struct UnsettledSet {
    set: Vec<usize>,
    why: OpenReason,
}

impl<'a> InstanceText<'a> {
    /// Takes the text of an instance; `engines` solve what the instance does not answer itself.
    pub(crate) fn new(
        instance: &'a dyn Instance,
        engines: &'a [Arc<dyn Engine>],
        seed: u64,
    ) -> Self {
        let (known, used) = (RefCell::default(), RefCell::default());
        InstanceText { instance, engines, seed, known, used }
    }

    /// Answers whether the text with a set alone has a solution; `None` if there is no other text
    /// than the model.
    ///
    /// # Errors
    /// Returns the reason why that stays open.
    pub(crate) fn has_solution(
        &self,
        problem: &ExplanationProblem,
        set: &[usize],
        control: &Control,
    ) -> Option<Result<bool, OpenReason>> {
        if let Some(answer) = self.recall_decision(set) {
            return Some(Ok(answer));
        }
        if let Err(stopped) = control.check_stop() {
            return Some(Err(Answer::from(stopped).into()));
        }
        let mut givens = problem.fact_givens().to_vec();
        let mut labels = Vec::new();
        for &part in set {
            match &problem.parts()[part] {
                ExplanationPart::Clue(given) => givens.push(*given),
                ExplanationPart::Rule { places, .. } => {
                    let posted = problem.model().constraints();
                    labels.extend(places.iter().map(|&index| posted[index].label.as_str()));
                }
            }
        }
        // Constraints of one part share their label.
        labels.dedup();
        let excerpt = InstanceExcerpt {
            labels: &labels,
            givens: &givens,
            excluded: problem.excluded_givens(),
        };
        let answer = match self.instance.explanation_source()?.solve_excerpt(&excerpt, control)? {
            ExcerptAnswer::Failed(why) => Err(OpenReason::Excerpt(why)),
            ExcerptAnswer::Solved { satisfiable, by } => {
                self.used.borrow_mut().insert(by);
                Ok(satisfiable)
            }
            ExcerptAnswer::Open(left) => self.solve_excerpt(&*left, control),
        };
        if let Ok(answer) = answer {
            self.known.borrow_mut().push((set.to_vec(), answer));
        }
        Some(answer)
    }

    /// Returns what follows from the sets that are known: fewer parts have a solution if more have,
    /// and more have none if fewer have none.
    fn recall_decision(&self, set: &[usize]) -> Option<bool> {
        let is_within = |small: &[usize], large: &[usize]| {
            small.iter().all(|part| large.binary_search(part).is_ok())
        };
        let known = self.known.borrow();
        let follows = |(other, answer): &&(Vec<usize>, bool)| {
            if *answer { is_within(set, other) } else { is_within(other, set) }
        };
        known.iter().find(follows).map(|(_, answer)| *answer)
    }

    /// Solves the remaining problem with the first engine that decides.
    fn solve_excerpt(&self, left: &dyn Instance, control: &Control) -> Result<bool, OpenReason> {
        let viewpoint = left.default_viewpoint();
        let model = left.model(&viewpoint)?;
        let model = Arc::new(model.restrict_givens(&left.givens(&viewpoint)));
        let mut last = OpenReason::NoEngine;
        for engine in self.engines {
            match find_checked_solution(&**engine, &model, self.seed, control) {
                Ok(found) => return Ok(found.is_some()),
                Err(answer) => last = answer.into(),
            }
        }
        Err(last)
    }

    /// Asks the text about a set without a solution. If the set has one there, more parts join it;
    /// parts that the text does not need leave it.
    pub(crate) fn check_set(
        &self,
        problem: &ExplanationProblem,
        set: Vec<usize>,
        control: &Control,
    ) -> Option<TextCheckedSet> {
        let before = set.clone();
        let settled = |set: Vec<usize>, why: OpenReason| {
            let differs = set != before;
            TextCheckedSet { set, differs, open: Some(why) }
        };
        let mut set = match self.find_conflict_in_text(problem, set, control)? {
            Ok(set) => set,
            Err(open) => return Some(settled(open.set, open.why)),
        };
        for part in set.clone() {
            let rest: Vec<usize> = set.iter().copied().filter(|&other| other != part).collect();
            match self.has_solution(problem, &rest, control)? {
                Ok(true) => {}
                Ok(false) => set = rest,
                Err(why) => return Some(settled(set, why)),
            }
        }
        Some(TextCheckedSet { differs: set != before, set, open: None })
    }

    /// Returns a set without a solution in the text: the set itself, or else with the parts that
    /// the model cannot take out, or else with as few of the others as deletion leaves.
    fn find_conflict_in_text(
        &self,
        problem: &ExplanationProblem,
        set: Vec<usize>,
        control: &Control,
    ) -> Option<Result<Vec<usize>, UnsettledSet>> {
        let always = self.always_posted(problem);
        let more: BTreeSet<usize> = set.iter().copied().chain(always).collect();
        for wanted in [set.clone(), more.into_iter().collect(), problem.all_parts()] {
            match self.has_solution(problem, &wanted, control)? {
                Ok(true) => {}
                // Parts of the first set stay here; `check_set` tries them after the added ones.
                Ok(false) => return Some(self.without_others(problem, wanted, &set, control)),
                Err(why) => return Some(Err(UnsettledSet { set, why })),
            }
        }
        Some(Err(UnsettledSet { set, why: OpenReason::AllParts }))
    }

    /// Takes parts out of a set without a solution that are not in another one.
    fn without_others(
        &self,
        problem: &ExplanationProblem,
        mut set: Vec<usize>,
        kept: &[usize],
        control: &Control,
    ) -> Result<Vec<usize>, UnsettledSet> {
        for part in problem.other_parts(kept) {
            let rest: Vec<usize> = set.iter().copied().filter(|&other| other != part).collect();
            if rest.len() == set.len() {
                continue;
            }
            match self.has_solution(problem, &rest, control) {
                Some(Ok(false)) => set = rest,
                Some(Ok(true)) | None => {}
                Some(Err(why)) => return Err(UnsettledSet { set, why }),
            }
        }
        Ok(set)
    }

    /// Returns the parts that hold in the model whatever is chosen.
    pub(crate) fn always_posted(&self, problem: &ExplanationProblem) -> Vec<usize> {
        let posted = problem.model().constraints();
        let Some(reasons) = self.instance.explanation_source() else { return Vec::new() };
        let is_always = |&part: &usize| {
            let places = problem.parts()[part].places();
            places.iter().any(|&index| reasons.is_always_posted(&posted[index]))
        };
        problem.all_parts().into_iter().filter(is_always).collect()
    }

    /// Confirms that each of these sets has a solution in the text, or that none has; `None` if
    /// there is no other text than the model.
    pub(crate) fn each_has(
        &self,
        problem: &ExplanationProblem,
        sets: impl IntoIterator<Item = Vec<usize>>,
        wanted: bool,
        control: &Control,
    ) -> Option<ClaimConfirmation> {
        for set in sets {
            match self.has_solution(problem, &set, control)? {
                Ok(answer) if answer == wanted => {}
                Ok(_) => {
                    let found = if wanted { "what is left has no" } else { "a conflict has a" };
                    let why = format!("in the file itself {found} solution");
                    return Some(ClaimConfirmation::Not(why));
                }
                Err(why) => return Some(ClaimConfirmation::Not(in_text(&why))),
            }
        }
        Some(self.text_confirmation())
    }

    /// Returns what the text confirms, with the programs that took part.
    pub(crate) fn text_confirmation(&self) -> ClaimConfirmation {
        ClaimConfirmation::By(self.used.borrow().iter().cloned().collect())
    }
}

/// Words a reason why the text does not confirm something.
pub(super) fn in_text(why: &OpenReason) -> String {
    format!("in the file itself, with these alone: {why}")
}
