//! Writes the steps that are held back to the log.

use parallax_model::{Value, VarId};
use parallax_propagation::store::bits;

use super::super::{Log, Logged};
use super::{Counted, Form, Held, Removed, Step};

impl Held {
    /// Writes all steps that are not dropped. The decisions of open branches then count as written.
    pub(super) fn write(&mut self, log: &mut dyn Log) {
        let mut place = 0;
        while let Some(step) = self.steps.get(place) {
            place += 1;
            let step = match *step {
                Step::Branch { dropped: Some(after), .. } => {
                    place = after;
                    continue;
                }
                Step::Dropped => continue,
                Step::Spread { owner, rival, is_complete: true, .. } => {
                    Logged::Spread(owner, rival)
                }
                Step::Remove { removal: Removed { owner, .. }, .. }
                | Step::Spread { owner, .. } => {
                    place = self.write_removals(place - 1, owner, log);
                    continue;
                }
                Step::Branch { variable, value, dropped: None } => Logged::Branch(variable, value),
                Step::Fail(owner) => Logged::Fail(owner),
                Step::Solution(ref at) => {
                    Logged::Solution(listed(&mut self.written, &self.numbers[at.clone()]))
                }
                Step::Counted(Counted::All) => Logged::All,
                Step::Counted(Counted::Split(ref at)) => {
                    Logged::Split(listed(&mut self.written, &self.numbers[at.clone()]))
                }
                Step::Counted(Counted::Next(is_last)) => Logged::Next { is_last },
                Step::Counted(Counted::Hold) => Logged::Hold,
                Step::Counted(Counted::Again(problem, ref at)) => {
                    Logged::Again(problem, listed(&mut self.written, &self.numbers[at.clone()]))
                }
                Step::Up { .. } => Logged::Up,
                Step::Restart { .. } => Logged::Restart,
            };
            log.take(step);
        }
        self.clear();
    }

    /// Writes removals by one constraint as one step. Returns the place after them.
    fn write_removals(&mut self, mut place: usize, by: usize, log: &mut dyn Log) -> usize {
        let Held { steps, numbers, written, .. } = self;
        written.clear();
        let (mut number, mut first) = (0usize, None);
        while let Some(step) = steps.get(place) {
            match step {
                Step::Remove { variable, removal } if removal.owner == by => {
                    let x = variable.index() as i64;
                    match removal.form {
                        Form::Kept(low, high) => written.extend([x, 0, low.into(), high.into()]),
                        Form::Bits(base) => {
                            written.extend([x, removal.gone.count_ones().into()]);
                            written
                                .extend(bits(removal.gone).map(|bit| i64::from(base) + bit as i64));
                        }
                        Form::Values(ref at) => {
                            written.extend([x, at.len() as i64]);
                            written.extend(numbers[at.clone()].iter().map(|&own| i64::from(own)));
                        }
                    }
                    first = first.or(Some(*variable));
                    number += 1;
                }
                Step::Spread { owner, value, at, is_complete: false, .. } if *owner == by => {
                    for &own in &numbers[at.clone()] {
                        written.extend([own.into(), 1, (*value).into()]);
                    }
                    let own = numbers[at.start] as usize;
                    first = first.or(Some(VarId::new(own)));
                    number += at.len();
                }
                Step::Dropped => {}
                _ => break,
            }
            place += 1;
        }
        log.take(match (number, first, &written[..]) {
            (1, Some(variable), &[_, 0, low, high]) => Logged::Keep(by, variable, low, high),
            (1, Some(variable), [_, _, gone @ ..]) => Logged::Remove(by, variable, gone),
            _ => Logged::Group(by, written),
        });
        place
    }

    /// Removes all steps.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.numbers.clear();
        self.needs.clear();
        for level in &mut self.levels {
            (level.start, level.numbers, level.needs, level.is_written) = (0, 0, 0, true);
        }
    }
}

/// Returns values as numbers of a step.
fn listed<'a>(written: &'a mut Vec<i64>, values: &[Value]) -> &'a [i64] {
    written.clear();
    written.extend(values.iter().map(|&own| i64::from(own)));
    written
}
