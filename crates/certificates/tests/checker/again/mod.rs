//! Problems that are met again: what is accepted, and forgeries, each with its reason. Both
//! checkers read each of them.
//!
//! Steps stand in a line, with ` / ` for the end of each. `scripts/checker-faults` runs these tests
//! against checkers with a fault.

mod frames;
mod kinds;
mod latin;
mod limits;
mod names;
mod parts;
mod relations;
mod thin;

use std::collections::HashMap;
use std::io::ErrorKind;

use parallax_certificates::{
    AcceptedClaim, Atom, CertificateClaim, CertificateLineError, CheckerModel, CheckerVariable,
    ClaimKind, Constraint, NaturalNumber, Objective, Relation, Terms, Value, Variable,
    check_certificate,
};

/// A model with these domains, all shown.
fn model(domains: &[&[Value]], constraints: Vec<Constraint>) -> CheckerModel {
    let variable = |(place, domain): (usize, &&[Value])| CheckerVariable {
        name: format!("x{place}"),
        domain: domain.to_vec(),
        shown: true,
    };
    let variables = domains.iter().enumerate().map(variable).collect();
    CheckerModel { variables, constraints, objective: None }
}

/// Equal domains.
fn same(values: &[Value], number: usize) -> Vec<&[Value]> {
    vec![values; number]
}

/// The model with some variables hidden.
fn hiding(mut model: CheckerModel, hidden: &[Variable]) -> CheckerModel {
    hidden.iter().for_each(|&own| model.variables[own].shown = false);
    model
}

fn different(scope: &[Variable]) -> Constraint {
    Constraint::AllDifferent { scope: scope.to_vec() }
}

fn sum(terms: &[(i64, Variable)], relation: Relation, constant: i128) -> Constraint {
    Constraint::Linear { terms: Terms(terms.to_vec()), relation, constant }
}

fn table<const N: usize>(scope: [Variable; N], rows: &[[Value; N]], forbidden: bool) -> Constraint {
    let tuples = rows.iter().map(|row| row.to_vec()).collect();
    Constraint::Table { scope: scope.to_vec(), tuples, forbidden }
}

fn clause(atoms: &[(Variable, Relation, Value)]) -> Constraint {
    let atom = |&(variable, relation, value): &_| Atom { variable, relation, value };
    Constraint::Clause { atoms: atoms.iter().map(atom).collect() }
}

fn implies(condition: Variable, then: Constraint) -> Constraint {
    Constraint::Implies { condition, then: Box::new(then) }
}

/// The lines of steps.
fn lines(steps: &str) -> String {
    steps.replace(" / ", "\n") + "\n"
}

fn checked(
    model: &CheckerModel,
    kind: ClaimKind,
    steps: &str,
) -> Result<CertificateClaim, CertificateLineError> {
    let file = format!("parallax-certificate 3 {} {kind}\n{}", model.digest(), lines(steps));
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let shown = check_certificate(model, file.as_bytes(), &mut none, &|| Ok(()));
    crate::second::agrees(model, &file, &HashMap::new(), &shown);
    shown.map(|AcceptedClaim { claim, .. }| claim)
}

fn accepts(model: &CheckerModel, steps: &str, count: u64) {
    let shown = checked(model, ClaimKind::Count, steps);
    assert_eq!(shown, Ok(CertificateClaim::Count(NaturalNumber::from(count))), "{steps}");
}

/// Refused for this reason, at the last line but those after it.
fn refuses(model: &CheckerModel, steps: &str, why: &str) {
    match checked(model, ClaimKind::Count, steps) {
        Ok(claim) => panic!("accepted as {claim}: {steps}"),
        Err(refused) => {
            assert!(refused.why.to_string().contains(why), "{refused}; expected: {why}; {steps}");
        }
    }
}

/// An objective, for a model that is not counted.
fn with_objective(mut model: CheckerModel) -> CheckerModel {
    model.objective = Some(Objective { terms: Terms(vec![(1, 0)]), minimize: true });
    model
}
