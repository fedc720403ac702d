//! Tasks in time: those that share a resource, and those that do not overlap.

use crate::bounds::Empty;
use parallax_model::{Cumulative as Kind, NoOverlap as NoOverlapKind};
use parallax_model::{Operand, VarId};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::{Item, value};
use crate::error::{ArgumentError, PostError};

/// At every time the heights of the tasks that run sum to at most the limit. Lengths and heights
/// are at least 0, and so is the limit if there is a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cumulative {
    starts: List,
    lengths: List,
    heights: List,
    limit: Term,
}

impl Cumulative {
    /// Reads starts, lengths, heights and the limit.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let starts = arguments.ints()?;
        let (lengths, heights) = (arguments.ints()?, arguments.ints()?);
        arguments.same_length(starts, lengths)?;
        arguments.same_length(starts, heights)?;
        Ok(Cumulative { starts, lengths, heights, limit: arguments.int()? })
    }
}

impl Rule for Cumulative {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let limit = i128::from(values.term(self.limit));
        let wide = |list: List| values.list(list).map(i128::from).collect::<Vec<_>>();
        let (starts, lengths) = (wide(self.starts), wide(self.lengths));
        let heights = wide(self.heights);
        if starts.is_empty() {
            return true;
        }
        let is_natural = lengths.iter().chain(&heights).chain([&limit]).all(|&own| own >= 0);
        // The load grows only where a task starts.
        is_natural
            && starts.iter().all(|&time| {
                let tasks = starts.iter().zip(&lengths).zip(&heights);
                let load =
                    tasks.map(
                        |((&start, &length), &height)| {
                            if start <= time && time < start + length { height } else { 0 }
                        },
                    );
                load.sum::<i128>() <= limit
            })
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let starts = draft.variables(self.starts)?;
        if starts.is_empty() {
            return Ok(());
        }
        let (lengths, heights) = (draft.operands(self.lengths)?, draft.operands(self.heights)?);
        let limit = draft.operand(self.limit)?;
        if matches!(limit, Operand::Number(..0)) {
            return draft.clause(Vec::new());
        }
        draft.post(Kind { starts, lengths, heights, limit }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        for list in [self.lengths, self.heights] {
            bounds.list(list).iter().try_for_each(|&term| bounds.within(term, 0, i128::MAX))?;
        }
        if bounds.list(self.starts).is_empty() {
            return Ok(());
        }
        bounds.within(self.limit, 0, i128::MAX)
    }
}

/// No two tasks, or rectangles, overlap. Lengths are at least 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoOverlap {
    /// The starts and the lengths in one or two dimensions.
    first: (List, List),
    second: Option<(List, List)>,
    /// Whether a task with a length 0 may lie anywhere.
    zero_ignored: bool,
}

impl NoOverlap {
    /// Reads starts and lengths.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let starts = arguments.ints()?;
        let rows = if name.contains("diffn") { Some(arguments.ints()?) } else { None };
        let first = (starts, arguments.ints()?);
        let second = match rows {
            Some(rows) => Some((rows, arguments.ints()?)),
            None => None,
        };
        for list in [Some(first.1), second.map(|own| own.0), second.map(|own| own.1)] {
            arguments.same_length(starts, list.unwrap_or(starts))?;
        }
        let zero_ignored = matches!(name, "parallax_disjunctive" | "parallax_diffn_nonstrict");
        Ok(NoOverlap { first, second, zero_ignored })
    }

    fn dimensions(&self) -> impl Iterator<Item = (List, List)> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

impl Rule for NoOverlap {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let sides: Vec<Vec<(i128, i128)>> = self
            .dimensions()
            .map(|(starts, lengths)| {
                let pairs = values.list(starts).zip(values.list(lengths));
                pairs.map(|(start, length)| (start.into(), length.into())).collect()
            })
            .collect();
        let tasks = sides.first().map_or(0, Vec::len);
        let is_empty = |task: usize| sides.iter().any(|side| side[task].1 == 0);
        let is_apart = |a: usize, b: usize| {
            self.zero_ignored && (is_empty(a) || is_empty(b))
                || sides.iter().any(|side| {
                    side[a].0 + side[a].1 <= side[b].0 || side[b].0 + side[b].1 <= side[a].0
                })
        };
        sides.iter().flatten().all(|own| own.1 >= 0)
            && (0..tasks).all(|a| (0..a).all(|b| is_apart(a, b)))
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let tasks = draft.document.list(self.first.0).len();
        let (mut origins, mut lengths) = (vec![Vec::new(); tasks], vec![Vec::new(); tasks]);
        for (starts, sizes) in self.dimensions() {
            for (origin, start) in origins.iter_mut().zip(draft.variables(starts)?) {
                origin.push(start);
            }
            for (length, size) in lengths.iter_mut().zip(draft.operands(sizes)?) {
                length.push(size);
            }
        }
        if tasks == 0 {
            return Ok(());
        }
        let zero_ignored = self.zero_ignored;
        let kind = NoOverlapKind { origins, lengths, zero_ignored };
        draft.post(kind.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        for (_, lengths) in self.dimensions() {
            bounds.list(lengths).iter().try_for_each(|&term| bounds.within(term, 0, i128::MAX))?;
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// Returns a term as a number or a variable.
    fn operand(&self, term: Term) -> Result<Operand<VarId>, PostError> {
        Ok(match self.item(term)? {
            Item::Number(number) => Operand::Number(value(number)?),
            Item::Variable(variable) => Operand::Variable(variable),
        })
    }

    /// Returns the terms of a list as numbers and variables.
    fn operands(&mut self, list: List) -> Result<Vec<Operand<VarId>>, PostError> {
        let terms = self.document.list(list);
        self.spend(terms.len())?;
        terms.iter().map(|term| self.operand(term)).collect()
    }
}
