//! A session of a race, and the outcome of each question.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::engine_api::{
    AgreeingEngine, Answer, AnsweringEngine, CandidateCallback, Control, EffortCounters, EndReason,
    EnumerationEnd, QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::claim_agreement::ClaimAgreement;
use super::question::{RaceQuestion, RaceState, SolutionFinder};
use super::race::{RaceEnd, RaceEntry, RaceExit, RaceStart, run_race};
use super::runner::{RaceRunner, RunnerOutcome};

/// The engines of a race with their threads. They begin to work at the first question.
pub(super) struct RaceSession {
    pub(super) model: Arc<Model>,
    /// The first member with a limit on its steps.
    pub(super) head: Option<RaceRunner>,
    pub(super) members: Vec<RaceRunner>,
    pub(super) cores: usize,
    pub(super) agree: usize,
}

impl Session for RaceSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if let Some(outcome) = self.at_once(task) {
            return outcome;
        }
        let asked = RaceQuestion {
            model: &self.model,
            givens: givens.into(),
            task,
            control,
            cores: self.cores,
            agree: self.agree,
        };
        let mut clock = QuestionClock::start_clock();
        let mut found = 0u64;
        let mut pass_on = |values: &[Value]| {
            found += 1;
            on_candidate(values)
        };
        let mut known = RaceState::default();
        if let Some(head) = &mut self.head {
            // The head runs alone, so no engine could agree yet. Where agreement is needed, `again`
            // below starts a race of all.
            let asked = RaceQuestion { agree: 1, givens: asked.givens.clone(), ..asked };
            let mut head = [head];
            let (end, mut entries, _) =
                run_race(&asked, &mut known, &mut head, RaceStart::Short, &mut clock, &mut pass_on);
            // The short run decides the question, unless others must agree with a claim: then all
            // engines race, this one included, from the beginning.
            let decided = matches!(end, RaceEnd::Won(..) | RaceEnd::Enough | RaceEnd::Stopped(_));
            let claims = |done: &RunnerOutcome| {
                self.agree > 1
                    && done.outcome.complete
                    && asked.task.solution_limit() != Some(done.found)
            };
            let again = matches!(&end, RaceEnd::Won(_, done) if claims(done));
            if decided && !again {
                let why = "a first short run of it alone suffices";
                return RaceOutcomeBuilder {
                    asked: &asked,
                    known,
                    clock,
                    why: why.into(),
                    found: &mut found,
                }
                .build_outcome(end, entries, None, on_candidate);
            }
            // The race starts afresh. The solutions of the short run remain as an answer if no
            // engine finds more, and refute a claim that there are none.
            known.kept = entries.pop().map(|entry| entry.kept).unwrap_or_default();
            known.kept_by = Some(SolutionFinder::new(&head[0].spec, &*head[0].engine));
            known.kept_by.take_if(|_| known.kept.is_empty());
        }
        let start = if self.head.is_none() && self.members.len() > 1 {
            RaceStart::Later
        } else {
            RaceStart::All
        };
        let number = self.members.len();
        let mut members: Vec<&mut RaceRunner> = self.members.iter_mut().collect();
        let (end, entries, agreement) =
            run_race(&asked, &mut known, &mut members, start, &mut clock, &mut pass_on);
        let why = format!("the first of {number} engines to finish");
        RaceOutcomeBuilder { asked: &asked, known, clock, why, found: &mut found }.build_outcome(
            end,
            entries,
            agreement,
            on_candidate,
        )
    }
}

impl RaceSession {
    /// Returns the outcome of a question that needs no race.
    fn at_once(&self, task: Task) -> Option<QuestionOutcome> {
        if task == Task::Optimise && self.model.objective().is_none() {
            return Some(QuestionOutcome::without_objective());
        }
        let none = || {
            QuestionOutcome::from_enumeration(
                0,
                EnumerationEnd::Enough,
                EffortCounters::new(),
                Duration::ZERO,
            )
        };
        (task.solution_limit() == Some(0)).then(none)
    }
}

/// Makes the outcome from the end of a race.
struct RaceOutcomeBuilder<'a> {
    asked: &'a RaceQuestion<'a>,
    known: RaceState,
    clock: QuestionClock,
    /// The reason why the answering engine was chosen.
    why: String,
    /// The number of solutions passed on.
    found: &'a mut u64,
}

impl RaceOutcomeBuilder<'_> {
    fn build_outcome(
        mut self,
        end: RaceEnd,
        mut entries: Vec<RaceEntry>,
        agreement: Option<ClaimAgreement>,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        match end {
            RaceEnd::Won(engine, done) => {
                let kept = std::mem::take(&mut entries[engine].kept);
                let by = entries[engine].engine_identity();
                self.winner_outcome(by, *done, &kept, agreement, on_candidate)
            }
            RaceEnd::Contradiction(engine, done, words) => {
                let kept = std::mem::take(&mut entries[engine].kept);
                let by = entries[engine].engine_identity();
                let outcome = self.winner_outcome(by, *done, &kept, None, on_candidate);
                QuestionOutcome { wrong: Some(words), ..outcome }
            }
            RaceEnd::Enough => self.partial_outcome(entries, None, on_candidate),
            RaceEnd::Stopped(stop) => {
                self.partial_outcome(entries, Some(stop.into()), on_candidate)
            }
            RaceEnd::NoneLeft | RaceEnd::Full => {
                let why = describe_withdrawals(&entries);
                self.partial_outcome(entries, Some(why.into()), on_candidate)
            }
        }
    }

    /// Returns the outcome of the engine that has answered.
    fn winner_outcome(
        &mut self,
        by: SolutionFinder,
        done: RunnerOutcome,
        kept: &[Vec<Value>],
        agreement: Option<ClaimAgreement>,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let RunnerOutcome { mut outcome, found, .. } = done;
        // Only a prefix of the solutions of a count is kept; the rest is known by number alone.
        let more = found > kept.len() as u64 && self.asked.task == Task::Count;
        if more && outcome.counted.is_none() {
            outcome.counted = Some(found.into());
        }
        // If not all solutions of a count are kept, one is enough.
        let few = if more { &kept[..kept.len().min(1)] } else { kept };
        let enough = self.pass_on(few, on_candidate).is_break();
        if enough {
            // The caller has stopped before it got all, so the outcome must not claim the total.
            (outcome.complete, outcome.counted) = (false, None);
        }
        if let (Some(best), Some(objective)) = (self.known.best.get(), self.asked.model.objective())
            && self.asked.task == Task::Optimise
        {
            // The best solution may be another engine's, whose cost the winner was given as its
            // bound.
            outcome.answer = Answer::Optimal(objective.convert_cost(best));
            let best_by = self.known.best_by.as_ref().filter(|finder| finder.spec != by.spec);
            if let Some(finder) = best_by {
                self.why += &format!("; the best solution is from {}", finder.spec);
            }
        }
        let mut named = self.answered_by(by);
        if let Some(agreement) = agreement {
            let number = agreement.family_count();
            let wanted = agreement.wanted;
            named.why += &format!("; {number} of {wanted} families agree");
            outcome.agreed = agreement
                .agreed
                .into_iter()
                .map(|(engine, family)| AgreeingEngine { engine, family })
                .collect();
            for AgreeingEngine { engine, .. } in &outcome.agreed {
                named.why += &format!("; {engine} agrees");
            }
        }
        QuestionOutcome { solve: self.clock.elapsed_time(), by: Some(named), ..outcome }
    }

    /// Returns the outcome if no engine has answered completely: the solutions found, and the
    /// reason why there are no more.
    fn partial_outcome(
        mut self,
        mut entries: Vec<RaceEntry>,
        stopped: Option<EndReason>,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut by = self.known.best_by.take();
        // Solutions passed on already are not mixed with kept ones, which could repeat them.
        // Otherwise the engine with most solutions supplies them.
        if *self.found == 0 {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.kept.len()));
            let leader = entries.first_mut().filter(|e| e.kept.len() > self.known.kept.len());
            let (who, kept) = match leader {
                Some(entry) => (Some(entry.engine_identity()), std::mem::take(&mut entry.kept)),
                None => (self.known.kept_by.take(), std::mem::take(&mut self.known.kept)),
            };
            if !kept.is_empty() {
                by = who;
                let _ = self.pass_on(&kept, on_candidate);
            }
        }
        let faults = &self.known.faults;
        let stopped = stopped.map(|reason| match reason {
            // A reader must learn of a wrong engine even if a limit ended the race.
            EndReason::Stopped(stop) if !faults.is_empty() => {
                EndReason::GaveUp(format!("{stop}; {}", faults.join("; ")))
            }
            reason => reason,
        });
        let solve = self.clock.elapsed_time();
        let unsupported = !entries.is_empty()
            && entries.iter().all(|entry| matches!(entry.out, Some(RaceExit::Unsupported(_))));
        if let (0, true, Some(why)) = (*self.found, unsupported, &stopped) {
            return QuestionOutcome {
                solve,
                ..QuestionOutcome::at_once(Answer::Unsupported(why.to_string()))
            };
        }
        let ended = stopped.map_or(EnumerationEnd::Enough, EnumerationEnd::from);
        let outcome =
            QuestionOutcome::from_enumeration(*self.found, ended, EffortCounters::new(), solve);
        self.why = "what it found before the race ended".into();
        QuestionOutcome { by: by.map(|by| self.answered_by(by)), ..outcome }
    }

    /// Passes on solutions that have waited for the end of the race.
    fn pass_on(
        &mut self,
        kept: &[Vec<Value>],
        on_candidate: CandidateCallback<'_>,
    ) -> ControlFlow<()> {
        kept.iter().try_for_each(|values| {
            *self.found += 1;
            self.clock.run_outside(|| on_candidate(values))
        })
    }

    fn answered_by(&self, finder: SolutionFinder) -> AnsweringEngine {
        let faults = self.known.faults.iter().map(|fault| format!("; {fault}"));
        let why = self.why.clone() + &faults.collect::<String>();
        let SolutionFinder { spec, family, compiler } = finder;
        AnsweringEngine { engine: spec, family, compiler, why }
    }
}

/// Describes for each engine why it does not answer.
fn describe_withdrawals(entries: &[RaceEntry]) -> String {
    let reason = |entry: &RaceEntry| match &entry.out {
        Some(RaceExit::Unsupported(why) | RaceExit::Unknown(why)) => {
            format!("{}: {why}", entry.finder.spec)
        }
        None => format!("{}: no answer", entry.finder.spec),
    };
    entries.iter().map(reason).collect::<Vec<_>>().join("; ")
}
