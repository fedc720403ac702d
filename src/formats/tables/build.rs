//! The model of a problem.

use std::collections::HashMap;
use std::sync::Arc;

use super::compile::{Assertions, Compiler, Fault};
use super::decimal::Decimal;
use super::glossary::{Glossary, SymbolId, Values};
use super::goal::Goal;
use super::ground::{Bound, Grounder, Num, Truth};
use super::layout::{Block, Layout};
use super::problem::Problem;
use super::ranges::{Range, propagate, rounded};
use crate::model::flatten::{Flattener, Terms};
use crate::model::{Domain, MAX_VALUE, Model, Objective, ValueNames};

/// The most values of a variable that get names because they are decimals.
const MAX_NAMED: u64 = 10_000;

/// Why there is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A symbol cannot have variables.
    Symbol(SymbolId, String),
    /// A table or rule cannot be compiled.
    Table(Fault),
    /// Something else.
    Other(String),
    /// It was time to stop.
    Stopped,
}

/// A model, with what its variables stand for.
#[derive(Clone, Debug)]
pub struct Built {
    /// The variables.
    pub layout: Layout,
    /// The model. Its first variables are those of the layout.
    pub model: Model,
}

/// Builds the model of a problem.
///
/// # Errors
/// Why there is none.
pub fn build(problem: &Problem, stop: &dyn Fn() -> bool) -> Result<Built, Refused> {
    build_with(problem, stop, None)
}

/// A change to a problem, to ask something about one of its tables.
pub struct Variation<'a> {
    /// Which tables are left out, by their numbers.
    pub without: &'a dyn Fn(usize) -> bool,
    /// The model of the whole problem, which gives the domains of the variables.
    pub whole: &'a Model,
    /// One more assertion, with its label.
    pub also: &'a dyn Fn(&mut Grounder<'_>) -> Result<Truth, String>,
}

/// Builds the model of a problem with a change, and without its objective.
///
/// # Errors
/// Why there is none.
pub fn build_with(
    problem: &Problem,
    stop: &dyn Fn() -> bool,
    variation: Option<&Variation<'_>>,
) -> Result<Built, Refused> {
    let layout = Layout::of(problem).map_err(|(id, message)| Refused::Symbol(id, message))?;
    let mut grounder = Grounder::new(&problem.glossary, &layout, stop);
    let mut compiler = Compiler::new(&mut grounder);
    let wanted = |number: usize| variation.is_none_or(|change| !(change.without)(number));
    let tables = problem.tables.iter().enumerate().filter(|(number, _)| wanted(*number));
    compiler
        .all(tables)
        .map_err(|fault| if stop() { Refused::Stopped } else { Refused::Table(fault) })?;
    if let Some(change) = variation {
        let also = (change.also)(compiler.grounder).map_err(Refused::Other)?;
        compiler.assert_as("asked", also);
    }
    let assertions = compiler.assertions;
    let objective = match variation {
        None => objective(problem, &mut grounder).map_err(Refused::Other)?,
        Some(_) => None,
    };
    let terms = std::mem::take(&mut grounder.terms);
    drop(grounder);
    let whole = variation.map(|change| change.whole);
    let mut model = declared(problem, &layout, (&terms, &assertions), whole)?;
    let mut flattener = Flattener::new(&mut model, &terms).until(stop);
    for (label, term) in &assertions.all {
        let label = &assertions.labels[*label];
        if let Err(message) = flattener.assert(label, *term) {
            let refused = Refused::Other(format!("{label}: {message}"));
            return Err(if stop() { Refused::Stopped } else { refused });
        }
    }
    if let Some((sense, num)) = objective {
        let (sum, constant) = match num {
            Num::Known(number) => (Vec::new(), number.units),
            Num::Term(term, _) => flattener.sum(term).map_err(Refused::Other)?,
        };
        set_objective(&mut model, sense, sum, constant).map_err(Refused::Other)?;
    }
    Ok(Built { layout, model })
}

/// The objective as an expression.
fn objective(
    problem: &Problem,
    grounder: &mut Grounder<'_>,
) -> Result<Option<(crate::model::Sense, Num)>, String> {
    let Goal::Best(sense, expr) = &problem.goal else { return Ok(None) };
    let mut defined = Vec::new();
    let num = grounder.num(expr, &Bound { variables: &[], values: &[] }, &mut defined)?;
    if defined.is_empty() {
        Ok(Some((*sense, num)))
    } else {
        Err("the goal is about a value that may be missing".into())
    }
}

fn set_objective(
    model: &mut Model,
    sense: crate::model::Sense,
    mut terms: Vec<crate::model::Term>,
    constant: i64,
) -> Result<(), String> {
    let fault = |error: crate::model::ModelError| error.to_string();
    if constant != 0 {
        let variable = model.add_hidden("_one", Domain::range(1, 1)).map_err(fault)?;
        terms.push(crate::model::Term { coefficient: constant, variable });
    }
    model.set_objective(Objective { sense, terms }).map_err(fault)
}

/// The model with its variables, without constraints.
fn declared(
    problem: &Problem,
    layout: &Layout,
    (terms, assertions): (&Terms, &Assertions),
    whole: Option<&Model>,
) -> Result<Model, Refused> {
    let glossary = &problem.glossary;
    let mut known: Vec<Option<Domain>> = Vec::with_capacity(layout.len);
    for (place, block) in layout.blocks.iter().enumerate() {
        let shared = values(glossary, SymbolId(place), block)
            .map_err(|message| Refused::Symbol(SymbolId(place), message))?;
        for variable in block.first..block.first + block.len {
            let fact = layout.facts.get(&variable).map(|&fact| fixed(fact));
            let fact = fact.transpose().map_err(|m| Refused::Symbol(SymbolId(place), m))?;
            known.push(fact.or_else(|| shared.clone()));
        }
    }
    if let Some(whole) = whole {
        for (domain, variable) in known.iter_mut().zip(whole.variables()) {
            domain.get_or_insert_with(|| variable.domain.clone());
        }
    } else if known.iter().any(Option::is_none) {
        infer(problem, layout, (terms, assertions), &mut known)?;
    }
    let mut model = Model::new("tables");
    let mut names = Names::default();
    for (variable, domain) in known.into_iter().enumerate() {
        let (id, _) = layout.symbol_at(variable);
        let domain = domain.unwrap_or_else(|| Domain::of([]));
        let name = layout.name(glossary, variable);
        let named = names.of(glossary, layout, id, &domain);
        let added = model.add_shown(name, domain);
        let added = added.map_err(|error| Refused::Symbol(id, error.to_string()))?;
        if let Some(named) = named {
            model.name_values(added, named);
        }
    }
    Ok(model)
}

fn fixed(fact: i64) -> Result<Domain, String> {
    let value = i32::try_from(fact).ok().filter(|value| value.unsigned_abs() <= MAX_VALUE as u32);
    let value = value.ok_or_else(|| format!("a value of {fact} units is beyond {MAX_VALUE}"))?;
    Ok(Domain::of([value]))
}

/// The values of a symbol that its type lists; `None` where it leaves them open.
fn values(glossary: &Glossary, id: SymbolId, block: &Block) -> Result<Option<Domain>, String> {
    let Some(result) = glossary.symbol(id).result else { return Ok(Some(Domain::boolean())) };
    let domain = match &glossary.type_of(result).values {
        Values::Names(names) => Domain::of(names.keys().copied()),
        Values::Numbers { domain, .. } => domain.clone(),
        _ => return Ok(None),
    };
    let Some(none) = block.none else { return Ok(Some(domain)) };
    let none = i32::try_from(none).map_err(|_| "the least value is too small")?;
    let mut runs: Vec<(i32, i32)> = domain.intervals().collect();
    runs.push((none, none));
    Ok(Some(Domain::from_intervals(runs)))
}

/// Bounds the numbers that the glossary leaves open.
fn infer(
    problem: &Problem,
    layout: &Layout,
    (terms, assertions): (&Terms, &Assertions),
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
    propagate(terms, layout, assertions, &mut ranges);
    for (variable, domain) in known.iter_mut().enumerate().filter(|(_, domain)| domain.is_none()) {
        let (id, _) = layout.symbol_at(variable);
        let name = layout.name(&problem.glossary, variable);
        let found = bounded(&name, ranges[variable]);
        *domain = Some(found.map_err(|message| Refused::Symbol(id, message))?);
    }
    Ok(())
}

/// The bounds of a type of decimals, in the units of a symbol.
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

fn bounded(name: &str, range: Range) -> Result<Domain, String> {
    let (Some(low), Some(high)) = (range.low, range.high) else {
        let end = match (range.low, range.high) {
            (Some(_), None) => "no greatest value",
            (None, Some(_)) => "no least value",
            _ => "no least and no greatest value",
        };
        return Err(format!(
            "'{name}' has {end}; expected a type with a range, for example [0..100]"
        ));
    };
    if low > high {
        return Ok(Domain::of([]));
    }
    let most = i128::from(MAX_VALUE);
    if low < -most || high > most {
        return Err(format!(
            "'{name}' may be from {low} to {high}; values beyond {MAX_VALUE} are not supported"
        ));
    }
    Ok(Domain::range(low as i32, high as i32))
}

/// The names of values, shared by the variables that have the same.
#[derive(Default)]
struct Names {
    by_symbol: HashMap<SymbolId, Option<Arc<ValueNames>>>,
}

impl Names {
    fn of(
        &mut self,
        glossary: &Glossary,
        layout: &Layout,
        id: SymbolId,
        domain: &Domain,
    ) -> Option<Arc<ValueNames>> {
        let block = layout.block(id);
        let symbol = glossary.symbol(id);
        let Some(kind) = symbol.result else {
            return self.shared(id, || Some([(0, "No".into()), (1, "Yes".into())].into()));
        };
        if block.digits > 0 {
            // Decimals differ from variable to variable.
            let name = |value: i32| {
                (value, Decimal { units: value.into(), digits: block.digits }.to_string())
            };
            return (domain.len() <= MAX_NAMED)
                .then(|| Arc::new(domain.iter().map(name).collect()));
        }
        self.shared(id, || {
            let mut names = match &glossary.type_of(kind).values {
                Values::Names(names) => (**names).clone(),
                _ => ValueNames::new(),
            };
            let none = block.none.and_then(|none| i32::try_from(none).ok());
            names.extend(none.map(|none| (none, "undefined".to_owned())));
            (!names.is_empty()).then_some(names)
        })
    }

    fn shared(
        &mut self,
        id: SymbolId,
        make: impl FnOnce() -> Option<ValueNames>,
    ) -> Option<Arc<ValueNames>> {
        self.by_symbol.entry(id).or_insert_with(|| make().map(Arc::new)).clone()
    }
}
