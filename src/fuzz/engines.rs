//! Random models, all solutions (or the best) by brute force and by others.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::guarded::Guarded;
use super::{Entrants, Tally, draw, rng, shrink, slices};
use crate::ask::{Control, Engine, Task};
use crate::compare::{Compared, Cores, Models, Plan, Row, Verdict, one};
use crate::engines::Spec;
use crate::formats::ModelInstance;
use crate::inputs::Found;
use crate::model::Model;

/// The most findings of a run that are shrunk and told; the others are only
/// counted.
const TOLD: u64 = 100;

/// The most models that shrinking one finding tries.
const STEPS: usize = 5000;

/// A run of random cases.
#[derive(Clone)]
pub struct Engines {
    /// The seed of all cases.
    pub seed: u64,
    /// The first case.
    pub from: u64,
    /// The number of cases.
    pub cases: u64,
    /// Who is held against brute force.
    pub entrants: Entrants,
    /// Wall-clock limit for one engine on one model.
    pub timeout: Option<Duration>,
    /// Worker threads.
    pub jobs: usize,
}

/// Two engines that disagree, and a small model on which they do.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the case, which is also the seed of the engines.
    pub case: u64,
    /// How they disagree on the small model.
    pub verdict: Verdict,
    /// What each says of it, the first the reference.
    pub rows: Vec<Row>,
    /// The model, shrunk.
    pub model: Model,
}

/// Two engines that disagree on a drawn model.
struct Suspects {
    case: u64,
    model: Model,
    engines: Vec<Arc<dyn Engine>>,
}

#[derive(Default)]
struct Sum {
    tally: Tally,
    suspects: Vec<Suspects>,
}

impl Engines {
    /// Runs the cases in order; tells of each finding and, after each few
    /// cases, their number and the tally so far. After a cancellation the
    /// tally is of the cases before [`Engines::from`] plus [`Tally::cases`].
    pub fn run(
        &self,
        control: &Control,
        on_finding: &mut dyn FnMut(&Finding),
        on_done: &mut dyn FnMut(u64, &Tally),
    ) -> Tally {
        let mut tally = Tally::default();
        let work = |_: &mut (), case, sum: &mut Sum| self.case(case, control, sum);
        let cases = self.from..self.from.saturating_add(self.cases);
        slices::run(cases, self.jobs, || (), work, &mut |sum: Sum, done| {
            for suspects in sum.suspects {
                if tally.findings < TOLD {
                    on_finding(&self.shrunk(suspects, control));
                }
                tally.findings += 1;
            }
            tally.add(sum.tally);
            on_done(done, &tally);
        });
        tally
    }

    fn case(&self, case: u64, control: &Control, sum: &mut Sum) -> ControlFlow<()> {
        let mut rng = rng(self.seed, case);
        let model = draw::model(&mut rng);
        let mut engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Spec::Brute)];
        engines.extend(self.entrants.draw(&mut rng, case));
        let compared = self.compared(case, &model, &engines, control);
        if control.stopped().is_some() {
            return ControlFlow::Break(());
        }
        sum.tally.count(&model, &compared.rows);
        if let Some(pair) = disagreeing(&compared) {
            let engines = pair.map(|place| engines[place].clone()).to_vec();
            sum.suspects.push(Suspects { case, model, engines });
        }
        ControlFlow::Continue(())
    }

    fn compared(
        &self,
        case: u64,
        model: &Model,
        engines: &[Arc<dyn Engine>],
        control: &Control,
    ) -> Compared {
        let guarded = |engine: &Arc<dyn Engine>| Arc::new(Guarded(engine.clone())) as Arc<_>;
        let plan = Plan {
            engines: engines.iter().map(guarded).collect(),
            models: Models::Default,
            task: Some(model.objective().map_or(Task::All, |_| Task::Optimise)),
            timeout: self.timeout,
            seed: case,
            jobs: 1,
            keep: 0,
            cores: Cores::None,
        };
        let instance = Box::new(ModelInstance::new(model.clone()));
        let found = Found { source: format!("case {case}"), index: 0, instance };
        one(&plan, found, control).expect("a model offers itself")
    }

    fn shrunk(&self, suspects: Suspects, control: &Control) -> Finding {
        let Suspects { case, model, engines } = suspects;
        let rows = |model: &Model| self.compared(case, model, &engines, control);
        let model = shrink(&model, STEPS, &mut |smaller| {
            control.stopped().is_none() && rows(smaller).verdict.is_disagreement()
        });
        // An interrupt must not make the last look at it an empty one.
        let Compared { rows, verdict, .. } =
            self.compared(case, &model, &engines, &Control::unlimited());
        Finding { case, verdict, rows, model }
    }
}

/// The places of two rows that disagree; the first of all where it is one of
/// them or one is wrong by itself.
fn disagreeing(compared: &Compared) -> Option<[usize; 2]> {
    let rows = &compared.rows;
    if !compared.verdict.is_disagreement() {
        return None;
    }
    if let Some(wrong) = rows.iter().position(|row| !row.checked) {
        return Some([0, wrong.max(1)]);
    }
    let pairs = (0..rows.len()).flat_map(|i| (i + 1..rows.len()).map(move |j| [i, j]));
    let mut pairs = pairs.into_iter();
    pairs.find(|&[i, j]| Verdict::of(&[rows[i].clone(), rows[j].clone()]).is_disagreement())
}
