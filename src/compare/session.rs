//! One engine on instances of one shape: prepared once, asked many times.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_128;

use super::{CoreRow, Cores, Keeps, Plan, Row, Standing, Times};
use crate::ask::{Answer, Control, Engine, Outcome, Refusal, Session, Task, caught};
use crate::inputs::Found;
use crate::instance::{Choice, Instance, Terms};
use crate::model::{Given, Model, Objective, Value};

/// What is said of an engine that fell over.
fn fault(panic: &str) -> String {
    format!("crash: panic: {panic}")
}

/// Up to this many solutions of one run are remembered to find repetitions.
const REMEMBERED: usize = 1 << 20;

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

/// A prepared question: its model and what is given on top of it.
struct Posed {
    model: Arc<Model>,
    givens: Vec<Given>,
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

    /// Solves one instance.
    pub(super) fn solve(&mut self, found: &Found, control: &Control) -> Row {
        let control = control.within(self.plan.timeout);
        let instance = &*found.instance;
        let task = match (self.plan.task, instance.default_task()) {
            (None | Some(Task::First), Task::Optimise) => Task::Optimise,
            (wanted, usual) => wanted.unwrap_or(usual),
        };
        let start = Instant::now();
        let prepared = self.pose(instance).and_then(|posed| {
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

    fn pose(&mut self, instance: &dyn Instance) -> Result<Posed, Refusal> {
        let broken = |error: crate::model::ModelError| Refusal::Unsupported(error.to_string());
        let givens = instance.givens(&self.model_name);
        // In a core the givens are told apart from the model.
        if self.single && self.plan.cores == Cores::None {
            let model = instance.model(&self.model_name).map_err(broken)?;
            return Ok(Posed { model: Arc::new(model.restricted(&givens)), givens: Vec::new() });
        }
        let model = match &self.model {
            Some(model) => model.clone(),
            None => {
                let model = Arc::new(instance.model(&self.model_name).map_err(broken)?);
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
        let wrong = judge
            .wrong
            .or_else(|| unfounded(&outcome.answer, judge.value))
            .or(outcome.wrong.as_ref().map(|how| format!("wrong solution: {how}")));
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
            seed: self.plan.seed,
            checked: wrong.is_none(),
            unsat,
            proof: outcome.proof.map(|proof| proof.words),
            reason: wrong.or(outcome.stopped),
            answer: outcome.answer,
            count,
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

/// What is wrong with an answer that proves a value which its last candidate
/// does not have.
fn unfounded(answer: &Answer, value: Option<i64>) -> Option<String> {
    match (answer, value) {
        (Answer::Optimal(told), Some(value)) if *told == value => None,
        (Answer::Optimal(told), Some(value)) => {
            Some(format!("wrong value: {told} is told, the last solution has {value}"))
        }
        (Answer::Optimal(told), None) => Some(format!("the value {told} without a solution")),
        _ => None,
    }
}

/// Checks every candidate: against the model, against the puzzle's own rules,
/// and that it was not given before.
struct Judge<'i> {
    instance: &'i dyn Instance,
    model_name: &'i str,
    keep: usize,
    kept: Vec<Terms>,
    count: u128,
    digest: u128,
    seen: HashSet<u128>,
    wrong: Option<String>,
    time: Duration,
    /// Where a best solution is asked for: the value of the best so far, and
    /// what is to be least.
    value: Option<i64>,
    cost: Option<i64>,
    /// Whether the session fell over, and must not be asked again.
    panicked: bool,
}

impl<'i> Judge<'i> {
    fn new(instance: &'i dyn Instance, model_name: &'i str, keep: usize) -> Self {
        Judge {
            instance,
            model_name,
            keep,
            kept: Vec::new(),
            count: 0,
            digest: 0,
            seen: HashSet::new(),
            wrong: None,
            time: Duration::ZERO,
            value: None,
            cost: None,
            panicked: false,
        }
    }

    fn ask(
        &mut self,
        session: &mut dyn Session,
        posed: &Posed,
        task: Task,
        control: &Control,
    ) -> Outcome {
        let asked = caught(|| self.ask_session(session, posed, task, control));
        asked.unwrap_or_else(|panic| {
            self.panicked = true;
            Outcome::at_once(Answer::Unknown(fault(&panic)))
        })
    }

    fn ask_session(
        &mut self,
        session: &mut dyn Session,
        posed: &Posed,
        task: Task,
        control: &Control,
    ) -> Outcome {
        session.ask(&posed.givens, task, control, &mut |values| {
            let start = Instant::now();
            let judged = self.judge(posed, task, values);
            self.time += start.elapsed();
            match judged {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    self.wrong = Some(why);
                    ControlFlow::Break(())
                }
            }
        })
    }

    fn judge(&mut self, posed: &Posed, task: Task, values: &[Value]) -> Result<(), String> {
        let solution = posed
            .model
            .check(&posed.givens, values)
            .map_err(|why| format!("wrong solution: {why}"))?;
        let terms = self.instance.terms(self.model_name, &solution);
        self.instance.rules(&terms).map_err(|why| format!("wrong solution: {why}"))?;
        if let (Task::Optimise, Some(objective)) = (task, posed.model.objective()) {
            return self.judge_better(objective, solution.values(), terms);
        }
        let digest = digest(&terms);
        if self.seen.len() < REMEMBERED && !self.seen.insert(digest) {
            return Err(format!("the same solution twice: {}", self.instance.write_terms(&terms)));
        }
        self.count += 1;
        self.digest = self.digest.wrapping_add(digest);
        if self.kept.len() < self.keep {
            self.kept.push(terms);
        }
        Ok(())
    }

    /// Every solution on the way to a best one is better than the one before,
    /// and takes its place.
    fn judge_better(
        &mut self,
        objective: &Objective,
        values: &[Value],
        terms: Terms,
    ) -> Result<(), String> {
        let value = objective.value(values);
        let before = self.value.filter(|&before| !objective.is_better(value, before));
        if let Some(before) = before {
            return Err(format!("the value {value} after {before}, which is no better"));
        }
        (self.value, self.cost) = (Some(value), Some(objective.signed(value)));
        self.count = 1;
        self.kept = vec![terms];
        self.kept.truncate(self.keep);
        Ok(())
    }
}

/// A digest of one solution; sums of these are digests of sets.
fn digest(terms: &[Value]) -> u128 {
    let bytes: Vec<u8> = terms.iter().flat_map(|value| value.to_le_bytes()).collect();
    xxh3_128(&bytes)
}
