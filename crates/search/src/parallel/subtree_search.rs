//! Works on the subtrees of a question with all threads.

use std::sync::{Arc, PoisonError};

use parallax_model::engine_api::{EnumerationEnd, Task};

use super::checkpoint::Note;
use super::cutter::{TreeRemainder, WalkBudget};
use super::question::ParallelQuestion;
use super::rounds::{MainSearch, SubtreeRounds};
use super::stream::SubtreeStream;
use super::tally::QuestionTally;
use super::template::SearchTemplate;
use super::worker_pool::with_crew;
use crate::SearchState;
use crate::restarts::RestartSchedule;

impl ParallelQuestion<'_, '_> {
    /// Works on the subtrees that the first slice has left.
    pub(super) fn process_subtrees(
        &self,
        search: &SearchState,
        left: TreeRemainder,
        line: Option<MainSearch>,
        bound: i64,
        tally: &mut QuestionTally<'_>,
    ) -> EnumerationEnd {
        let ParallelQuestion { model, question, cutting, threads, control, .. } = self;
        let template = self.build_template(search);
        let variables = model.variables().len();
        let steps = cutting.subtree;
        with_crew(&template, model, question, *threads, control, |crew| {
            if question.rounds {
                // Following conflicts belongs to restarts; subtrees do not restart.
                let mut guide = template.guide.clone();
                guide.follow_conflicts(template.settings.last_conflict);
                let mut rounds = SubtreeRounds {
                    budget: WalkBudget::of_steps(steps),
                    guide,
                    line,
                    width: cutting.width,
                    variables,
                    objective: model.objective().filter(|_| question.task == Task::Optimise),
                    bound,
                };
                return rounds.run_rounds(left.subtrees, crew, tally);
            }
            let next = 1 + left.subtrees.len() as u64;
            let subtrees = (1..).zip(left.subtrees).collect();
            self.build_stream(&template).numbered_from(next).process_subtrees(subtrees, crew, tally)
        })
    }

    /// Resumes a count from its notes.
    pub(super) fn resume_count(
        &self,
        search: &SearchState,
        root: Note,
        tally: &mut QuestionTally<'_>,
    ) -> EnumerationEnd {
        let ParallelQuestion { model, question, threads, control, .. } = self;
        let Some(notebook) = self.notebook else {
            return EnumerationEnd::GaveUp("there are no notes".into());
        };
        // The sizes of the cuts determine the subtrees and their numbers, so they are part of the
        // heading.
        let cuts = format!("{:?}", self.cutting);
        let (notes, known) = match notebook.open_log(question.givens, &cuts, root) {
            Ok(open) => open,
            Err(why) => {
                let mut fault = notebook.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| why.clone());
                return EnumerationEnd::GaveUp(why.to_string());
            }
        };
        (tally.found, tally.effort, tally.subtrees) = (known.found, known.effort, known.done);
        tally.representative = known.solution;
        let template = self.build_template(search);
        with_crew(&template, model, question, *threads, control, |crew| {
            let stream = self.build_stream(&template).numbered_from(known.next).noted_in(notes);
            stream.process_subtrees(known.open, crew, tally)
        })
    }

    fn build_template(&self, search: &SearchState) -> SearchTemplate {
        let mut template = SearchTemplate::from_search(search);
        if !self.question.rounds {
            // A restart would discard the work on a subtree, and the next subtree would repeat it.
            template.restarts = RestartSchedule::default();
        }
        template
    }

    fn build_stream(&self, template: &SearchTemplate) -> SubtreeStream {
        let variables = self.model.variables().len();
        let counts = self.question.task == Task::Count;
        let solutions =
            if counts { u64::MAX } else { (self.cutting.values / variables.max(1) as u64).max(1) };
        let budget = WalkBudget { solutions, ..WalkBudget::of_steps(self.cutting.subtree) };
        SubtreeStream::new(budget, Arc::new(template.guide.clone()), counts, variables)
    }
}
