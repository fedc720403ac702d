//! An iterator that reads instances one by one.

use std::collections::VecDeque;

use parallax_instance::{InputError, Instance, LineReader};

/// The result of one reading step: usually one instance, none at the end, and
/// all of them from a format that is read as a whole.
pub(super) type Batch = Result<Vec<Box<dyn Instance>>, InputError>;

/// Returns the batch of a form with one instance at a time.
pub(super) fn at_most_one(instance: Option<impl Instance + 'static>) -> Batch {
    Ok(instance.into_iter().map(|instance| Box::new(instance) as Box<dyn Instance>).collect())
}

/// An iterator over the instances in lines, in bounded memory. It ends after
/// the first error that is not confined to one instance.
pub(super) struct InstanceIterator<'a> {
    lines: LineReader<'a>,
    step: Box<dyn FnMut(&mut LineReader<'a>) -> Batch + Send + 'a>,
    expected: &'static str,
    ready: VecDeque<Box<dyn Instance>>,
    state: InstanceIteratorState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InstanceIteratorState {
    Fresh,
    Reading,
    Ended,
}

impl<'a> InstanceIterator<'a> {
    /// Calls `step` on the lines until it returns no instance. `expected` names the required
    /// content of a file, for error messages; `is_between` returns whether a line belongs to no
    /// instance.
    pub(crate) fn new(
        mut lines: LineReader<'a>,
        expected: &'static str,
        is_between: fn(&str) -> bool,
        step: impl FnMut(&mut LineReader<'a>) -> Batch + Send + 'a,
    ) -> Self {
        lines.separated_by(is_between);
        InstanceIterator {
            lines,
            step: Box::new(step),
            expected,
            ready: VecDeque::new(),
            state: InstanceIteratorState::Fresh,
        }
    }

    fn fetch_instance(&mut self) -> Result<Option<Box<dyn Instance>>, InputError> {
        // The time of the first one began when its lines were examined to recognise it.
        if self.state == InstanceIteratorState::Reading {
            self.lines.next_instance();
        }
        // Asked before the step, which consumes the lines.
        let empty =
            self.state == InstanceIteratorState::Fresh && self.lines.peek_line(0)?.is_none();
        self.ready.extend((self.step)(&mut self.lines)?);
        let next = self.ready.pop_front();
        if next.is_none() && self.state == InstanceIteratorState::Fresh {
            let found = if empty { "empty" } else { "nothing to solve" };
            return Err(self.lines.make_error(format!("{found}; expected {}", self.expected)));
        }
        self.state = InstanceIteratorState::Reading;
        Ok(next)
    }
}

impl Iterator for InstanceIterator<'_> {
    type Item = Result<Box<dyn Instance>, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(instance) = self.ready.pop_front() {
            return Some(Ok(instance));
        }
        if self.state == InstanceIteratorState::Ended {
            return None;
        }
        let fetched = self.fetch_instance().transpose();
        self.state = match &fetched {
            Some(Ok(_)) => InstanceIteratorState::Reading,
            Some(Err(error)) if error.is_confined() => InstanceIteratorState::Reading,
            _ => InstanceIteratorState::Ended,
        };
        fetched
    }
}
