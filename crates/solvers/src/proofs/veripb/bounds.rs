//! The lines of a definition that bound the counts of auxiliary variables.

use std::collections::BTreeSet;

use parallax_certificates::{Constraint, Value, Variable};

use super::definition::PseudoBooleanDefinition;
use super::refute::VeripbClauseOrigin;
use super::sums::LineSum;
use super::symbols::{DefinitionLiteral, DefinitionSymbol};

/// Returns the lines of an origin that may bound the number of true literals among these.
pub(super) fn origin_lines(
    definition: &PseudoBooleanDefinition<'_>,
    origin: VeripbClauseOrigin,
    leaves: &BTreeSet<DefinitionLiteral>,
) -> Vec<LineSum> {
    let assigned = leaves.iter().filter_map(|lit| match lit.symbol {
        DefinitionSymbol::Is(variable, value) => Some((variable, value)),
        _ => None,
    });
    match origin {
        VeripbClauseOrigin::Claim => Vec::new(),
        VeripbClauseOrigin::Domains => {
            let variables: BTreeSet<Variable> = assigned.map(|entry| entry.0).collect();
            variables.into_iter().flat_map(|variable| domain_lines(definition, variable)).collect()
        }
        VeripbClauseOrigin::Constraint(number) => {
            let assigned: Vec<(Variable, Value)> = assigned.collect();
            // If a variable has two values, the literal of one represents the opposite of the
            // other.
            let values = assigned.iter().flat_map(|&(variable, value)| {
                let all = &definition.model.variables[variable].domain;
                let pair = if all.len() == 2 { &all[..] } else { &[] };
                pair.iter().copied().chain([value])
            });
            let values: BTreeSet<Value> = values.collect();
            let of = |value| occurrence_lines(definition, number, value, &assigned);
            values.into_iter().flat_map(of).collect()
        }
    }
}

/// Returns the lines "the variable has a value" and "it has no two values".
fn domain_lines(definition: &PseudoBooleanDefinition<'_>, variable: Variable) -> [LineSum; 2] {
    let values = &definition.model.variables[variable].domain;
    let all = |factor: i64| {
        values.iter().map(move |&v| (factor, DefinitionSymbol::Is(variable, v).into()))
    };
    let id = definition.value_lines[variable];
    [LineSum::from_line(id, all(1), 1), LineSum::from_line(id + 1, all(-1), -1)]
}

/// Returns the lines for the maximum and the minimum of a value's occurrences, in these literals.
fn occurrence_lines(
    definition: &PseudoBooleanDefinition<'_>,
    number: usize,
    value: Value,
    assigned: &[(Variable, Value)],
) -> Vec<LineSum> {
    let (scope, min, max) = match definition.model.constraints.get(number) {
        Some(Constraint::AllDifferent { scope }) => (scope, 0, 1),
        Some(Constraint::Cardinality { scope, occurrences, .. }) => {
            let mut all = occurrences.iter().filter(|occurrence| occurrence.value == value);
            match (all.next(), all.next()) {
                (Some(occurrence), None) => (scope, occurrence.min, occurrence.max),
                // Two entries for a value have two lines.
                _ => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    let has = |&&variable: &&Variable| {
        definition.model.variables[variable].domain.binary_search(&value).is_ok()
    };
    let all = |factor: i64| {
        let taking = scope.iter().filter(has);
        taking.map(move |&variable| {
            (factor, DefinitionLiteral::from(DefinitionSymbol::Is(variable, value)))
        })
    };
    let others = |line: usize| {
        let other = assigned.iter().filter(|entry| entry.1 != value && scope.contains(&entry.0));
        let other: BTreeSet<Variable> = other.map(|entry| entry.0).collect();
        other.into_iter().map(move |variable| domain_lines(definition, variable)[line].clone())
    };
    // An encoding omits variables that always count.
    let fixed =
        scope.iter().filter(|&&variable| definition.model.variables[variable].domain == [value]);
    let fixed: BTreeSet<Variable> = fixed.copied().collect();
    let max_line = definition.max_lines.get(&(number, value)).map(|&id| {
        let line = LineSum::from_line(id, all(-1), -i64::try_from(max).unwrap_or(i64::MAX));
        let always = fixed.iter().map(|&variable| domain_lines(definition, variable)[0].clone());
        others(0).chain(always).fold(line, |sum, addend| sum.add_sum(&addend))
    });
    let min_line = definition.min_lines.get(&(number, value)).map(|&id| {
        let line = LineSum::from_line(id, all(1), i64::try_from(min).unwrap_or(i64::MAX));
        others(1).fold(line, |sum, addend| sum.add_sum(&addend))
    });
    max_line.into_iter().chain(min_line).collect()
}
