//! The variables of the model with their domains.

use parallax_model::flatten::ExpressionDag;
use parallax_model::{Domain, MAX_VALUE, Model};

use super::build_error::{SymbolVariablesError, TablesModelError};
use super::compile::TableAssertions;
use super::glossary::{SymbolId, TablesGlossary, TypeValues};
use super::int_range::{IntegerBounds, round_inwards};
use super::layout::{ModelPurpose, SymbolBlock, SymbolLayout};
use super::range_propagation::propagate_ranges;
use super::tables_problem::TablesProblem;
use super::value_names::SymbolValueNames;
use super::wide_ranges::widen_ranges;

/// The source of bounds of numbers that the glossary leaves open.
#[derive(Clone, Copy)]
pub(super) enum NumberBoundsSource<'a> {
    /// The assertions.
    Inferred(ModelPurpose),
    /// A model with equal variables.
    Of(&'a Model),
}

/// Returns the model with its variables, without constraints.
///
/// # Errors
/// Returns the symbol whose values no variable can have, and the reason.
pub(super) fn declare_variables(
    problem: &TablesProblem,
    layout: &SymbolLayout,
    (terms, assertions): (&ExpressionDag, &TableAssertions),
    bounds: NumberBoundsSource<'_>,
) -> Result<Model, TablesModelError> {
    let glossary = &problem.glossary;
    let mut known: Vec<Option<Domain>> = Vec::with_capacity(layout.len);
    // A fact leaves one value, and otherwise the type may list the values. The others are open.
    for (index, block) in layout.blocks.iter().enumerate() {
        let shared = symbol_domain(glossary, SymbolId(index), block)
            .map_err(|fault| TablesModelError::Symbol(SymbolId(index), fault))?;
        for variable in block.first..block.first + block.len {
            let fact = layout.facts.get(&variable).map(|&fact| fact_domain(fact));
            let fact = fact
                .transpose()
                .map_err(|fault| TablesModelError::Symbol(SymbolId(index), fault))?;
            known.push(fact.or_else(|| shared.clone()));
        }
    }
    match bounds {
        NumberBoundsSource::Of(whole) => {
            // The layouts agree, so the variables of both models correspond by index.
            for (domain, variable) in known.iter_mut().zip(whole.variables()) {
                domain.get_or_insert_with(|| variable.domain.clone());
            }
        }
        NumberBoundsSource::Inferred(purpose) if known.iter().any(Option::is_none) => {
            infer_bounds(problem, layout, (terms, assertions), purpose, &mut known)?;
        }
        NumberBoundsSource::Inferred(_) => {}
    }
    let mut model = Model::new("tables");
    let mut names = SymbolValueNames::default();
    for (variable, domain) in known.into_iter().enumerate() {
        let (id, _) = layout.find_symbol(variable);
        // The match has filled every domain, so the empty one is never used.
        let domain = domain.unwrap_or_else(|| Domain::from_values([]));
        let name = layout.variable_name(glossary, variable);
        let named = names.symbol_names(glossary, layout, id);
        let added = model.add_shown(name, domain);
        let added = added.map_err(|error| TablesModelError::Symbol(id, error.into()))?;
        if let Some(named) = named {
            model.name_values(added, named);
        }
        let digits = layout.symbol_block(id).digits;
        if digits > 0 {
            model.set_digits(added, digits);
        }
    }
    Ok(model)
}

fn fact_domain(fact: i64) -> Result<Domain, SymbolVariablesError> {
    let value = i32::try_from(fact).ok().filter(|value| value.unsigned_abs() <= MAX_VALUE as u32);
    let value = value.ok_or(SymbolVariablesError::LargeFact { units: fact })?;
    Ok(Domain::from_values([value]))
}

/// Returns the values of a symbol that its type lists; `None` if the type leaves them open.
fn symbol_domain(
    glossary: &TablesGlossary,
    id: SymbolId,
    block: &SymbolBlock,
) -> Result<Option<Domain>, SymbolVariablesError> {
    let Some(result) = glossary.find_symbol(id).result else { return Ok(Some(Domain::boolean())) };
    let domain = match &glossary.type_of(result).values {
        TypeValues::Names(names) => Domain::from_values(names.keys().copied()),
        TypeValues::Numbers { domain, .. } => domain.clone(),
        _ => return Ok(None),
    };
    // A partial function has one more value, which means that its value is missing.
    let Some(none) = block.none else { return Ok(Some(domain)) };
    let none = i32::try_from(none).map_err(|_| SymbolVariablesError::SmallLeast)?;
    let mut runs: Vec<(i32, i32)> = domain.intervals().collect();
    runs.push((none, none));
    Ok(Some(Domain::from_intervals(runs)))
}

/// Bounds the numbers that the glossary leaves open.
fn infer_bounds(
    problem: &TablesProblem,
    layout: &SymbolLayout,
    (terms, assertions): (&ExpressionDag, &TableAssertions),
    purpose: ModelPurpose,
    known: &mut [Option<Domain>],
) -> Result<(), TablesModelError> {
    let range = |domain: &Option<Domain>| match domain.as_ref().map(|d| (d.min(), d.max())) {
        Some((Some(low), Some(high))) => IntegerBounds::from_ends(low.into(), high.into()),
        _ => IntegerBounds::default(),
    };
    // Known domains bound their variables from the start, and open variables begin without bounds,
    // or with the bounds of their decimal type.
    let mut ranges: Vec<IntegerBounds> = known.iter().map(range).collect();
    for (index, block) in layout.blocks.iter().enumerate() {
        let bounds = own_bounds(&problem.glossary, SymbolId(index), block);
        if let Some(own) = bounds {
            ranges[block.first..block.first + block.len]
                .iter_mut()
                .zip(&known[block.first..])
                .filter(|(_, known)| known.is_none())
                .for_each(|(range, _)| *range = own);
        }
    }
    // The ranges before propagation are kept: explanations widen the derived ones, but not these.
    let stated = ranges.clone();
    // Givens may be open variables of the model, but the user states their values, so ranges follow
    // from them.
    for &(variable, value) in &layout.givens {
        ranges[variable] = ranges[variable].intersect_range(IntegerBounds::from_value(value));
    }
    propagate_ranges(terms, layout, assertions, &mut ranges);
    if purpose == ModelPurpose::Explanations {
        ranges = widen_ranges(terms, layout, assertions, (&stated, &ranges));
    }
    // Only open variables take the derived bounds.
    for (variable, domain) in known.iter_mut().enumerate().filter(|(_, domain)| domain.is_none()) {
        let (id, _) = layout.find_symbol(variable);
        let name = layout.variable_name(&problem.glossary, variable);
        let found = bounded_domain(&name, ranges[variable]);
        *domain = Some(found.map_err(|fault| TablesModelError::Symbol(id, fault))?);
    }
    Ok(())
}

/// Returns the bounds of a type of decimals, in the units of a symbol.
fn own_bounds(
    glossary: &TablesGlossary,
    id: SymbolId,
    block: &SymbolBlock,
) -> Option<IntegerBounds> {
    match glossary.type_of(glossary.find_symbol(id).result?).values {
        TypeValues::AnyDecimal(Some((low, high))) => {
            // The ends are exact at the finest scale, and are then rounded to the units of the
            // symbol.
            let finest = block.digits.max(low.digits).max(high.digits);
            let ends = IntegerBounds {
                low: low.units_at(finest).map(i128::from),
                high: high.units_at(finest).map(i128::from),
            };
            Some(round_inwards(ends, finest - block.digits))
        }
        _ => None,
    }
}

fn bounded_domain(name: &str, range: IntegerBounds) -> Result<Domain, SymbolVariablesError> {
    let (Some(low), Some(high)) = (range.low, range.high) else {
        let missing = match (range.low, range.high) {
            (Some(_), None) => "no greatest value",
            (None, Some(_)) => "no least value",
            _ => "no least and no greatest value",
        };
        return Err(SymbolVariablesError::Unbounded { name: name.to_owned(), missing });
    };
    if low > high {
        return Ok(Domain::from_values([]));
    }
    let max_value = i128::from(MAX_VALUE);
    if low < -max_value || high > max_value {
        return Err(SymbolVariablesError::LargeValue { name: name.to_owned(), low, high });
    }
    // MAX_VALUE fits 32 bits, so both ends do.
    Ok(Domain::from_range(low as i32, high as i32))
}
