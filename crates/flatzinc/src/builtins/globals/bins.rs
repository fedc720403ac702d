//! Items in bins.

use crate::bounds::Empty;
use parallax_model::{BinPacking as Kind, Domain, Operand, VarId};

use super::{Arguments, Bounds, Draft, MAX_LISTED, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::{Item, value};
use crate::error::{ArgumentError, PostError};

/// The limits of the bins.
#[derive(Clone, Copy, Debug)]
enum Limits {
    /// The load of each bin from this one on is a term.
    Loads(List, i64),
    /// The load of each bin from this one on is at most a constant.
    Capacities(List, i64),
    /// The load of any bin is at most this.
    Capacity(i64),
}

/// Each item with its size lies in a bin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinPacking {
    bins: List,
    sizes: List,
    limits: Limits,
}

impl BinPacking {
    /// Reads limits, bins and sizes.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let (mut list, mut capacity) = (None, 0);
        match name {
            "parallax_bin_packing_load" => {
                list = Some((arguments.ints()?, arguments.number()?));
            }
            "parallax_bin_packing_capa" => {
                list = Some((arguments.numbers()?, arguments.number()?));
            }
            _ => capacity = arguments.number()?,
        }
        let (bins, sizes) = (arguments.ints()?, arguments.numbers()?);
        arguments.same_length(bins, sizes)?;
        let negative = |size: &Term| matches!(size, Term::Value(..0));
        if let Some(Term::Value(size)) = arguments.elements(sizes).into_iter().find(negative) {
            return Err(ArgumentError::NegativeSize { size });
        }
        let limits = match list {
            None => Limits::Capacity(capacity),
            Some((list, first)) if name.ends_with("load") => Limits::Loads(list, first),
            Some((list, first)) => Limits::Capacities(list, first),
        };
        Ok(BinPacking { bins, sizes, limits })
    }
}

impl Rule for BinPacking {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let mut loads = std::collections::BTreeMap::new();
        for (bin, size) in values.list(self.bins).zip(values.list(self.sizes)) {
            *loads.entry(i128::from(bin)).or_insert(0i128) += i128::from(size);
        }
        let (list, first, is_exact) = match self.limits {
            Limits::Loads(list, first) => (list, first, true),
            Limits::Capacities(list, first) => (list, first, false),
            Limits::Capacity(most) => {
                return loads.values().all(|&load| load <= i128::from(most));
            }
        };
        let bins = i128::from(first)..i128::from(first) + values.list(list).len() as i128;
        loads.keys().all(|bin| bins.contains(bin))
            && bins.zip(values.list(list)).all(|(bin, limit)| {
                let load = loads.get(&bin).copied().unwrap_or_default();
                if is_exact { load == i128::from(limit) } else { load <= i128::from(limit) }
            })
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let bins = draft.variables(self.bins)?;
        let terms = draft.document.list(self.sizes);
        let number = |term: Term| match term {
            Term::Value(size) => value(size),
            Term::Var(_) => Err(PostError::VariableSize),
        };
        let sizes = terms.iter().map(number).collect::<Result<Vec<_>, PostError>>()?;
        let (first, loads) = match self.limits {
            Limits::Loads(list, first) => {
                let items = draft.items(list)?;
                let loads = items.into_iter().map(|item| match item {
                    Item::Number(number) => value(number).map(Operand::Number),
                    Item::Variable(variable) => Ok(Operand::Variable(variable)),
                });
                (first, loads.collect::<Result<Vec<Operand<VarId>>, PostError>>()?)
            }
            Limits::Capacities(list, first) => {
                let mut loads = Vec::new();
                for item in draft.items(list)? {
                    let Item::Number(most) = item else { return Err(PostError::VariableLimit) };
                    loads.push(self.load(draft, most)?);
                }
                (first, loads)
            }
            Limits::Capacity(most) => {
                let items = draft.items(self.bins)?;
                let ends: Vec<_> = items.iter().filter_map(|&item| draft.ends(item)).collect();
                let low = ends.iter().map(|end| end.0).min().unwrap_or_default();
                let high = ends.iter().map(|end| end.1).max().unwrap_or(-1);
                if high.saturating_sub(low) >= MAX_LISTED as i64 {
                    return Err(PostError::TooManyBins { low, high, most: MAX_LISTED });
                }
                let loads = (low..=high).map(|_| self.load(draft, most));
                (low, loads.collect::<Result<_, PostError>>()?)
            }
        };
        if bins.is_empty() && loads.is_empty() {
            return Ok(());
        }
        let kind = Kind { bins, sizes, loads, first: value(first)? };
        draft.post(kind.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (list, first, is_exact) = match self.limits {
            Limits::Loads(list, first) => (list, first, true),
            Limits::Capacities(list, first) => (list, first, false),
            Limits::Capacity(_) => return Ok(()),
        };
        let (limits, first) = (bounds.list(list), i128::from(first));
        let mut total = 0i128;
        for size in bounds.list(self.sizes) {
            total += i128::from(bounds.span(size).low);
        }
        if is_exact {
            limits.iter().try_for_each(|&load| bounds.within(load, 0, total))?;
        }
        let last = first + limits.len() as i128 - 1;
        bounds.list(self.bins).iter().try_for_each(|&bin| bounds.within(bin, first, last))
    }
}

impl BinPacking {
    /// Returns a hidden load of at most a limit.
    fn load(&self, draft: &mut Draft<'_>, most: i64) -> Result<Operand<VarId>, PostError> {
        let all = draft.document.list(self.sizes).iter().fold(0i64, |sum, size| match size {
            Term::Value(size) => sum.saturating_add(size),
            Term::Var(_) => sum,
        });
        let domain =
            if most < 0 { Domain::of([]) } else { Domain::range(0, value(most.min(all))?) };
        draft.hidden(domain).map(Operand::Variable)
    }
}
