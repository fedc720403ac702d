//! One engine on instances of one shape: prepared once, asked many times.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::judge::{Judge, Posed, fault};
use super::{CoreRow, Cores, Keeps, Plan, Row, Standing, Times};
use crate::ask::{Answer, Control, Engine, Outcome, Refusal, Session, Task, caught};
use crate::inputs::Found;
use crate::instance::{Choice, Instance};
use crate::model::Model;

/// One engine at work on instances of one shape.
pub(super) struct Desk<'p> {
    plan: &'p Plan,
    engine: &'p dyn Engine,
    model_name: Arc<str>,
    keeps: Keeps,
    /// Whether only one instance of the shape will come: then its givens are
    /// part of the model, which makes a smaller formula.
    single: bool,
    model: Option<Arc<Model>>,
    session: Option<Box<dyn Session>>,
}

impl<'p> Desk<'p> {
    pub(super) fn new(
        plan: &'p Plan,
        engine: &'p dyn Engine,
        choice: &Choice,
        single: bool,
    ) -> Self {
        let model_name = choice.to_string().into();
        let keeps = Keeps::of(choice);
        Desk { plan, engine, model_name, keeps, single, model: None, session: None }
    }

    /// Solves one instance. A panic, whoever's it is, costs this row and no other.
    pub(super) fn solve(&mut self, found: &Found, control: &Control) -> Row {
        caught(|| self.solve_once(found, control)).unwrap_or_else(|panic| {
            (self.session, self.model) = (None, None);
            let outcome = Outcome::at_once(Answer::Unknown(fault(&panic)));
            let judge = Judge::new(&*found.instance, "", 0);
            self.row(found, outcome, None, judge, Duration::ZERO)
        })
    }

    fn solve_once(&mut self, found: &Found, control: &Control) -> Row {
        let limit = self.plan.timeout.map(|limit| limit.saturating_sub(found.spent));
        let control = control.within(limit);
        let instance = &*found.instance;
        let task = match (self.plan.task, instance.default_task()) {
            (None | Some(Task::First), Task::Optimise) => Task::Optimise,
            (wanted, usual) => wanted.unwrap_or(usual),
        };
        let start = Instant::now();
        let prepared = self.pose(instance, &control).and_then(|posed| {
            self.prepare(&posed.model, &control)?;
            Ok(posed)
        });
        let encode = start.elapsed();
        let model_name = self.model_name.clone();
        let mut judge = Judge::new(instance, &model_name, self.plan.keep);
        let mut core = None;
        let mut outcome = match (prepared, &mut self.session) {
            (Err(refusal), _) => Outcome::at_once(refusal.into()),
            (Ok(posed), Some(session)) => {
                let outcome = judge.ask(&mut **session, &posed, task, &control);
                if outcome.answer == Answer::Unsatisfiable {
                    let Posed { model, givens } = &posed;
                    core =
                        Some(CoreRow::of(&mut **session, model, givens, self.plan.cores, &control));
                }
                outcome
            }
            (Ok(_), None) => Outcome::at_once(Answer::Unknown("no session".into())),
        };
        if outcome.stopped.is_some() || judge.panicked {
            // A solver that was stopped may not be able to go on.
            self.session = None;
        }
        let core = core.transpose().unwrap_or_else(|why| {
            // The answer stands; what is missing is told.
            outcome.stopped = Some(why);
            None
        });
        self.row(found, outcome, core.flatten(), judge, encode)
    }

    fn pose(&mut self, instance: &dyn Instance, control: &Control) -> Result<Posed, Refusal> {
        let givens = instance.givens(&self.model_name);
        // In a core the givens are told apart from the model.
        if self.single && self.plan.cores == Cores::None {
            let mut model = instance.model_within(&self.model_name, control)?;
            if !givens.is_empty() {
                model = model.restricted(&givens);
            }
            return Ok(Posed { model: Arc::new(model), givens: Vec::new() });
        }
        let model = match &self.model {
            Some(model) => model.clone(),
            None => {
                let model = Arc::new(instance.model_within(&self.model_name, control)?);
                self.model.insert(model).clone()
            }
        };
        Ok(Posed { model, givens })
    }

    fn prepare(&mut self, model: &Arc<Model>, control: &Control) -> Result<(), Refusal> {
        if self.session.is_none() {
            let prepared = caught(|| self.engine.prepare(model, self.plan.seed, control));
            self.session =
                Some(prepared.unwrap_or_else(|panic| Err(Refusal::Failed(fault(&panic))))?);
        }
        Ok(())
    }

    fn row(
        &self,
        found: &Found,
        outcome: Outcome,
        core: Option<CoreRow>,
        judge: Judge<'_>,
        encode: Duration,
    ) -> Row {
        let unsat = Standing::of(&outcome);
        let instance = &*found.instance;
        let unsupported = matches!(outcome.answer, Answer::Unsupported(_));
        let weight = match self.keeps {
            Keeps::Orbits if !unsupported => instance.weight(&self.model_name),
            _ => None,
        };
        let count = outcome.counted.unwrap_or(0).max(judge.count);
        let proof_time = outcome.proof.as_ref().map_or(Duration::ZERO, |proof| proof.time);
        Row {
            instance: found.source.clone(),
            index: found.index,
            puzzle: instance.puzzle(),
            model: self.model_name.clone(),
            engine: self.engine.spec(),
            family: self.engine.family(),
            seed: self.plan.seed,
            checked: judge.wrong.is_none(),
            wrong: judge.wrong.clone(),
            unsat,
            proof: outcome.proof.map(|proof| proof.words),
            reason: judge.wrong.or(outcome.stopped),
            answer: outcome.answer,
            count,
            given: judge.count,
            weighted: weight.and_then(|weight| weight.of(count)),
            value: judge.value,
            cost: judge.cost,
            core,
            complete: outcome.complete,
            solutions: judge.kept.iter().map(|terms| instance.write_terms(terms)).collect(),
            time_s: Times::new(encode, outcome.solve, judge.time + proof_time),
            counters: outcome.counters,
            terms: judge.kept,
            digest: outcome.counted.is_none().then_some(judge.digest),
            keeps: self.keeps.clone(),
        }
    }
}
