//! One engine and the instances of one block: one session answers them all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::Model;
use parallax_model::ask::{
    Answer, Control, EndReason, Engine, Outcome, Refusal, Session, Task, caught,
};
use parallax_model::instance::{Goal, Instance, SourcedInstance, added_givens};

use super::judge::{Judge, PreparedQuestion, fault};
use super::orbits::Numbers;
use super::outbox::Outbox;
use super::shared::Shared;
use super::{Claim, CoreRow, Keeps, Models, Plan, Row, Standing, Times};

/// One engine on the instances of one block. It prepares a session for the
/// first instance and keeps it for the others.
pub(super) struct EngineRunner<'p> {
    plan: &'p Plan,
    engine: &'p dyn Engine,
    shared: &'p Shared,
    session: Option<Box<dyn Session>>,
    /// Whether the next instance is the first. Its row carries the time of
    /// building the model.
    fresh: bool,
    /// The outbox that takes the solutions instead of rows, and a call to have it emptied.
    outbox: Option<(&'p Outbox, &'p dyn Fn())>,
}

impl<'p> EngineRunner<'p> {
    pub(super) fn new(plan: &'p Plan, engine: &'p dyn Engine, shared: &'p Shared) -> Self {
        EngineRunner { plan, engine, shared, session: None, fresh: true, outbox: None }
    }

    /// Puts solutions into `outbox` as they are found, and calls `call` when it is time to take
    /// them.
    pub(super) fn sending(self, outbox: &'p Outbox, call: &'p dyn Fn()) -> Self {
        EngineRunner { outbox: Some((outbox, call)), ..self }
    }

    /// Solves one instance. A panic makes this row unknown and affects no other row.
    pub(super) fn solve(&mut self, found: &SourcedInstance, control: &Control) -> Row {
        caught(|| self.solve_once(found, control)).unwrap_or_else(|panic| {
            self.session = None;
            let outcome = Outcome::at_once(Answer::Unknown(fault(&panic).into()));
            let judge = Judge::new(&*found.instance, &self.shared.viewpoint, 0);
            self.row(found, outcome, None, judge, Duration::ZERO)
        })
    }

    fn solve_once(&mut self, found: &SourcedInstance, control: &Control) -> Row {
        let instance = &*found.instance;
        let task = self.task(instance);
        let within = |spent| control.within(self.plan.timeout.map(|t| t.saturating_sub(spent)));
        let building = within(found.spent).within_memory(self.plan.memory);
        let built = self.shared.build(instance, &building);
        let building = if self.fresh { built.time } else { Duration::ZERO };
        self.fresh = false;
        let control = within(found.spent + building);
        let start = Instant::now();
        let prepared = built.model.and_then(|model| {
            let givens = if self.shared.with_givens {
                Vec::new()
            } else {
                instance.givens(&self.shared.viewpoint)
            };
            self.prepare(&model, &control)?;
            Ok(PreparedQuestion { model, givens })
        });
        let encode = building + start.elapsed();
        let mut judge = Judge::new(instance, &self.shared.viewpoint, self.plan.keep);
        judge.outbox = self.outbox;
        let mut core = None;
        let mut outcome = match (prepared, &mut self.session) {
            (Err(refusal), _) => Outcome::at_once(refusal.into()),
            (Ok(posed), Some(session)) => {
                let outcome = judge.ask(&mut **session, &posed, task, &control);
                if outcome.answer == Answer::Unsatisfiable {
                    let PreparedQuestion { model, givens } = &posed;
                    let wanted = self.plan.cores;
                    core = Some(CoreRow::of(
                        &mut **session,
                        instance,
                        model,
                        givens,
                        wanted,
                        &control,
                    ));
                }
                outcome
            }
            (Ok(_), None) => Outcome::at_once(Answer::Unknown("no session".into())),
        };
        if outcome.stopped.is_some() || judge.panicked {
            // A solver that was stopped may be unable to continue.
            self.session = None;
        }
        let core = core.transpose().unwrap_or_else(|why| {
            // The answer stays valid; the row states why it has no core.
            outcome.stopped = Some(why.to_string().into());
            None
        });
        self.row(found, outcome, core.flatten(), judge, encode)
    }

    /// Returns the task on an instance: what the plan wants, or the instance's own.
    fn task(&self, instance: &dyn Instance) -> Task {
        match (self.plan.task, instance.goal(), instance.default_task()) {
            // Commands pass `First` if the user requests nothing else, so the instance's own goal
            // replaces it.
            (Some(Task::First), Some(Goal::Task(task)), _) => task,
            (None | Some(Task::First), _, Task::Optimise) => Task::Optimise,
            (wanted, _, usual) => wanted.unwrap_or(usual),
        }
    }

    fn prepare(&mut self, model: &Arc<Model>, control: &Control) -> Result<(), Refusal> {
        if self.session.is_none() {
            let prepared = caught(|| self.engine.prepare(model, self.plan.seed, control));
            self.session =
                Some(prepared.unwrap_or_else(|panic| Err(Refusal::Failed(fault(&panic))))?);
        }
        Ok(())
    }

    /// Returns the numbers of solutions: all, by weight, and of orbits.
    fn numbers(&self, instance: &dyn Instance, outcome: &Outcome, judge: &Judge<'_>) -> Numbers {
        let unsupported = matches!(outcome.answer, Answer::Unsupported(_));
        let weight = match self.shared.keeps {
            Keeps::Orbits if !unsupported => instance.weight(&self.shared.viewpoint),
            _ => None,
        };
        let count = outcome.counted.clone().unwrap_or_default().max(judge.count.into());
        let counts = self.plan.task == Some(Task::Count) && outcome.complete;
        let numbers = Numbers {
            weighted: weight.and_then(|weight| weight.of(&count)),
            count,
            orbits: None,
            counting: counts.then_some(outcome.counting),
            keeps: self.shared.keeps.clone(),
        };
        if self.plan.models == Models::Orbits { numbers.multiplied() } else { numbers }
    }

    fn row(
        &self,
        found: &SourcedInstance,
        mut outcome: Outcome,
        core: Option<CoreRow>,
        judge: Judge<'_>,
        encode: Duration,
    ) -> Row {
        let instance = &*found.instance;
        let numbers = self.numbers(instance, &outcome, &judge);
        let scope = numbers.scope(&self.shared.keeps);
        let whole = outcome.counted.is_none() && numbers.orbits.is_none();
        let Numbers { count, weighted, orbits, counting, keeps } = numbers;
        if let (Some(proof), Some(checker)) = (&mut outcome.proof, &self.plan.checker)
            && proof.certified.is_some()
            && let Some(digest) = checker(found)
        {
            proof.read_from_file(&digest);
        }
        let claim = Claim::of(&outcome, &keeps, &count, weighted.as_ref());
        let standing = claim.map(|_| Standing::of(&outcome));
        let proof_time = outcome.proof.as_ref().map_or(Duration::ZERO, |proof| proof.time);
        let value = judge.decimal();
        Row {
            instance: found.source.clone(),
            index: found.index,
            puzzle: instance.puzzle(),
            givens: added_givens(instance).to_vec(),
            model: self.shared.name.clone(),
            spec: Some(self.engine.spec()).filter(|spec| *spec != self.engine.name()),
            engine: self.engine.name(),
            family: outcome.family(self.engine.family()),
            compiler: outcome.compiler(self.engine.compiler()),
            answered_by: outcome.by,
            seed: self.plan.seed,
            task: self.task(instance),
            checked: judge.wrong.is_none(),
            wrong: judge.wrong.clone(),
            claim,
            standing,
            proof: outcome.proof.map(|proof| proof.sentence(&scope)),
            reason: judge.wrong.map(EndReason::from).or(outcome.stopped),
            answer: outcome.answer,
            count,
            orbits,
            counting,
            weighted,
            given: judge.count,
            value,
            cost: judge.cost,
            core,
            complete: outcome.complete,
            solutions: judge
                .kept
                .iter()
                .map(|kept| instance.notation().write_solution(kept))
                .collect(),
            time_s: Times::new(encode, outcome.solve, judge.time + proof_time),
            counters: outcome.counters,
            kept: judge.kept,
            digest: whole.then_some(judge.digest),
            keeps,
        }
    }
}
