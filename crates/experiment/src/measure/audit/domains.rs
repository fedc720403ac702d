//! The clauses of the integers themselves: every value is possible, and every variable of the
//! formula means what it declares.

use std::collections::BTreeMap;

use parallax_model::engine_api::Control;
use parallax_model::{Given, Model, Value, VarId};
use parallax_solvers::SatAnswer;
use rustsat::types::{Lit, Var};

use super::clauses::GroupedClauses;
use super::constraint_clauses::CompactSolver;
use super::{AuditGap, AuditStatus};

/// Maximum number of literals written to check one integer: its values times its variables.
const MAX_LITERALS: usize = 1 << 22;

/// The part of the formula about one integer.
#[derive(Default)]
struct IntegerClauses<'a> {
    /// The variables about it.
    literals: Vec<usize>,
    /// The clauses over these and their auxiliary variables: of all groups, and of the first group.
    all: Vec<&'a [Lit]>,
    first: Vec<&'a [Lit]>,
}

/// Checks the domains of all variables.
pub(super) fn check_domains(
    model: &Model,
    clauses: &GroupedClauses,
    control: &Control,
) -> AuditStatus {
    let has_empty = clauses.group_clauses(0).iter().any(|clause| clause.is_empty());
    let unsatisfiable = model.variables().iter().any(|variable| variable.domain.is_empty());
    match (has_empty, unsatisfiable) {
        (true, true) => return AuditStatus::Exhaustive,
        (true, false) => {
            return AuditStatus::Wrong("an empty clause, but no domain is empty".into());
        }
        (false, true) => {
            return AuditStatus::Wrong("a domain is empty, but there is no empty clause".into());
        }
        (false, false) => {}
    }
    let mut open = None;
    for (v, integer) in integer_clauses(model, clauses) {
        if control.stop_reason().is_some() {
            return AuditStatus::Unchecked(AuditGap::NoTime);
        }
        match check_one(model, clauses, v, &integer, control) {
            Ok(None) => {}
            Ok(Some(wrong)) => return AuditStatus::Wrong(wrong),
            Err(gap) => {
                let (variable, gap) = (model.name_of(v).to_string(), Box::new(gap));
                // The remaining variables are still checked: a wrong one outweighs an undecided
                // one.
                open = Some(AuditGap::Variable { variable, gap });
            }
        }
    }
    open.map_or(AuditStatus::Exhaustive, AuditStatus::Unchecked)
}

/// Describes how an integer differs from its domain, if it does.
fn check_one(
    model: &Model,
    clauses: &GroupedClauses,
    v: VarId,
    integer: &IntegerClauses<'_>,
    control: &Control,
) -> Result<Option<String>, AuditGap> {
    let domain = model.domain(v).to_vec();
    if domain.len().saturating_mul(integer.literals.len()) > MAX_LITERALS {
        return Err(AuditGap::ManyValues);
    }
    let name = model.name_of(v);
    // Two questions about one integer: each value must be consistent with its own group of clauses,
    // and all clauses together must allow no pattern of its literals other than those of the
    // values.
    let mut first = CompactSolver::from_clauses(integer.first.iter().copied())?;
    let mut all = CompactSolver::from_clauses(integer.all.iter().copied())?;
    for &value in &domain {
        // The literals that a value makes true or false, by their declared meaning.
        let says: Vec<Lit> = integer
            .literals
            .iter()
            .map(|&literal| value_literal(model, clauses, literal, value))
            .collect();
        let fixed: Vec<Lit> = says.iter().map(|&lit| first.map_literal(lit)).collect();
        match first.solver.solve_clauses(&fixed, control)? {
            SatAnswer::Satisfiable => {}
            SatAnswer::Unsatisfiable => {
                return Ok(Some(format!("its clauses forbid {name} = {value}")));
            }
            SatAnswer::Stopped(stop) => return Err(stop.into()),
        }
        // Excludes this value, so that a model of the clauses shows another one.
        let other: Vec<Lit> = says.into_iter().map(|lit| !lit).collect();
        all.add_clause(&other)?;
    }
    match all.solver.solve_clauses(&[], control)? {
        SatAnswer::Unsatisfiable => Ok(None),
        SatAnswer::Satisfiable => {
            Ok(Some(format!("the clauses allow literals of {name} that are not one of its values")))
        }
        SatAnswer::Stopped(stop) => Err(stop.into()),
    }
}

/// Returns the literal of a formula variable that is true for this value.
fn value_literal(model: &Model, clauses: &GroupedClauses, variable: usize, value: Value) -> Lit {
    let statement = clauses.statements[variable].as_ref();
    let is_true = statement.is_some_and(|statement| statement.is_true_for(model, value));
    Var::new(variable as u32).lit(!is_true)
}

/// Returns the part of the formula about each variable of the model.
fn integer_clauses<'a>(
    model: &Model,
    clauses: &'a GroupedClauses,
) -> BTreeMap<VarId, IntegerClauses<'a>> {
    let mut integers: BTreeMap<VarId, IntegerClauses<'a>> =
        (0..model.variables().len()).map(|i| (VarId::new(i), IntegerClauses::default())).collect();
    for (variable, statement) in clauses.statements.iter().enumerate() {
        if let Some(statement) = statement {
            integers.entry(statement.variable).or_default().literals.push(variable);
        }
    }
    // Some encodings of integers use auxiliary variables. Their clauses belong to an integer if
    // they meet no other.
    let owners = AuxiliaryOwners::from_clauses(clauses);
    let first = clauses.groups.first().map_or(0..0, |group| group.clauses.clone());
    for (number, clause) in clauses.clauses.iter().enumerate() {
        if let Some(owner) = owners.of_clause(clauses, clause)
            && let Some(integer) = integers.get_mut(&owner)
        {
            integer.all.push(clause);
            if first.contains(&number) {
                integer.first.push(clause);
            }
        }
    }
    integers
}

/// Assigns auxiliary variables to variables of the model: clauses join auxiliary variables to
/// sets, and a set has an owner if it meets only one variable of the model.
struct AuxiliaryOwners {
    parents: Vec<usize>,
    owners: Vec<AuxiliaryOwner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AuxiliaryOwner {
    None,
    One(VarId),
    Several,
}

impl AuxiliaryOwner {
    fn join_owner(self, other: AuxiliaryOwner) -> AuxiliaryOwner {
        match (self, other) {
            (AuxiliaryOwner::None, owner) | (owner, AuxiliaryOwner::None) => owner,
            (AuxiliaryOwner::One(a), AuxiliaryOwner::One(b)) if a == b => self,
            _ => AuxiliaryOwner::Several,
        }
    }
}

impl AuxiliaryOwners {
    fn from_clauses(clauses: &GroupedClauses) -> Self {
        let count = clauses.statements.len();
        let mut owners = AuxiliaryOwners {
            parents: (0..count).collect(),
            owners: vec![AuxiliaryOwner::None; count],
        };
        for clause in &clauses.clauses {
            let mut met = AuxiliaryOwner::None;
            let mut set = None;
            for &lit in clause {
                match clauses.literal_variable(lit) {
                    Some(v) => met = met.join_owner(AuxiliaryOwner::One(v)),
                    None => set = Some(owners.join_variable(set, lit.vidx())),
                }
            }
            if let Some(set) = set {
                owners.owners[set] = owners.owners[set].join_owner(met);
            }
        }
        owners
    }

    fn find_root(&self, mut variable: usize) -> usize {
        while self.parents[variable] != variable {
            variable = self.parents[variable];
        }
        variable
    }

    fn join_variable(&mut self, set: Option<usize>, variable: usize) -> usize {
        let root = self.find_root(variable);
        // Path compression.
        self.parents[variable] = root;
        if let Some(set) = set.filter(|&set| set != root) {
            self.parents[set] = root;
            self.owners[root] = self.owners[root].join_owner(self.owners[set]);
        }
        root
    }

    /// Returns the owner of all literals of a clause.
    fn of_clause(&self, clauses: &GroupedClauses, clause: &[Lit]) -> Option<VarId> {
        let owner = |&lit: &Lit| match clauses.literal_variable(lit) {
            Some(v) => AuxiliaryOwner::One(v),
            // A set that meets no variable of the model has no integer to belong to.
            None => match self.owners[self.find_root(lit.vidx())] {
                AuxiliaryOwner::None => AuxiliaryOwner::Several,
                owner => owner,
            },
        };
        match clause.iter().map(owner).fold(AuxiliaryOwner::None, AuxiliaryOwner::join_owner) {
            AuxiliaryOwner::One(v) => Some(v),
            _ => None,
        }
    }
}

/// Checks the clauses of the givens: each given variable keeps only the given value, the others
/// keep all values.
pub(super) fn check_givens(
    model: &Model,
    givens: &[Given],
    clauses: &GroupedClauses,
    index: usize,
) -> AuditStatus {
    let mut by_variable: BTreeMap<VarId, Vec<&[Lit]>> = BTreeMap::new();
    for clause in clauses.group_clauses(index) {
        let subjects: Vec<Option<VarId>> =
            clause.iter().map(|&l| clauses.literal_variable(l)).collect();
        match subjects.first() {
            // Every given is a condition on one variable, so clauses over several are out of reach
            // of this check.
            Some(&Some(v)) if subjects.iter().all(|&other| other == Some(v)) => {
                by_variable.entry(v).or_default().push(clause);
            }
            None => {
                let outside = |g: &&Given| !model.domain(g.variable).contains(g.value);
                return match givens.iter().find(outside) {
                    Some(_) => AuditStatus::Exhaustive,
                    None => {
                        AuditStatus::Wrong("an empty clause, but every given is possible".into())
                    }
                };
            }
            _ => return AuditStatus::Unchecked(AuditGap::SeveralVariables),
        }
    }
    for index in 0..model.variables().len() {
        let v = VarId::new(index);
        let wanted: Vec<Value> =
            givens.iter().filter(|given| given.variable == v).map(|given| given.value).collect();
        let mine = by_variable.get(&v).map_or(&[][..], Vec::as_slice);
        for value in model.domain(v).iter() {
            let is_true = |lit: &Lit| value_literal(model, clauses, lit.vidx(), value) == *lit;
            // The clauses of one variable have no auxiliary literals here, so each value can be
            // evaluated without a solver.
            let allowed = mine.iter().all(|clause| clause.iter().any(is_true));
            let given = wanted.iter().all(|&wanted| wanted == value);
            if allowed != given {
                let what = if allowed { "allow" } else { "forbid" };
                return AuditStatus::Wrong(format!(
                    "its clauses {what} {} = {value}",
                    model.name_of(v)
                ));
            }
        }
    }
    AuditStatus::Exhaustive
}
