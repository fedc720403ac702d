//! Models as JSON.

use std::collections::BTreeSet;

use parallax_certificates::{
    Atom, CheckerModel, ClassRelation, Constraint, Relation, Terms, Value, Variable,
};

/// The text of a model whose variables are `v0`, `v1` and so on.
pub fn model(model: &CheckerModel) -> String {
    let variable = |(place, own): (usize, &parallax_certificates::CheckerVariable)| {
        format!(r#"{{"name": "v{place}", "domain": {:?}, "shown": {}}}"#, own.domain, own.shown)
    };
    let variables: Vec<String> = model.variables.iter().enumerate().map(variable).collect();
    let mut dimensions = Vec::new();
    let constraints: Vec<String> =
        model.constraints.iter().map(|own| constraint(own, &mut dimensions)).collect();
    let objective = model.objective.as_ref().map_or(String::new(), |own| {
        let sense = if own.minimize { "minimize" } else { "maximize" };
        format!(r#", "{sense}": {}"#, terms(&own.terms))
    });
    format!(
        r#"{{"format": "parallax-model-1", "variables": [{}], "dimensions": [{}], "constraints": [{}]{objective}}}"#,
        variables.join(", "),
        dimensions.join(", "),
        constraints.join(", ")
    )
}

fn name(own: Variable) -> String {
    format!("\"v{own}\"")
}

fn names(all: &[Variable]) -> String {
    format!("[{}]", all.iter().map(|&own| name(own)).collect::<Vec<_>>().join(", "))
}

fn sign(own: Relation) -> &'static str {
    Relation::ALL.iter().find(|known| known.1 == own).expect("a relation").0
}

fn terms(own: &Terms) -> String {
    let term = |&(factor, v): &(i64, Variable)| {
        format!(r#"{{"coefficient": {factor}, "variable": {}}}"#, name(v))
    };
    format!("[{}]", own.0.iter().map(term).collect::<Vec<_>>().join(", "))
}

fn atom(own: &Atom) -> String {
    let (variable, relation) = (name(own.variable), sign(own.relation));
    format!(r#"{{"variable": {variable}, "relation": "{relation}", "value": {}}}"#, own.value)
}

/// A constraint, whose dimension becomes one of the model.
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn constraint(own: &Constraint, dimensions: &mut Vec<String>) -> String {
    let rest = match own {
        Constraint::AllDifferent { scope } => {
            format!(r#""all_different", "scope": {}"#, names(scope))
        }
        Constraint::Cardinality { scope, occurrences, closed } => {
            let counted = occurrences.iter().map(|own| {
                format!(r#"{{"value": {}, "min": {}, "max": {}}}"#, own.value, own.min, own.max)
            });
            let counted = counted.collect::<Vec<_>>().join(", ");
            let scope = names(scope);
            format!(
                r#""global_cardinality", "scope": {scope}, "occurrences": [{counted}], "closed": {closed}"#
            )
        }
        Constraint::Linear { terms: own, relation, constant } => {
            let (own, relation) = (terms(own), sign(*relation));
            format!(r#""linear", "terms": {own}, "relation": "{relation}", "constant": {constant}"#)
        }
        Constraint::Compare { left, relation, right, offset } => {
            let (left, relation, right) = (name(*left), sign(*relation), name(*right));
            format!(
                r#""compare", "left": {left}, "relation": "{relation}", "right": {right}, "offset": {offset}"#
            )
        }
        Constraint::Table { scope, tuples, forbidden } => {
            format!(
                r#""table", "scope": {}, "tuples": {tuples:?}, "forbidden": {forbidden}"#,
                names(scope)
            )
        }
        Constraint::Element { index, array, result, first } => {
            let (index, array, result) = (name(*index), names(array), name(*result));
            format!(
                r#""element", "index": {index}, "array": {array}, "result": {result}, "first": {first}"#
            )
        }
        Constraint::Lexicographic { left, right, strict } => {
            format!(
                r#""lexicographic", "left": {}, "right": {}, "strict": {strict}"#,
                names(left),
                names(right)
            )
        }
        Constraint::Extremum { result, scope, max } => {
            format!(
                r#""extremum", "result": {}, "scope": {}, "max": {max}"#,
                name(*result),
                names(scope)
            )
        }
        Constraint::Product { left, right, result } => {
            let [left, right, result] = [left, right, result].map(|own| name(*own));
            format!(r#""product", "left": {left}, "right": {right}, "result": {result}"#)
        }
        Constraint::Inverse { left, right, first_left, first_right } => {
            let (left, right) = (names(left), names(right));
            format!(
                r#""inverse", "left": {left}, "right": {right}, "first_left": {first_left}, "first_right": {first_right}"#
            )
        }
        Constraint::Clause { atoms } => {
            format!(
                r#""clause", "atoms": [{}]"#,
                atoms.iter().map(atom).collect::<Vec<_>>().join(", ")
            )
        }
        Constraint::Dimension { scope, dimension, relation } => {
            let place = dimensions.len();
            let all: Vec<(Value, usize)> = dimension.iter().map(|own| (*own.0, *own.1)).collect();
            dimensions.push(self::dimension(place, &all, relation));
            let relation = self::relation(relation);
            format!(
                r#""dimension", "scope": {}, "dimension": "d{place}", "relation": {relation}"#,
                names(scope)
            )
        }
        Constraint::Reify { truth, atom: own } => {
            format!(r#""reify", "truth": {}, "atom": {}"#, name(*truth), atom(own))
        }
        Constraint::Regular { scope, automaton } => {
            let steps = automaton
                .transitions
                .iter()
                .map(|own| format!("[{}, {}, {}]", own.0, own.1, own.2));
            let steps = steps.collect::<Vec<_>>().join(", ");
            let (scope, start, finals) = (names(scope), automaton.start, &automaton.finals);
            format!(
                r#""regular", "scope": {scope}, "automaton": {{"start": {start}, "finals": {finals:?}, "transitions": [{steps}]}}"#
            )
        }
        Constraint::Implies { condition, then } => {
            let then = constraint(then, dimensions);
            format!(r#""implies", "condition": {}, "then": {then}"#, name(*condition))
        }
    };
    format!(r#"{{"kind": {rest}}}"#)
}

/// A dimension with the classes of values and those that a table names.
fn dimension(place: usize, of: &[(Value, usize)], relation: &ClassRelation) -> String {
    let rows = if let ClassRelation::Table(rows) = relation { &rows[..] } else { &[] };
    let named: BTreeSet<usize> =
        of.iter().map(|own| own.1).chain(rows.iter().flatten().copied()).collect();
    let class = |own: usize| {
        let values: Vec<Value> =
            of.iter().filter(|known| known.1 == own).map(|own| own.0).collect();
        format!(r#"{{"name": "c{own}", "values": {values:?}}}"#)
    };
    let number = named.last().map_or(0, |last| last + 1);
    let classes: Vec<String> = (0..number).map(class).collect();
    format!(r#"{{"name": "d{place}", "classes": [{}]}}"#, classes.join(", "))
}

fn relation(own: &ClassRelation) -> String {
    match own {
        ClassRelation::AllSame => "\"all_same\"".to_owned(),
        ClassRelation::AllDifferent => "\"all_different\"".to_owned(),
        ClassRelation::Either => "\"all_same_or_all_different\"".to_owned(),
        ClassRelation::ExactlyEqual(number) => format!(r#"{{"exactly_equal": {number}}}"#),
        ClassRelation::Table(rows) => {
            let row = |row: &Vec<usize>| {
                let names = row.iter().map(|own| format!("\"c{own}\"")).collect::<Vec<_>>();
                format!("[{}]", names.join(", "))
            };
            format!(r#"{{"table": [{}]}}"#, rows.iter().map(row).collect::<Vec<_>>().join(", "))
        }
    }
}
