//! Items in bins.

use crate::bounds::EmptyBoundsError;
use parallax_model::{BinPacking as Kind, ConstraintOperand, Domain, VarId};

use super::{
    ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft, MAX_LISTED,
};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::{ModelTerm, model_value};
use crate::error::{ArgumentError, FlatzincPostError};

/// The limits of the bins.
#[derive(Clone, Copy, Debug)]
enum BinLimits {
    /// The load of each bin from this one on is a term.
    Loads(ElementRange, i64),
    /// The load of each bin from this one on is at most a constant.
    Capacities(ElementRange, i64),
    /// The load of any bin is at most this.
    Capacity(i64),
}

/// Each item with its size lies in a bin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinPackingBuiltin {
    bins: ElementRange,
    sizes: ElementRange,
    limits: BinLimits,
}

impl BinPackingBuiltin {
    /// Reads limits, bins and sizes.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let (mut list, mut capacity) = (None, 0);
        match name {
            "parallax_bin_packing_load" => {
                list = Some((arguments.read_ints()?, arguments.read_number()?));
            }
            "parallax_bin_packing_capa" => {
                list = Some((arguments.read_numbers()?, arguments.read_number()?));
            }
            _ => capacity = arguments.read_number()?,
        }
        let (bins, sizes) = (arguments.read_ints()?, arguments.read_numbers()?);
        arguments.same_length(bins, sizes)?;
        let negative = |size: &FlatzincTerm| matches!(size, FlatzincTerm::Value(..0));
        if let Some(FlatzincTerm::Value(size)) =
            arguments.list_terms(sizes).into_iter().find(negative)
        {
            return Err(ArgumentError::NegativeSize { size });
        }
        let limits = match list {
            None => BinLimits::Capacity(capacity),
            Some((list, first)) if name.ends_with("load") => BinLimits::Loads(list, first),
            Some((list, first)) => BinLimits::Capacities(list, first),
        };
        Ok(BinPackingBuiltin { bins, sizes, limits })
    }
}

impl BuiltinRule for BinPackingBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let mut loads = std::collections::BTreeMap::new();
        for (bin, size) in values.list_values(self.bins).zip(values.list_values(self.sizes)) {
            *loads.entry(i128::from(bin)).or_insert(0i128) += i128::from(size);
        }
        let (list, first, is_exact) = match self.limits {
            BinLimits::Loads(list, first) => (list, first, true),
            BinLimits::Capacities(list, first) => (list, first, false),
            BinLimits::Capacity(capacity) => {
                return loads.values().all(|&load| load <= i128::from(capacity));
            }
        };
        let bins = i128::from(first)..i128::from(first) + values.list_values(list).len() as i128;
        loads.keys().all(|bin| bins.contains(bin))
            && bins.zip(values.list_values(list)).all(|(bin, limit)| {
                let load = loads.get(&bin).copied().unwrap_or_default();
                if is_exact { load == i128::from(limit) } else { load <= i128::from(limit) }
            })
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let bins = draft.list_variables(self.bins)?;
        let terms = draft.document.list_terms(self.sizes);
        let number = |term: FlatzincTerm| match term {
            FlatzincTerm::Value(size) => model_value(size),
            FlatzincTerm::Var(_) => Err(FlatzincPostError::VariableSize),
        };
        let sizes = terms.iter().map(number).collect::<Result<Vec<_>, FlatzincPostError>>()?;
        let (first, loads) = match self.limits {
            BinLimits::Loads(list, first) => {
                let items = draft.model_terms(list)?;
                let loads = items.into_iter().map(|item| match item {
                    ModelTerm::Number(number) => model_value(number).map(ConstraintOperand::Number),
                    ModelTerm::Variable(variable) => Ok(ConstraintOperand::Variable(variable)),
                });
                (
                    first,
                    loads.collect::<Result<Vec<ConstraintOperand<VarId>>, FlatzincPostError>>()?,
                )
            }
            BinLimits::Capacities(list, first) => {
                let mut loads = Vec::new();
                for item in draft.model_terms(list)? {
                    let ModelTerm::Number(most) = item else {
                        return Err(FlatzincPostError::VariableLimit);
                    };
                    // An upper limit becomes a hidden load of at most this size.
                    loads.push(self.hidden_load(draft, most)?);
                }
                (first, loads)
            }
            BinLimits::Capacity(most) => {
                let items = draft.model_terms(self.bins)?;
                let ends: Vec<_> =
                    items.iter().filter_map(|&item| draft.value_range(item)).collect();
                let low = ends.iter().map(|end| end.0).min().unwrap_or_default();
                // Without items the range 0..-1 has no bins.
                let high = ends.iter().map(|end| end.1).max().unwrap_or(-1);
                if high.saturating_sub(low) >= MAX_LISTED as i64 {
                    return Err(FlatzincPostError::TooManyBins { low, high, most: MAX_LISTED });
                }
                let loads = (low..=high).map(|_| self.hidden_load(draft, most));
                (low, loads.collect::<Result<_, FlatzincPostError>>()?)
            }
        };
        if bins.is_empty() && loads.is_empty() {
            return Ok(());
        }
        let kind = Kind { bins, sizes, loads, first: model_value(first)? };
        draft.post_constraint(kind.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (list, first, is_exact) = match self.limits {
            BinLimits::Loads(list, first) => (list, first, true),
            BinLimits::Capacities(list, first) => (list, first, false),
            BinLimits::Capacity(_) => return Ok(()),
        };
        let (limits, first) = (bounds.list_terms(list), i128::from(first));
        // No load exceeds the sum of all sizes.
        let mut total = 0i128;
        for size in bounds.list_terms(self.sizes) {
            total += i128::from(bounds.term_span(size).low);
        }
        if is_exact {
            limits.iter().try_for_each(|&load| bounds.narrow_within(load, 0, total))?;
        }
        let last = first + limits.len() as i128 - 1;
        bounds
            .list_terms(self.bins)
            .iter()
            .try_for_each(|&bin| bounds.narrow_within(bin, first, last))
    }
}

impl BinPackingBuiltin {
    /// Returns a hidden load of at most a limit.
    fn hidden_load(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
        limit: i64,
    ) -> Result<ConstraintOperand<VarId>, FlatzincPostError> {
        let all = draft.document.list_terms(self.sizes).iter().fold(0i64, |sum, size| match size {
            FlatzincTerm::Value(size) => sum.saturating_add(size),
            FlatzincTerm::Var(_) => sum,
        });
        // No load exceeds the sum of all sizes, whatever the limit is.
        let domain = if limit < 0 {
            Domain::from_values([])
        } else {
            Domain::from_range(0, model_value(limit.min(all))?)
        };
        draft.new_hidden(domain).map(ConstraintOperand::Variable)
    }
}
