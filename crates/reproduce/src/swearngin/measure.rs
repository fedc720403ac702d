//! The three algorithms on many deals.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_instance::{Instance, ModelSource};
use parallax_model::Value;
use parallax_model::engine_api::{Control, Engine, Session, Task, in_order};
use parallax_puzzles::set::SetBoard;

use super::algorithm_variants::AlgorithmVariant;
use super::deals::draw_deal;
use super::swearngin_error::SwearnginError;

/// Deals measured per task.
const DEALS_PER_TASK: u64 = 25;

/// Deals of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealGroup {
    /// The number of cards.
    pub cards: usize,
    /// The number of deals; the deck itself is one deal.
    pub deals: u64,
}

/// Sums of one figure over deals, for its mean and standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MomentSums {
    sum: u128,
    squares: u128,
}

impl MomentSums {
    pub(super) fn add_figure(&mut self, figure: u64) {
        self.sum += u128::from(figure);
        self.squares += u128::from(figure) * u128::from(figure);
    }

    fn add_sums(&mut self, other: &MomentSums) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the mean over this many deals.
    #[must_use]
    pub fn mean_value(&self, deals: u64) -> f64 {
        self.sum as f64 / deals.max(1) as f64
    }

    /// Returns the standard error of the mean.
    #[must_use]
    pub fn standard_error(&self, deals: u64) -> f64 {
        let (count, mean) = (deals.max(1) as f64, self.mean_value(deals));
        // The variance of the deals themselves; rounding may make it slightly negative.
        let variance = (self.squares as f64 / count - mean * mean).max(0.0);
        // Dividing by n - 1 gives the unbiased variance divided by n: s^2 / n.
        (variance / (count - 1.0).max(1.0)).sqrt()
    }
}

/// The effort of one algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AlgorithmEffort {
    /// Constraint checks, #CC.
    pub checks: MomentSums,
    /// Nodes visited, #NV.
    pub nodes: MomentSums,
    /// The total time of the search.
    pub time: Duration,
}

/// The measurements of deals of one size.
#[derive(Clone, Debug, Default)]
pub struct DealMeasurement {
    /// The number of cards.
    pub cards: usize,
    /// The number of deals measured.
    pub deals: u64,
    /// Their numbers of sets.
    pub solutions: MomentSums,
    /// The effort of each algorithm.
    pub figures: Vec<AlgorithmEffort>,
}

/// Measures groups of deals by some algorithms on `jobs` threads; passes each finished part of a
/// group to `take`, in order. The sums do not depend on the number of threads.
///
/// # Errors
/// Returns an error if the algorithms do not find the same sets, or a set is wrong.
pub fn measure_groups(
    groups: &[DealGroup],
    ways: &[AlgorithmVariant],
    seed: u64,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(usize, &DealMeasurement),
) -> Result<Vec<DealMeasurement>, SwearnginError> {
    // Tasks of several deals balance the threads with little overhead, and interrupts are still
    // noticed between the deals of a task.
    let mut tasks = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let starts = (0..group.deals).step_by(DEALS_PER_TASK as usize);
        tasks.extend(starts.map(|from| (place, from, (from + DEALS_PER_TASK).min(group.deals))));
    }
    let mut all: Vec<DealMeasurement> =
        groups.iter().map(|group| DealMeasurement::without_deals(group.cards, ways)).collect();
    let mut fault = None;
    let work = |_: &mut (), task: usize| {
        let (place, from, to) = tasks[task];
        let mut measured = DealMeasurement::without_deals(groups[place].cards, ways);
        for number in from..to {
            // The deals before an interrupt are complete, and `deals` counts only these.
            if control.stop_reason().is_some() {
                break;
            }
            let board = draw_deal(groups[place].cards, seed, number)?;
            measured.add_board(&board, ways, control)?;
        }
        Ok::<DealMeasurement, SwearnginError>(measured)
    };
    in_order(
        tasks.len(),
        jobs,
        || (),
        |state, task| Some(work(state, task)),
        &mut |task, result| match result {
            Ok(measured) => {
                all[tasks[task].0].add_measurement(&measured);
                take(tasks[task].0, &measured);
            }
            Err(why) => {
                control.cancel_work();
                fault.get_or_insert(why);
            }
        },
    );
    fault.map_or(Ok(all), Err)
}

impl DealMeasurement {
    fn without_deals(cards: usize, ways: &[AlgorithmVariant]) -> Self {
        DealMeasurement {
            cards,
            figures: vec![AlgorithmEffort::default(); ways.len()],
            ..DealMeasurement::default()
        }
    }

    fn add_measurement(&mut self, other: &DealMeasurement) {
        self.deals += other.deals;
        self.solutions.add_sums(&other.solutions);
        for (own, other) in self.figures.iter_mut().zip(&other.figures) {
            own.checks.add_sums(&other.checks);
            own.nodes.add_sums(&other.nodes);
            own.time += other.time;
        }
    }

    /// Finds the sets of a board by all algorithms. Leaves out a board that is interrupted.
    fn add_board(
        &mut self,
        board: &SetBoard,
        ways: &[AlgorithmVariant],
        control: &Control,
    ) -> Result<(), SwearnginError> {
        let model = Arc::new(board.model(&board.default_viewpoint())?);
        let mut results = Vec::new();
        for way in ways {
            let session = way.engine_spec().prepare(&model, 0, control);
            let mut session: Box<dyn Session> = match session {
                Ok(session) => session,
                Err(_) if control.stop_reason().is_some() => return Ok(()),
                Err(refusal) => return Err(SwearnginError::Refused { way: way.name, refusal }),
            };
            let mut sets: Vec<Vec<Value>> = Vec::new();
            let start = Instant::now();
            let outcome = session.ask(&[], Task::All, control, &mut |values| {
                sets.push(values.to_vec());
                ControlFlow::Continue(())
            });
            let time = start.elapsed();
            if !outcome.complete {
                return Ok(());
            }
            // The algorithms find the same sets in different orders.
            sets.sort_unstable();
            results.push((sets, outcome.counters, time));
        }
        // The first algorithm's solutions are checked; the others must find exactly the same ones.
        for values in &results[0].0 {
            let solution = model.check(&[], values)?;
            let terms = board.solution(&board.default_viewpoint(), &solution);
            board.rules(&terms)?;
        }
        if results.iter().any(|result| result.0 != results[0].0) {
            return Err(SwearnginError::Different { board: board.notation().write_instance() });
        }
        self.deals += 1;
        self.solutions.add_figure(results[0].0.len() as u64);
        for (own, (_, counters, time)) in self.figures.iter_mut().zip(&results) {
            own.checks.add_figure(counters.get("checks").unwrap_or(0));
            own.nodes.add_figure(counters.get("nodes").unwrap_or(0));
            own.time += *time;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::algorithm_variants::PAPER_ALGORITHMS;
    use super::*;

    #[test]
    fn sums_do_not_depend_on_threads() {
        let groups = [DealGroup { cards: 9, deals: 60 }, DealGroup { cards: 81, deals: 1 }];
        let control = Control::unlimited();
        let figures = |jobs| {
            let measured =
                measure_groups(&groups, &PAPER_ALGORITHMS, 3, jobs, &control, &mut |_, _| ())
                    .unwrap();
            let of = |m: &DealMeasurement| {
                let figures: Vec<_> = m.figures.iter().map(|f| (f.checks, f.nodes)).collect();
                (m.deals, m.solutions, figures)
            };
            measured.iter().map(of).collect::<Vec<_>>()
        };
        let one = figures(1);
        assert_eq!(one, figures(3));
        assert_eq!((one[0].0, one[1].1.mean_value(1)), (60, 1080.0));
        assert_eq!(one[1].2[2].0.mean_value(1), 31_158.0);
    }

    #[test]
    fn errors_of_means() {
        let mut sums = MomentSums::default();
        [1, 2, 3, 4].into_iter().for_each(|figure| sums.add_figure(figure));
        assert_eq!(sums.mean_value(4), 2.5);
        assert!((sums.standard_error(4) - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
