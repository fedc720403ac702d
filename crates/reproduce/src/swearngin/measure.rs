//! The three algorithms on many deals.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::Value;
use parallax_model::ask::{Control, Engine, Session, Task, in_order};
use parallax_model::instance::{Instance, ModelSource};
use parallax_puzzles::set::SetBoard;

use super::deals::deal;
use super::swearngin_error::SwearnginError;
use super::ways::Way;

/// Deals measured per task.
const TOGETHER: u64 = 25;

/// Deals of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The number of cards.
    pub cards: usize,
    /// The number of deals; the deck itself is one deal.
    pub deals: u64,
}

/// Sums of one figure over deals, for its mean and standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    sum: u128,
    squares: u128,
}

impl Sums {
    pub(super) fn add(&mut self, figure: u64) {
        self.sum += u128::from(figure);
        self.squares += u128::from(figure) * u128::from(figure);
    }

    fn join(&mut self, other: &Sums) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean over this many deals.
    #[must_use]
    pub fn mean(&self, deals: u64) -> f64 {
        self.sum as f64 / deals.max(1) as f64
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn error(&self, deals: u64) -> f64 {
        let (count, mean) = (deals.max(1) as f64, self.mean(deals));
        let variance = (self.squares as f64 / count - mean * mean).max(0.0);
        (variance / (count - 1.0).max(1.0)).sqrt()
    }
}

/// The effort of one way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Constraint checks, #CC.
    pub checks: Sums,
    /// Nodes visited, #NV.
    pub nodes: Sums,
    /// The total time of the search.
    pub time: Duration,
}

/// The measurements of deals of one size.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The number of cards.
    pub cards: usize,
    /// The number of deals measured.
    pub deals: u64,
    /// Their numbers of sets.
    pub solutions: Sums,
    /// By way.
    pub figures: Vec<Figures>,
}

/// Measures groups of deals in some ways on `jobs` threads; passes each finished part of a group to `take`,
/// in order. The sums do not depend on the number of threads.
///
/// # Errors
/// If the ways do not find the same sets, or one is wrong.
pub fn run(
    groups: &[Group],
    ways: &[Way],
    seed: u64,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(usize, &Measured),
) -> Result<Vec<Measured>, SwearnginError> {
    let mut tasks = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let starts = (0..group.deals).step_by(TOGETHER as usize);
        tasks.extend(starts.map(|from| (place, from, (from + TOGETHER).min(group.deals))));
    }
    let mut all: Vec<Measured> =
        groups.iter().map(|group| Measured::nothing(group.cards, ways)).collect();
    let mut fault = None;
    let work = |_: &mut (), task: usize| {
        let (place, from, to) = tasks[task];
        let mut measured = Measured::nothing(groups[place].cards, ways);
        for number in from..to {
            if control.stopped().is_some() {
                break;
            }
            let board = deal(groups[place].cards, seed, number)?;
            measured.add(&board, ways, control)?;
        }
        Ok::<Measured, SwearnginError>(measured)
    };
    in_order(
        tasks.len(),
        jobs,
        || (),
        |state, task| Some(work(state, task)),
        &mut |task, result| match result {
            Ok(measured) => {
                all[tasks[task].0].join(&measured);
                take(tasks[task].0, &measured);
            }
            Err(why) => {
                control.cancel();
                fault.get_or_insert(why);
            }
        },
    );
    fault.map_or(Ok(all), Err)
}

impl Measured {
    fn nothing(cards: usize, ways: &[Way]) -> Self {
        Measured { cards, figures: vec![Figures::default(); ways.len()], ..Measured::default() }
    }

    fn join(&mut self, other: &Measured) {
        self.deals += other.deals;
        self.solutions.join(&other.solutions);
        for (own, other) in self.figures.iter_mut().zip(&other.figures) {
            own.checks.join(&other.checks);
            own.nodes.join(&other.nodes);
            own.time += other.time;
        }
    }

    /// Finds the sets of a board in all ways. Leaves out a board that is interrupted.
    fn add(
        &mut self,
        board: &SetBoard,
        ways: &[Way],
        control: &Control,
    ) -> Result<(), SwearnginError> {
        let model = Arc::new(board.model(&board.default_viewpoint())?);
        let mut results = Vec::new();
        for way in ways {
            let session = way.spec().prepare(&model, 0, control);
            let mut session: Box<dyn Session> = match session {
                Ok(session) => session,
                Err(_) if control.stopped().is_some() => return Ok(()),
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
            sets.sort_unstable();
            results.push((sets, outcome.counters, time));
        }
        // All solutions are checked once; the others must be the same.
        for values in &results[0].0 {
            let solution = model.check(&[], values)?;
            let terms = board.solution(&board.default_viewpoint(), &solution);
            board.rules(&terms)?;
        }
        if results.iter().any(|result| result.0 != results[0].0) {
            return Err(SwearnginError::Different { board: board.notation().write() });
        }
        self.deals += 1;
        self.solutions.add(results[0].0.len() as u64);
        for (own, (_, counters, time)) in self.figures.iter_mut().zip(&results) {
            own.checks.add(counters.get("checks").unwrap_or(0));
            own.nodes.add(counters.get("nodes").unwrap_or(0));
            own.time += *time;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::ways::ALGORITHMS;
    use super::*;

    #[test]
    fn sums_do_not_depend_on_threads() {
        let groups = [Group { cards: 9, deals: 60 }, Group { cards: 81, deals: 1 }];
        let control = Control::unlimited();
        let figures = |jobs| {
            let measured = run(&groups, &ALGORITHMS, 3, jobs, &control, &mut |_, _| ()).unwrap();
            let of = |m: &Measured| {
                let figures: Vec<_> = m.figures.iter().map(|f| (f.checks, f.nodes)).collect();
                (m.deals, m.solutions, figures)
            };
            measured.iter().map(of).collect::<Vec<_>>()
        };
        let one = figures(1);
        assert_eq!(one, figures(3));
        assert_eq!((one[0].0, one[1].1.mean(1)), (60, 1080.0));
        assert_eq!(one[1].2[2].0.mean(1), 31_158.0);
    }

    #[test]
    fn errors_of_means() {
        let mut sums = Sums::default();
        [1, 2, 3, 4].into_iter().for_each(|figure| sums.add(figure));
        assert_eq!(sums.mean(4), 2.5);
        assert!((sums.error(4) - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
