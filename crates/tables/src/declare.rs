//! The variables of the model with their domains.

use parallax_model::flatten::Terms;
use parallax_model::{Domain, MAX_VALUE, Model};

use super::build_error::{Refused, SymbolError};
use super::compile::Assertions;
use super::glossary::{Glossary, SymbolId, Values};
use super::layout::{Block, Layout, Purpose};
use super::range::{Range, rounded};
use super::ranges::propagate;
use super::tables_problem::TablesProblem;
use super::value_names::Names;
use super::wide::widened;

/// The source of bounds of numbers that the glossary leaves open.
#[derive(Clone, Copy)]
pub(super) enum Bounds<'a> {
    /// The assertions.
    Inferred(Purpose),
    /// A model with equal variables.
    Of(&'a Model),
}

/// Returns the model with its variables, without constraints.
///
/// # Errors
/// Returns the symbol whose values cannot be those of a variable, and the reason.
pub(super) fn declared(
    problem: &TablesProblem,
    layout: &Layout,
    (terms, assertions): (&Terms, &Assertions),
    bounds: Bounds<'_>,
) -> Result<Model, Refused> {
    let glossary = &problem.glossary;
    let mut known: Vec<Option<Domain>> = Vec::with_capacity(layout.len);
    for (place, block) in layout.blocks.iter().enumerate() {
        let shared = values(glossary, SymbolId(place), block)
            .map_err(|fault| Refused::Symbol(SymbolId(place), fault))?;
        for variable in block.first..block.first + block.len {
            let fact = layout.facts.get(&variable).map(|&fact| fixed(fact));
            let fact = fact.transpose().map_err(|fault| Refused::Symbol(SymbolId(place), fault))?;
            known.push(fact.or_else(|| shared.clone()));
        }
    }
    match bounds {
        Bounds::Of(whole) => {
            for (domain, variable) in known.iter_mut().zip(whole.variables()) {
                domain.get_or_insert_with(|| variable.domain.clone());
            }
        }
        Bounds::Inferred(purpose) if known.iter().any(Option::is_none) => {
            infer(problem, layout, (terms, assertions), purpose, &mut known)?;
        }
        Bounds::Inferred(_) => {}
    }
    let mut model = Model::new("tables");
    let mut names = Names::default();
    for (variable, domain) in known.into_iter().enumerate() {
        let (id, _) = layout.symbol_at(variable);
        let domain = domain.unwrap_or_else(|| Domain::of([]));
        let name = layout.name(glossary, variable);
        let named = names.of(glossary, layout, id);
        let added = model.add_shown(name, domain);
        let added = added.map_err(|error| Refused::Symbol(id, error.into()))?;
        if let Some(named) = named {
            model.name_values(added, named);
        }
        let digits = layout.block(id).digits;
        if digits > 0 {
            model.set_digits(added, digits);
        }
    }
    Ok(model)
}

fn fixed(fact: i64) -> Result<Domain, SymbolError> {
    let value = i32::try_from(fact).ok().filter(|value| value.unsigned_abs() <= MAX_VALUE as u32);
    let value = value.ok_or(SymbolError::LargeFact { units: fact })?;
    Ok(Domain::of([value]))
}

/// Returns the values of a symbol that its type lists; `None` if the type leaves them open.
fn values(glossary: &Glossary, id: SymbolId, block: &Block) -> Result<Option<Domain>, SymbolError> {
    let Some(result) = glossary.symbol(id).result else { return Ok(Some(Domain::boolean())) };
    let domain = match &glossary.type_of(result).values {
        Values::Names(names) => Domain::of(names.keys().copied()),
        Values::Numbers { domain, .. } => domain.clone(),
        _ => return Ok(None),
    };
    let Some(none) = block.none else { return Ok(Some(domain)) };
    let none = i32::try_from(none).map_err(|_| SymbolError::SmallLeast)?;
    let mut runs: Vec<(i32, i32)> = domain.intervals().collect();
    runs.push((none, none));
    Ok(Some(Domain::from_intervals(runs)))
}

/// Bounds the numbers that the glossary leaves open.
fn infer(
    problem: &TablesProblem,
    layout: &Layout,
    (terms, assertions): (&Terms, &Assertions),
    purpose: Purpose,
    known: &mut [Option<Domain>],
) -> Result<(), Refused> {
    let range = |domain: &Option<Domain>| match domain.as_ref().map(|d| (d.min(), d.max())) {
        Some((Some(low), Some(high))) => Range::between(low.into(), high.into()),
        _ => Range::default(),
    };
    let mut ranges: Vec<Range> = known.iter().map(range).collect();
    for (place, block) in layout.blocks.iter().enumerate() {
        let bounds = own_bounds(&problem.glossary, SymbolId(place), block);
        if let Some(own) = bounds {
            ranges[block.first..block.first + block.len]
                .iter_mut()
                .zip(&known[block.first..])
                .filter(|(_, known)| known.is_none())
                .for_each(|(range, _)| *range = own);
        }
    }
    let stated = ranges.clone();
    for &(variable, value) in &layout.givens {
        ranges[variable] = ranges[variable].meet(Range::of(value));
    }
    propagate(terms, layout, assertions, &mut ranges);
    if purpose == Purpose::Explanations {
        ranges = widened(terms, layout, assertions, (&stated, &ranges));
    }
    for (variable, domain) in known.iter_mut().enumerate().filter(|(_, domain)| domain.is_none()) {
        let (id, _) = layout.symbol_at(variable);
        let name = layout.name(&problem.glossary, variable);
        let found = bounded(&name, ranges[variable]);
        *domain = Some(found.map_err(|fault| Refused::Symbol(id, fault))?);
    }
    Ok(())
}

/// Returns the bounds of a type of decimals, in the units of a symbol.
fn own_bounds(glossary: &Glossary, id: SymbolId, block: &Block) -> Option<Range> {
    match glossary.type_of(glossary.symbol(id).result?).values {
        Values::AnyDecimal(Some((low, high))) => {
            let finest = block.digits.max(low.digits).max(high.digits);
            let ends = Range {
                low: low.at(finest).map(i128::from),
                high: high.at(finest).map(i128::from),
            };
            Some(rounded(ends, finest - block.digits))
        }
        _ => None,
    }
}

fn bounded(name: &str, range: Range) -> Result<Domain, SymbolError> {
    let (Some(low), Some(high)) = (range.low, range.high) else {
        let missing = match (range.low, range.high) {
            (Some(_), None) => "no greatest value",
            (None, Some(_)) => "no least value",
            _ => "no least and no greatest value",
        };
        return Err(SymbolError::Unbounded { name: name.to_owned(), missing });
    };
    if low > high {
        return Ok(Domain::of([]));
    }
    let most = i128::from(MAX_VALUE);
    if low < -most || high > most {
        return Err(SymbolError::LargeValue { name: name.to_owned(), low, high });
    }
    Ok(Domain::range(low as i32, high as i32))
}
