//! Works on the subtrees of a question with all threads.

use std::sync::{Arc, PoisonError};

use parallax_model::ask::{Ended, Task};

use super::asked::Asked;
use super::checkpoint::Note;
use super::cutter::{Budget, Remainder};
use super::rounds::{MainSearch, Rounds};
use super::stream::Stream;
use super::tally::Tally;
use super::template::Template;
use super::worker_pool::with_crew;
use crate::Search;
use crate::restarts::Schedule;

impl Asked<'_, '_> {
    /// Works on the subtrees that the first slice has left.
    pub(super) fn cut(
        &self,
        search: &Search,
        left: Remainder,
        line: Option<MainSearch>,
        bound: i64,
        tally: &mut Tally<'_>,
    ) -> Ended {
        let Asked { model, question, cutting, threads, control, .. } = self;
        let template = self.template(search);
        let variables = model.variables().len();
        let steps = cutting.subtree;
        with_crew(&template, model, question, *threads, control, |crew| {
            if question.rounds {
                // Following conflicts belongs to restarts; subtrees do not restart.
                let mut guide = template.guide.clone();
                guide.follow_conflicts(template.settings.last_conflict);
                let mut rounds = Rounds {
                    budget: Budget::of_steps(steps),
                    guide,
                    line,
                    width: cutting.width,
                    variables,
                    objective: model.objective().filter(|_| question.task == Task::Optimise),
                    bound,
                };
                return rounds.lead(left.subtrees, crew, tally);
            }
            let next = 1 + left.subtrees.len() as u64;
            let subtrees = (1..).zip(left.subtrees).collect();
            self.stream(&template).numbered_from(next).lead(subtrees, crew, tally)
        })
    }

    /// Resumes a count from its notes.
    pub(super) fn note(&self, search: &Search, root: Note, tally: &mut Tally<'_>) -> Ended {
        let Asked { model, question, threads, control, .. } = self;
        let Some(notebook) = self.notebook else {
            return Ended::GaveUp("there are no notes".into());
        };
        let cuts = format!("{:?}", self.cutting);
        let (notes, known) = match notebook.open(question.givens, &cuts, root) {
            Ok(open) => open,
            Err(why) => {
                let mut fault = notebook.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| why.clone());
                return Ended::GaveUp(why.to_string());
            }
        };
        (tally.found, tally.effort, tally.subtrees) = (known.found, known.effort, known.done);
        tally.standing = known.solution;
        let template = self.template(search);
        with_crew(&template, model, question, *threads, control, |crew| {
            let stream = self.stream(&template).numbered_from(known.next).noted_in(notes);
            stream.lead(known.open, crew, tally)
        })
    }

    fn template(&self, search: &Search) -> Template {
        let mut template = Template::of(search);
        if !self.question.rounds {
            // A restart would discard the work on a subtree, and the next subtree would repeat it.
            template.restarts = Schedule::default();
        }
        template
    }

    fn stream(&self, template: &Template) -> Stream {
        let variables = self.model.variables().len();
        let counts = self.question.task == Task::Count;
        let solutions =
            if counts { u64::MAX } else { (self.cutting.values / variables.max(1) as u64).max(1) };
        let budget = Budget { solutions, ..Budget::of_steps(self.cutting.subtree) };
        Stream::new(budget, Arc::new(template.guide.clone()), counts, variables)
    }
}
