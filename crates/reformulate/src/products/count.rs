//! Counts solutions: adds over classes, multiplies over parts.

use std::rc::Rc;

use parallax_model::engine_api::{Control, SolutionCount, StopReason};
use parallax_model::{Given, Value, VarId};

use super::ProductSearch;

/// Open variables that are counted together.
type OpenVariables = Rc<[VarId]>;

/// A node whose children are not all counted yet.
enum ProductCountFrame {
    /// The classes of a variable, one after the other.
    Classes {
        variable: VarId,
        part: OpenVariables,
        /// Its step in the trace.
        step: usize,
        classes: std::vec::IntoIter<Vec<Value>>,
        /// The number of values of the class in progress.
        weight: usize,
        sum: SolutionCount,
        /// Whether one completion suffices, because no shown variable is open.
        exists: bool,
    },
    /// Parts that nothing links, one after the other.
    Parts { step: usize, parts: std::vec::IntoIter<OpenVariables>, product: SolutionCount },
}

/// The next step of the count.
enum ProductCountStep {
    /// Count the solutions of a part.
    Enter(OpenVariables),
    /// Continue with the innermost frame.
    Advance,
    /// Pass a number to the innermost frame.
    Return(SolutionCount),
}

impl ProductSearch {
    /// Counts the distinct assignments of the shown variables; `None` if the trace is full.
    ///
    /// # Errors
    /// Returns a `StopReason` if `control` is stopped.
    pub fn count_assignments(
        &mut self,
        givens: &[Given],
        control: &Control,
    ) -> Result<Option<SolutionCount>, StopReason> {
        if !self.start_question(givens, control)? {
            return Ok(Some(SolutionCount::zero()));
        }
        let all: OpenVariables = (0..self.model.variables().len()).map(VarId::new).collect();
        // The frames are an explicit stack, because the depth is limited only by the number of
        // variables.
        let mut frames = Vec::new();
        let mut next = self.fall_apart(&all, &mut frames);
        loop {
            next = match next {
                ProductCountStep::Enter(part) => {
                    control.check_stop()?;
                    if self.is_full() {
                        return Ok(None);
                    }
                    self.enter_part(part, &mut frames)
                }
                ProductCountStep::Advance => self.advance_frame(&mut frames, control)?,
                ProductCountStep::Return(count) if frames.is_empty() => return Ok(Some(count)),
                ProductCountStep::Return(count) => self.take_count(count, &mut frames),
            };
        }
    }

    /// Divides a part whose domains have changed into parts that nothing links.
    fn fall_apart(
        &mut self,
        part: &OpenVariables,
        frames: &mut Vec<ProductCountFrame>,
    ) -> ProductCountStep {
        if !self.steps.parts || self.has_no_parts() {
            return ProductCountStep::Enter(part.clone());
        }
        self.examined_nodes[1] += 1;
        let mut parts = self.divide_part(part);
        match parts.len() {
            0 => {
                // Every variable of the part is fixed, which is one solution.
                self.note_decided();
                ProductCountStep::Return(SolutionCount::one())
            }
            1 => ProductCountStep::Enter(parts.remove(0).into()),
            _ => {
                self.splits += 1;
                let step = self.note_parts(parts.len());
                let parts: Vec<OpenVariables> =
                    parts.into_iter().map(OpenVariables::from).collect();
                let parts = parts.into_iter();
                frames.push(ProductCountFrame::Parts {
                    step,
                    parts,
                    product: SolutionCount::one(),
                });
                ProductCountStep::Advance
            }
        }
    }

    fn enter_part(
        &mut self,
        part: OpenVariables,
        frames: &mut Vec<ProductCountFrame>,
    ) -> ProductCountStep {
        let Some((variable, is_shown)) = self.choose_variable(&part) else {
            self.note_decided();
            return ProductCountStep::Return(SolutionCount::one());
        };
        self.walk.count_node();
        let classes = self.divide_domain(variable);
        self.note_choice(variable, &classes);
        let (step, classes) = (self.current_step(), classes.into_iter());
        let exists = !is_shown;
        let (weight, sum) = (0, SolutionCount::zero());
        frames.push(ProductCountFrame::Classes {
            variable,
            part,
            step,
            classes,
            weight,
            sum,
            exists,
        });
        ProductCountStep::Advance
    }

    fn advance_frame(
        &mut self,
        frames: &mut Vec<ProductCountFrame>,
        control: &Control,
    ) -> Result<ProductCountStep, StopReason> {
        match frames.last_mut() {
            Some(ProductCountFrame::Parts { step, parts, product }) => {
                let step = *step;
                // The decisions of the part before have been undone, so this one starts from the
                // same domains.
                let Some(part) = parts.next() else {
                    let whole = std::mem::take(product);
                    return Ok(self.return_count(step, frames, whole));
                };
                self.note_part(step, &part);
                Ok(ProductCountStep::Enter(part))
            }
            Some(ProductCountFrame::Classes {
                variable, part, step, classes, weight, sum, ..
            }) => {
                for class in classes {
                    *weight = class.len();
                    // A class has at least one value. Each further one is a branch that need not be
                    // searched.
                    self.merged += class.len() as u64 - 1;
                    let consistent = self.walk.commit_value(*variable, class[0], control)?;
                    self.note_class(*step, *variable, &class, consistent);
                    if consistent {
                        let part = part.clone();
                        return Ok(self.fall_apart(&part, frames));
                    }
                }
                let (step, sum) = (*step, std::mem::take(sum));
                Ok(self.return_count(step, frames, sum))
            }
            None => Ok(ProductCountStep::Return(SolutionCount::one())),
        }
    }

    /// Adds the count of a child to the innermost frame.
    fn take_count(
        &mut self,
        count: SolutionCount,
        frames: &mut Vec<ProductCountFrame>,
    ) -> ProductCountStep {
        match frames.last_mut() {
            Some(ProductCountFrame::Parts { step, product, .. }) => {
                *product *= &count;
                // A part without solutions decides the product; the others are not counted.
                let (step, failed) = (*step, product.is_zero());
                if failed {
                    self.return_count(step, frames, SolutionCount::zero())
                } else {
                    ProductCountStep::Advance
                }
            }
            Some(ProductCountFrame::Classes { step, weight, sum, exists, .. }) => {
                self.walk.undo_decision();
                // The values of the class have the same completions, so one count serves for all.
                *sum += &(&count * &SolutionCount::from(*weight));
                let (step, found) = (*step, *exists && !sum.is_zero());
                if found {
                    self.return_count(step, frames, SolutionCount::one())
                } else {
                    ProductCountStep::Advance
                }
            }
            None => ProductCountStep::Return(count),
        }
    }

    /// Closes the innermost frame and returns its number.
    fn return_count(
        &mut self,
        step: usize,
        frames: &mut Vec<ProductCountFrame>,
        count: SolutionCount,
    ) -> ProductCountStep {
        self.note_count(step, &count);
        frames.pop();
        ProductCountStep::Return(count)
    }
}
