//! Counts solutions: adds over classes, multiplies over parts.

use std::rc::Rc;

use parallax_model::ask::{Control, Count, Stop};
use parallax_model::{Given, Value, VarId};

use super::Products;

/// Open variables that are counted together.
type OpenVariables = Rc<[VarId]>;

/// A node whose children are not all counted yet.
enum Frame {
    /// The classes of a variable, one after the other.
    Classes {
        variable: VarId,
        part: OpenVariables,
        /// Its step in the trace.
        step: usize,
        classes: std::vec::IntoIter<Vec<Value>>,
        /// The number of values of the class in progress.
        weight: usize,
        sum: Count,
        /// Whether one completion suffices, because no shown variable is open.
        exists: bool,
    },
    /// Parts that nothing links, one after the other.
    Parts { step: usize, parts: std::vec::IntoIter<OpenVariables>, product: Count },
}

/// The next step of the count.
enum Next {
    /// Count the solutions of a part.
    Enter(OpenVariables),
    /// Continue with the innermost frame.
    Advance,
    /// Pass a number to the innermost frame.
    Return(Count),
}

impl Products {
    /// Counts the distinct assignments of the shown variables; `None` if the trace is full.
    ///
    /// # Errors
    /// Returns a [`Stop`] if `control` is stopped.
    pub fn count(&mut self, givens: &[Given], control: &Control) -> Result<Option<Count>, Stop> {
        if !self.start(givens, control)? {
            return Ok(Some(Count::zero()));
        }
        let all: OpenVariables = (0..self.model.variables().len()).map(VarId::new).collect();
        let mut frames = Vec::new();
        let mut next = self.fall_apart(&all, &mut frames);
        loop {
            next = match next {
                Next::Enter(part) => {
                    control.check()?;
                    if self.is_full() {
                        return Ok(None);
                    }
                    self.enter(part, &mut frames)
                }
                Next::Advance => self.advance(&mut frames, control)?,
                Next::Return(count) if frames.is_empty() => return Ok(Some(count)),
                Next::Return(count) => self.take(count, &mut frames),
            };
        }
    }

    /// Divides a part whose domains have changed into parts that nothing links.
    fn fall_apart(&mut self, part: &OpenVariables, frames: &mut Vec<Frame>) -> Next {
        if !self.steps.parts || self.has_no_parts() {
            return Next::Enter(part.clone());
        }
        self.looked[1] += 1;
        let mut parts = self.divide_part(part);
        match parts.len() {
            0 => {
                self.note_decided();
                Next::Return(Count::one())
            }
            1 => Next::Enter(parts.remove(0).into()),
            _ => {
                self.splits += 1;
                let step = self.note_parts(parts.len());
                let parts: Vec<OpenVariables> =
                    parts.into_iter().map(OpenVariables::from).collect();
                let parts = parts.into_iter();
                frames.push(Frame::Parts { step, parts, product: Count::one() });
                Next::Advance
            }
        }
    }

    fn enter(&mut self, part: OpenVariables, frames: &mut Vec<Frame>) -> Next {
        let Some((variable, is_shown)) = self.choose(&part) else {
            self.note_decided();
            return Next::Return(Count::one());
        };
        self.walk.count_node();
        let classes = self.divide(variable);
        self.note_choice(variable, &classes);
        let (step, classes) = (self.current(), classes.into_iter());
        let exists = !is_shown;
        let (weight, sum) = (0, Count::zero());
        frames.push(Frame::Classes { variable, part, step, classes, weight, sum, exists });
        Next::Advance
    }

    fn advance(&mut self, frames: &mut Vec<Frame>, control: &Control) -> Result<Next, Stop> {
        match frames.last_mut() {
            Some(Frame::Parts { step, parts, product }) => {
                let step = *step;
                let Some(part) = parts.next() else {
                    let whole = std::mem::take(product);
                    return Ok(self.returns(step, frames, whole));
                };
                self.note_part(step, &part);
                Ok(Next::Enter(part))
            }
            Some(Frame::Classes { variable, part, step, classes, weight, sum, .. }) => {
                for class in classes {
                    *weight = class.len();
                    self.merged += class.len() as u64 - 1;
                    let consistent = self.walk.commit(*variable, class[0], control)?;
                    self.note_class(*step, *variable, &class, consistent);
                    if consistent {
                        let part = part.clone();
                        return Ok(self.fall_apart(&part, frames));
                    }
                }
                let (step, sum) = (*step, std::mem::take(sum));
                Ok(self.returns(step, frames, sum))
            }
            None => Ok(Next::Return(Count::one())),
        }
    }

    /// Adds the count of a child to the innermost frame.
    fn take(&mut self, count: Count, frames: &mut Vec<Frame>) -> Next {
        match frames.last_mut() {
            Some(Frame::Parts { step, product, .. }) => {
                *product *= &count;
                let (step, failed) = (*step, product.is_zero());
                if failed { self.returns(step, frames, Count::zero()) } else { Next::Advance }
            }
            Some(Frame::Classes { step, weight, sum, exists, .. }) => {
                self.walk.undo();
                *sum += &(&count * &Count::from(*weight));
                let (step, found) = (*step, *exists && !sum.is_zero());
                if found { self.returns(step, frames, Count::one()) } else { Next::Advance }
            }
            None => Next::Return(count),
        }
    }

    /// Closes the innermost frame and returns its number.
    fn returns(&mut self, step: usize, frames: &mut Vec<Frame>, count: Count) -> Next {
        self.note_count(step, &count);
        frames.pop();
        Next::Return(count)
    }
}
