//! One engine and the instances of one block: one session answers them all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_instance::{Instance, InstanceGoal, SourcedInstance, added_givens};
use parallax_model::Model;
use parallax_model::engine_api::{
    Answer, Control, EndReason, Engine, PreparationError, QuestionOutcome, Session, Task,
    catch_panic,
};

use super::judge::{CandidateJudge, PreparedQuestion, describe_panic};
use super::orbits::RowCounts;
use super::outbox::SolutionOutbox;
use super::shared_viewpoint::SharedViewpoint;
use super::{
    ClaimEvidence, ComparisonPlan, CoreRow, EngineClaim, ModelSelection, Row, RowTimes,
    SolutionCoverage,
};

/// One engine on the instances of one block. It prepares a session for the
/// first instance and keeps it for the others.
pub(super) struct EngineRunner<'p> {
    plan: &'p ComparisonPlan,
    engine: &'p dyn Engine,
    shared: &'p SharedViewpoint,
    session: Option<Box<dyn Session>>,
    /// Whether the next instance is the first. Its row carries the time of
    /// building the model.
    fresh: bool,
    /// The outbox that takes the solutions instead of rows, and a call to have it emptied.
    outbox: Option<(&'p SolutionOutbox, &'p dyn Fn())>,
}

impl<'p> EngineRunner<'p> {
    pub(super) fn new(
        plan: &'p ComparisonPlan,
        engine: &'p dyn Engine,
        shared: &'p SharedViewpoint,
    ) -> Self {
        EngineRunner { plan, engine, shared, session: None, fresh: true, outbox: None }
    }

    /// Puts solutions into `outbox` as they are found, and calls `call` when it is time to take
    /// them.
    pub(super) fn with_outbox(self, outbox: &'p SolutionOutbox, call: &'p dyn Fn()) -> Self {
        EngineRunner { outbox: Some((outbox, call)), ..self }
    }

    /// Solves one instance. A panic makes this row unknown and affects no other row.
    pub(super) fn solve_instance(&mut self, found: &SourcedInstance, control: &Control) -> Row {
        catch_panic(|| self.solve_once(found, control)).unwrap_or_else(|panic| {
            // The panic may have left the session half changed, so the next instance gets a new
            // one.
            self.session = None;
            let outcome = QuestionOutcome::at_once(Answer::Unknown(describe_panic(&panic).into()));
            let judge = CandidateJudge::new(&*found.instance, &self.shared.viewpoint, 0);
            self.make_row(found, outcome, None, judge, Duration::ZERO)
        })
    }

    fn solve_once(&mut self, found: &SourcedInstance, control: &Control) -> Row {
        let instance = &*found.instance;
        let task = self.choose_task(instance);
        let within =
            |spent| control.with_timeout(self.plan.timeout.map(|t| t.saturating_sub(spent)));
        // Reading, building the model and solving share one limit: each stage gets what the stages
        // before it left.
        let building = within(found.spent).within_memory(self.plan.memory);
        let built = self.shared.build_model(instance, &building);
        // A block builds the model once; its time counts in the row of the first instance only, so
        // that sums over rows count it once for each engine.
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
            self.prepare_session(&model, &control)?;
            Ok(PreparedQuestion { model, givens })
        });
        let encode = building + start.elapsed();
        let mut judge = CandidateJudge::new(instance, &self.shared.viewpoint, self.plan.keep);
        judge.outbox = self.outbox;
        let mut core = None;
        let mut outcome = match (prepared, &mut self.session) {
            (Err(refusal), _) => QuestionOutcome::at_once(refusal.into()),
            (Ok(posed), Some(session)) => {
                let outcome = judge.judge_session(&mut **session, &posed, task, &control);
                if outcome.answer == Answer::Unsatisfiable {
                    let PreparedQuestion { model, givens } = &posed;
                    let wanted = self.plan.cores;
                    // The core comes from the session that gave the answer, so that an engine with
                    // assumptions does not solve the instance again from nothing.
                    core = Some(CoreRow::ask_session(
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
            (Ok(_), None) => QuestionOutcome::at_once(Answer::Unknown("no session".into())),
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
        self.make_row(found, outcome, core.flatten(), judge, encode)
    }

    /// Returns the task on an instance: the plan's, or the instance's own.
    fn choose_task(&self, instance: &dyn Instance) -> Task {
        match (self.plan.task, instance.goal(), instance.default_task()) {
            // Commands pass `First` if the user requests nothing else, so the instance's own goal
            // replaces it.
            (Some(Task::First), Some(InstanceGoal::Task(task)), _) => task,
            (None | Some(Task::First), _, Task::Optimise) => Task::Optimise,
            (wanted, _, usual) => wanted.unwrap_or(usual),
        }
    }

    fn prepare_session(
        &mut self,
        model: &Arc<Model>,
        control: &Control,
    ) -> Result<(), PreparationError> {
        if self.session.is_none() {
            let prepared = catch_panic(|| self.engine.prepare(model, self.plan.seed, control));
            self.session =
                Some(prepared.unwrap_or_else(|panic| {
                    Err(PreparationError::Failed(describe_panic(&panic)))
                })?);
        }
        Ok(())
    }

    /// Returns the numbers of solutions: all, by weight, and of orbits.
    fn count_solutions(
        &self,
        instance: &dyn Instance,
        outcome: &QuestionOutcome,
        judge: &CandidateJudge<'_>,
    ) -> RowCounts {
        let unsupported = matches!(outcome.answer, Answer::Unsupported(_));
        let weight = match self.shared.keeps {
            SolutionCoverage::Orbits if !unsupported => {
                instance.solution_weight(&self.shared.viewpoint)
            }
            _ => None,
        };
        // Engines that count without returning solutions report a number; of the others, the judge
        // counts. Both may be present, and the larger is what was found.
        let count = outcome.counted.clone().unwrap_or_default().max(judge.count.into());
        let counts = self.plan.task == Some(Task::Count) && outcome.complete;
        let numbers = RowCounts {
            weighted: weight.and_then(|weight| weight.scale_count(&count)),
            count,
            orbits: None,
            counting: counts.then_some(outcome.counting),
            keeps: self.shared.keeps.clone(),
        };
        if self.plan.models == ModelSelection::Orbits { numbers.multiply_orbits() } else { numbers }
    }

    fn make_row(
        &self,
        found: &SourcedInstance,
        mut outcome: QuestionOutcome,
        core: Option<CoreRow>,
        judge: CandidateJudge<'_>,
        encode: Duration,
    ) -> Row {
        let instance = &*found.instance;
        let numbers = self.count_solutions(instance, &outcome, &judge);
        let scope = numbers.describe_scope(&self.shared.keeps);
        // The digest covers the solutions that were returned. A row with a number from elsewhere
        // has solutions that are not in it, so it gets none.
        let whole = outcome.counted.is_none() && numbers.orbits.is_none();
        let RowCounts { count, weighted, orbits, counting, keeps } = numbers;
        if let (Some(proof), Some(checker)) = (&mut outcome.proof, &self.plan.checker)
            && proof.certified.is_some()
            && let Some(digest) = checker(found)
        {
            proof.read_from_file(&digest);
        }
        let claim = EngineClaim::from_outcome(&outcome, &keeps, &count, weighted.as_ref());
        let standing = claim.map(|_| ClaimEvidence::from_outcome(&outcome));
        let proof_time = outcome.proof.as_ref().map_or(Duration::ZERO, |proof| proof.time);
        let value = judge.best_decimal();
        Row {
            instance: found.source.clone(),
            index: found.index,
            puzzle: instance.puzzle_name(),
            givens: added_givens(instance).to_vec(),
            model: self.shared.name.clone(),
            spec: Some(self.engine.spec()).filter(|spec| *spec != self.engine.name()),
            engine: self.engine.name(),
            family: outcome.answering_family(self.engine.family()),
            compiler: outcome.compiler(self.engine.compiler_name()),
            answered_by: outcome.by,
            seed: self.plan.seed,
            task: self.choose_task(instance),
            checked: judge.wrong.is_none(),
            wrong: judge.wrong.clone(),
            claim,
            standing,
            proof: outcome.proof.map(|proof| proof.describe_standing(&scope)),
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
            time_s: RowTimes::new(encode, outcome.solve, judge.time + proof_time),
            counters: outcome.counters,
            kept: judge.kept,
            digest: whole.then_some(judge.digest),
            keeps,
        }
    }
}
