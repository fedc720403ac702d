//! Tasks in time: those that share a resource, and those that do not overlap.

use crate::bounds::EmptyBoundsError;
use parallax_model::{ConstraintOperand, VarId};
use parallax_model::{Cumulative as Kind, NoOverlap as NoOverlapKind};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::{ModelTerm, model_value};
use crate::error::{ArgumentError, FlatzincPostError};

/// At every time the heights of the tasks that run sum to at most the limit. Lengths and heights
/// are at least 0, and so is the limit if there is a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CumulativeBuiltin {
    starts: ElementRange,
    lengths: ElementRange,
    heights: ElementRange,
    limit: FlatzincTerm,
}

impl CumulativeBuiltin {
    /// Reads starts, lengths, heights and the limit.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let starts = arguments.read_ints()?;
        let (lengths, heights) = (arguments.read_ints()?, arguments.read_ints()?);
        arguments.same_length(starts, lengths)?;
        arguments.same_length(starts, heights)?;
        Ok(CumulativeBuiltin { starts, lengths, heights, limit: arguments.read_int()? })
    }
}

impl BuiltinRule for CumulativeBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let limit = i128::from(values.term_value(self.limit));
        let wide =
            |list: ElementRange| values.list_values(list).map(i128::from).collect::<Vec<_>>();
        let (starts, lengths) = (wide(self.starts), wide(self.lengths));
        let heights = wide(self.heights);
        if starts.is_empty() {
            return true;
        }
        let is_natural = lengths.iter().chain(&heights).chain([&limit]).all(|&number| number >= 0);
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

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let starts = draft.list_variables(self.starts)?;
        if starts.is_empty() {
            return Ok(());
        }
        let (lengths, heights) =
            (draft.list_operands(self.lengths)?, draft.list_operands(self.heights)?);
        let limit = draft.term_operand(self.limit)?;
        // Models refuse a negative limit as a fault; in FlatZinc it only has no solutions.
        if matches!(limit, ConstraintOperand::Number(..0)) {
            return draft.post_clause(Vec::new());
        }
        draft.post_constraint(Kind { starts, lengths, heights, limit }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        for list in [self.lengths, self.heights] {
            bounds
                .list_terms(list)
                .iter()
                .try_for_each(|&term| bounds.narrow_within(term, 0, i128::MAX))?;
        }
        if bounds.list_terms(self.starts).is_empty() {
            return Ok(());
        }
        bounds.narrow_within(self.limit, 0, i128::MAX)
    }
}

/// No two tasks, or rectangles, overlap. Lengths are at least 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoOverlapBuiltin {
    /// The starts and the lengths in one or two dimensions.
    first: (ElementRange, ElementRange),
    second: Option<(ElementRange, ElementRange)>,
    /// Whether a task with a length 0 may lie anywhere.
    zero_ignored: bool,
}

impl NoOverlapBuiltin {
    /// Reads starts and lengths.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let starts = arguments.read_ints()?;
        // The library passes the starts of both dimensions before the lengths.
        let rows = if name.contains("diffn") { Some(arguments.read_ints()?) } else { None };
        let first = (starts, arguments.read_ints()?);
        let second = match rows {
            Some(rows) => Some((rows, arguments.read_ints()?)),
            None => None,
        };
        // A missing dimension is compared with `starts` itself.
        for list in [Some(first.1), second.map(|own| own.0), second.map(|own| own.1)] {
            arguments.same_length(starts, list.unwrap_or(starts))?;
        }
        let zero_ignored = matches!(name, "parallax_disjunctive" | "parallax_diffn_nonstrict");
        Ok(NoOverlapBuiltin { first, second, zero_ignored })
    }

    fn task_dimensions(&self) -> impl Iterator<Item = (ElementRange, ElementRange)> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

impl BuiltinRule for NoOverlapBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let sides: Vec<Vec<(i128, i128)>> = self
            .task_dimensions()
            .map(|(starts, lengths)| {
                let pairs = values.list_values(starts).zip(values.list_values(lengths));
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
        sides.iter().flatten().all(|task| task.1 >= 0)
            && (0..tasks).all(|a| (0..a).all(|b| is_apart(a, b)))
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let tasks = draft.document.list_terms(self.first.0).len();
        let (mut origins, mut lengths) = (vec![Vec::new(); tasks], vec![Vec::new(); tasks]);
        for (starts, sizes) in self.task_dimensions() {
            for (origin, start) in origins.iter_mut().zip(draft.list_variables(starts)?) {
                origin.push(start);
            }
            for (length, size) in lengths.iter_mut().zip(draft.list_operands(sizes)?) {
                length.push(size);
            }
        }
        if tasks == 0 {
            return Ok(());
        }
        let zero_ignored = self.zero_ignored;
        let kind = NoOverlapKind { origins, lengths, zero_ignored };
        draft.post_constraint(kind.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        for (_, lengths) in self.task_dimensions() {
            bounds
                .list_terms(lengths)
                .iter()
                .try_for_each(|&term| bounds.narrow_within(term, 0, i128::MAX))?;
        }
        Ok(())
    }
}

impl FlatzincModelDraft<'_> {
    /// Returns a term as a number or a variable.
    fn term_operand(
        &self,
        term: FlatzincTerm,
    ) -> Result<ConstraintOperand<VarId>, FlatzincPostError> {
        Ok(match self.model_term(term)? {
            ModelTerm::Number(number) => ConstraintOperand::Number(model_value(number)?),
            ModelTerm::Variable(variable) => ConstraintOperand::Variable(variable),
        })
    }

    /// Returns the terms of a list as numbers and variables.
    fn list_operands(
        &mut self,
        list: ElementRange,
    ) -> Result<Vec<ConstraintOperand<VarId>>, FlatzincPostError> {
        let terms = self.document.list_terms(list);
        self.spend_pieces(terms.len())?;
        terms.iter().map(|term| self.term_operand(term)).collect()
    }
}
