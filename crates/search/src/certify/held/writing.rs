//! Writes the steps that are held back to the log.

use parallax_model::{Value, VarId};
use parallax_propagation::store::set_bits;

use super::super::{SearchLog, SearchLogEntry};
use super::{BufferedRemoval, BufferedStep, CountingStep, RemovalForm, StepBuffer};

impl StepBuffer {
    /// Writes all steps that are not dropped. The decisions of open branches then count as written.
    pub(super) fn write_steps(&mut self, log: &mut dyn SearchLog) {
        let mut place = 0;
        while let Some(step) = self.steps.get(place) {
            place += 1;
            let step = match *step {
                BufferedStep::Branch { dropped: Some(after), .. } => {
                    place = after;
                    continue;
                }
                BufferedStep::Dropped => continue,
                BufferedStep::Spread { owner, rival, is_complete: true, .. } => {
                    SearchLogEntry::Spread(owner, rival)
                }
                BufferedStep::Remove { removal: BufferedRemoval { owner, .. }, .. }
                | BufferedStep::Spread { owner, .. } => {
                    place = self.write_removals(place - 1, owner, log);
                    continue;
                }
                BufferedStep::Branch { variable, value, dropped: None } => {
                    SearchLogEntry::Branch(variable, value)
                }
                BufferedStep::Fail(owner) => SearchLogEntry::Fail(owner),
                BufferedStep::Solution(ref at) => SearchLogEntry::Solution(convert_values(
                    &mut self.written,
                    &self.numbers[at.clone()],
                )),
                BufferedStep::Counted(CountingStep::All) => SearchLogEntry::All,
                BufferedStep::Counted(CountingStep::Split(ref at)) => SearchLogEntry::Split(
                    convert_values(&mut self.written, &self.numbers[at.clone()]),
                ),
                BufferedStep::Counted(CountingStep::Next(is_last)) => {
                    SearchLogEntry::Next { is_last }
                }
                BufferedStep::Counted(CountingStep::Hold) => SearchLogEntry::Hold,
                BufferedStep::Counted(CountingStep::Again(problem, ref at)) => {
                    SearchLogEntry::Again(
                        problem,
                        convert_values(&mut self.written, &self.numbers[at.clone()]),
                    )
                }
                BufferedStep::Up { .. } => SearchLogEntry::Up,
                BufferedStep::Restart { .. } => SearchLogEntry::Restart,
            };
            log.take_step(step);
        }
        self.clear_steps();
    }

    /// Writes removals by one constraint as one step. Returns the place after them.
    fn write_removals(&mut self, mut place: usize, by: usize, log: &mut dyn SearchLog) -> usize {
        let StepBuffer { steps, numbers, written, .. } = self;
        written.clear();
        let (mut number, mut first) = (0usize, None);
        while let Some(step) = steps.get(place) {
            match step {
                BufferedStep::Remove { variable, removal } if removal.owner == by => {
                    let x = variable.index() as i64;
                    match removal.form {
                        RemovalForm::Kept(low, high) => {
                            written.extend([x, 0, low.into(), high.into()]);
                        }
                        RemovalForm::Bits(base) => {
                            written.extend([x, removal.gone.count_ones().into()]);
                            written.extend(
                                set_bits(removal.gone).map(|bit| i64::from(base) + bit as i64),
                            );
                        }
                        RemovalForm::Values(ref at) => {
                            written.extend([x, at.len() as i64]);
                            written.extend(numbers[at.clone()].iter().map(|&own| i64::from(own)));
                        }
                    }
                    first = first.or(Some(*variable));
                    number += 1;
                }
                BufferedStep::Spread { owner, value, at, is_complete: false, .. }
                    if *owner == by =>
                {
                    for &own in &numbers[at.clone()] {
                        written.extend([own.into(), 1, (*value).into()]);
                    }
                    let own = numbers[at.start] as usize;
                    first = first.or(Some(VarId::new(own)));
                    number += at.len();
                }
                // A dropped step between two removals does not end the group.
                BufferedStep::Dropped => {}
                _ => break,
            }
            place += 1;
        }
        log.take_step(match (number, first, &written[..]) {
            // A count of 0 marks bounds that stay; a removal has at least one value.
            (1, Some(variable), &[_, 0, low, high]) => {
                SearchLogEntry::Keep(by, variable, low, high)
            }
            (1, Some(variable), [_, _, gone @ ..]) => SearchLogEntry::Remove(by, variable, gone),
            _ => SearchLogEntry::Group(by, written),
        });
        place
    }

    /// Removes all steps.
    pub(super) fn clear_steps(&mut self) {
        self.steps.clear();
        self.numbers.clear();
        self.needs.clear();
        // The log has the decisions of all open branches; their further steps start at 0.
        for level in &mut self.levels {
            (level.start, level.numbers, level.needs, level.is_written) = (0, 0, 0, true);
        }
    }
}

/// Returns values as numbers of a step.
fn convert_values<'a>(written: &'a mut Vec<i64>, values: &[Value]) -> &'a [i64] {
    written.clear();
    written.extend(values.iter().map(|&own| i64::from(own)));
    written
}
