//! A session of a race, and the outcome of each question.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::ask::{
    Agrees, Answer, AnsweredBy, Clock, Control, Counters, EndReason, Ended, OnCandidate, Outcome,
    Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::agree::Agreement;
use super::question::{Asked, RaceState, SolutionFinder};
use super::race::{End, Entry, Out, Start, race};
use super::runner::{Done, Runner};

/// The engines of a race with their threads. They begin to work at the first question.
pub(super) struct RaceSession {
    pub(super) model: Arc<Model>,
    /// The first member with a limit on its steps.
    pub(super) head: Option<Runner>,
    pub(super) members: Vec<Runner>,
    pub(super) cores: usize,
    pub(super) agree: usize,
}

impl Session for RaceSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if let Some(outcome) = self.at_once(task) {
            return outcome;
        }
        let asked = Asked {
            model: &self.model,
            givens: givens.into(),
            task,
            control,
            cores: self.cores,
            agree: self.agree,
        };
        let mut clock = Clock::start();
        let mut found = 0u64;
        let mut pass_on = |values: &[Value]| {
            found += 1;
            on_candidate(values)
        };
        let mut known = RaceState::default();
        if let Some(head) = &mut self.head {
            // A claim needs agreement of the others.
            let asked = Asked { agree: 1, givens: asked.givens.clone(), ..asked };
            let mut head = [head];
            let (end, mut entries, _) =
                race(&asked, &mut known, &mut head, Start::Short, &mut clock, &mut pass_on);
            let decided = matches!(end, End::Won(..) | End::Enough | End::Stopped(_));
            let claims = |done: &Done| {
                self.agree > 1 && done.outcome.complete && asked.task.limit() != Some(done.found)
            };
            let again = matches!(&end, End::Won(_, done) if claims(done));
            if decided && !again {
                let why = "a first short run of it alone suffices";
                return Finish { asked: &asked, known, clock, why: why.into(), found: &mut found }
                    .outcome(end, entries, None, on_candidate);
            }
            known.kept = entries.pop().map(|entry| entry.kept).unwrap_or_default();
            known.kept_by = Some(SolutionFinder::new(&head[0].spec, &*head[0].engine));
            known.kept_by.take_if(|_| known.kept.is_empty());
        }
        let start =
            if self.head.is_none() && self.members.len() > 1 { Start::Later } else { Start::All };
        let number = self.members.len();
        let mut members: Vec<&mut Runner> = self.members.iter_mut().collect();
        let (end, entries, agreement) =
            race(&asked, &mut known, &mut members, start, &mut clock, &mut pass_on);
        let why = format!("the first of {number} engines to finish");
        Finish { asked: &asked, known, clock, why, found: &mut found }.outcome(
            end,
            entries,
            agreement,
            on_candidate,
        )
    }
}

impl RaceSession {
    /// Returns the outcome of a question that needs no race.
    fn at_once(&self, task: Task) -> Option<Outcome> {
        if task == Task::Optimise && self.model.objective().is_none() {
            return Some(Outcome::without_objective());
        }
        let none = || Outcome::enumerated(0, Ended::Enough, Counters::new(), Duration::ZERO);
        (task.limit() == Some(0)).then(none)
    }
}

/// Makes the outcome from the end of a race.
struct Finish<'a> {
    asked: &'a Asked<'a>,
    known: RaceState,
    clock: Clock,
    /// The reason why the answering engine was chosen.
    why: String,
    /// The number of solutions passed on.
    found: &'a mut u64,
}

impl Finish<'_> {
    fn outcome(
        mut self,
        end: End,
        mut entries: Vec<Entry>,
        agreement: Option<Agreement>,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        match end {
            End::Won(engine, done) => {
                let kept = std::mem::take(&mut entries[engine].kept);
                let by = entries[engine].who();
                self.won(by, *done, &kept, agreement, on_candidate)
            }
            End::Contradiction(engine, done, words) => {
                let kept = std::mem::take(&mut entries[engine].kept);
                let by = entries[engine].who();
                let outcome = self.won(by, *done, &kept, None, on_candidate);
                Outcome { wrong: Some(words), ..outcome }
            }
            End::Enough => self.partial(entries, None, on_candidate),
            End::Stopped(stop) => self.partial(entries, Some(stop.into()), on_candidate),
            End::NoneLeft | End::Full => {
                let why = reasons(&entries);
                self.partial(entries, Some(why.into()), on_candidate)
            }
        }
    }

    /// Returns the outcome of the engine that has answered.
    fn won(
        &mut self,
        by: SolutionFinder,
        done: Done,
        kept: &[Vec<Value>],
        agreement: Option<Agreement>,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let Done { mut outcome, found, .. } = done;
        let more = found > kept.len() as u64 && self.asked.task == Task::Count;
        if more && outcome.counted.is_none() {
            outcome.counted = Some(found.into());
        }
        // If not all solutions of a count are kept, one is enough.
        let few = if more { &kept[..kept.len().min(1)] } else { kept };
        let enough = self.pass_on(few, on_candidate).is_break();
        if enough {
            (outcome.complete, outcome.counted) = (false, None);
        }
        if let (Some(best), Some(objective)) = (self.known.best.get(), self.asked.model.objective())
            && self.asked.task == Task::Optimise
        {
            outcome.answer = Answer::Optimal(objective.signed(best));
            let best_by = self.known.best_by.as_ref().filter(|finder| finder.spec != by.spec);
            if let Some(finder) = best_by {
                self.why += &format!("; the best solution is from {}", finder.spec);
            }
        }
        let mut named = self.by(by);
        if let Some(agreement) = agreement {
            let number = agreement.families();
            let wanted = agreement.wanted;
            named.why += &format!("; {number} of {wanted} families agree");
            outcome.agreed = agreement
                .agreed
                .into_iter()
                .map(|(engine, family)| Agrees { engine, family })
                .collect();
            for Agrees { engine, .. } in &outcome.agreed {
                named.why += &format!("; {engine} agrees");
            }
        }
        Outcome { solve: self.clock.elapsed(), by: Some(named), ..outcome }
    }

    /// Returns the outcome if no engine has answered completely: the solutions found, and the
    /// reason why there are no more.
    fn partial(
        mut self,
        mut entries: Vec<Entry>,
        stopped: Option<EndReason>,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut by = self.known.best_by.take();
        if *self.found == 0 {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.kept.len()));
            let most = entries.first_mut().filter(|e| e.kept.len() > self.known.kept.len());
            let (who, kept) = match most {
                Some(entry) => (Some(entry.who()), std::mem::take(&mut entry.kept)),
                None => (self.known.kept_by.take(), std::mem::take(&mut self.known.kept)),
            };
            if !kept.is_empty() {
                by = who;
                let _ = self.pass_on(&kept, on_candidate);
            }
        }
        let faults = &self.known.faults;
        let stopped = stopped.map(|reason| match reason {
            EndReason::Stopped(stop) if !faults.is_empty() => {
                EndReason::GaveUp(format!("{stop}; {}", faults.join("; ")))
            }
            reason => reason,
        });
        let solve = self.clock.elapsed();
        let unsupported = !entries.is_empty()
            && entries.iter().all(|entry| matches!(entry.out, Some(Out::Unsupported(_))));
        if let (0, true, Some(why)) = (*self.found, unsupported, &stopped) {
            return Outcome { solve, ..Outcome::at_once(Answer::Unsupported(why.to_string())) };
        }
        let ended = stopped.map_or(Ended::Enough, Ended::from);
        let outcome = Outcome::enumerated(*self.found, ended, Counters::new(), solve);
        self.why = "what it found before the race ended".into();
        Outcome { by: by.map(|by| self.by(by)), ..outcome }
    }

    /// Passes on solutions that have waited for the end of the race.
    fn pass_on(&mut self, kept: &[Vec<Value>], on_candidate: OnCandidate<'_>) -> ControlFlow<()> {
        kept.iter().try_for_each(|values| {
            *self.found += 1;
            self.clock.outside(|| on_candidate(values))
        })
    }

    fn by(&self, finder: SolutionFinder) -> AnsweredBy {
        let faults = self.known.faults.iter().map(|fault| format!("; {fault}"));
        let why = self.why.clone() + &faults.collect::<String>();
        let SolutionFinder { spec, family, compiler } = finder;
        AnsweredBy { engine: spec, family, compiler, why }
    }
}

/// Describes why no engine answers.
fn reasons(entries: &[Entry]) -> String {
    let reason = |entry: &Entry| match &entry.out {
        Some(Out::Unsupported(why) | Out::Unknown(why)) => format!("{}: {why}", entry.finder.spec),
        None => format!("{}: no answer", entry.finder.spec),
    };
    entries.iter().map(reason).collect::<Vec<_>>().join("; ")
}
