//! The clauses of the integers themselves: every value is possible, and every variable of the
//! formula means what it declares.

use std::collections::BTreeMap;

use parallax_model::ask::Control;
use parallax_model::{Given, Model, Value, VarId};
use parallax_solvers::SatAnswer;
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::group::Small;
use super::{AuditGap, Status};

/// Maximum number of literals written to check one integer: its values times its variables.
const MAX_LITERALS: usize = 1 << 22;

/// The part of the formula about one integer.
#[derive(Default)]
struct Own<'a> {
    /// The variables about it.
    literals: Vec<usize>,
    /// The clauses over these and their auxiliary variables: of all groups, and of the first group.
    all: Vec<&'a [Lit]>,
    first: Vec<&'a [Lit]>,
}

/// Checks the domains of all variables.
pub(super) fn check(model: &Model, clauses: &Clauses, control: &Control) -> Status {
    let has_empty = clauses.group(0).iter().any(|clause| clause.is_empty());
    let unsatisfiable = model.variables().iter().any(|variable| variable.domain.is_empty());
    match (has_empty, unsatisfiable) {
        (true, true) => return Status::Exhaustive,
        (true, false) => return Status::Wrong("an empty clause, but no domain is empty".into()),
        (false, true) => {
            return Status::Wrong("a domain is empty, but there is no empty clause".into());
        }
        (false, false) => {}
    }
    let mut open = None;
    for (v, own) in own(model, clauses) {
        if control.stopped().is_some() {
            return Status::Unchecked(AuditGap::NoTime);
        }
        match check_one(model, clauses, v, &own, control) {
            Ok(None) => {}
            Ok(Some(wrong)) => return Status::Wrong(wrong),
            Err(gap) => {
                let (variable, gap) = (model.name_of(v).to_string(), Box::new(gap));
                open = Some(AuditGap::Variable { variable, gap });
            }
        }
    }
    open.map_or(Status::Exhaustive, Status::Unchecked)
}

/// Describes how an integer differs from its domain, if it does.
fn check_one(
    model: &Model,
    clauses: &Clauses,
    v: VarId,
    own: &Own<'_>,
    control: &Control,
) -> Result<Option<String>, AuditGap> {
    let domain = model.domain(v).to_vec();
    if domain.len().saturating_mul(own.literals.len()) > MAX_LITERALS {
        return Err(AuditGap::ManyValues);
    }
    let name = model.name_of(v);
    let mut first = Small::of(own.first.iter().copied())?;
    let mut all = Small::of(own.all.iter().copied())?;
    for &value in &domain {
        let says: Vec<Lit> =
            own.literals.iter().map(|&literal| says(model, clauses, literal, value)).collect();
        let fixed: Vec<Lit> = says.iter().map(|&lit| first.place(lit)).collect();
        match first.solver.solve(&fixed, control)? {
            SatAnswer::Satisfiable => {}
            SatAnswer::Unsatisfiable => {
                return Ok(Some(format!("its clauses forbid {name} = {value}")));
            }
            SatAnswer::Stopped(stop) => return Err(stop.into()),
        }
        // Excludes this value, so that a model of the clauses shows another one.
        let other: Vec<Lit> = says.into_iter().map(|lit| !lit).collect();
        all.add(&other)?;
    }
    match all.solver.solve(&[], control)? {
        SatAnswer::Unsatisfiable => Ok(None),
        SatAnswer::Satisfiable => {
            Ok(Some(format!("the clauses allow literals of {name} that are not one of its values")))
        }
        SatAnswer::Stopped(stop) => Err(stop.into()),
    }
}

/// Returns the literal of a formula variable that is true for this value.
fn says(model: &Model, clauses: &Clauses, variable: usize, value: Value) -> Lit {
    let statement = clauses.statements[variable].as_ref();
    let is_true = statement.is_some_and(|statement| statement.truth(model, value));
    Var::new(variable as u32).lit(!is_true)
}

/// Returns the part of the formula about each variable of the model.
fn own<'a>(model: &Model, clauses: &'a Clauses) -> BTreeMap<VarId, Own<'a>> {
    let mut own: BTreeMap<VarId, Own<'a>> =
        (0..model.variables().len()).map(|i| (VarId::new(i), Own::default())).collect();
    for (variable, statement) in clauses.statements.iter().enumerate() {
        if let Some(statement) = statement {
            own.entry(statement.variable).or_default().literals.push(variable);
        }
    }
    let owners = Owners::of(clauses);
    let first = clauses.groups.first().map_or(0..0, |group| group.clauses.clone());
    for (number, clause) in clauses.clauses.iter().enumerate() {
        if let Some(owner) = owners.of_clause(clauses, clause)
            && let Some(own) = own.get_mut(&owner)
        {
            own.all.push(clause);
            if first.contains(&number) {
                own.first.push(clause);
            }
        }
    }
    own
}

/// Assigns auxiliary variables to variables of the model: clauses join auxiliary variables to
/// sets, and a set has an owner if it meets only one variable of the model.
struct Owners {
    parents: Vec<usize>,
    owners: Vec<Owner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    None,
    One(VarId),
    Several,
}

impl Owner {
    fn and(self, other: Owner) -> Owner {
        match (self, other) {
            (Owner::None, owner) | (owner, Owner::None) => owner,
            (Owner::One(a), Owner::One(b)) if a == b => self,
            _ => Owner::Several,
        }
    }
}

impl Owners {
    fn of(clauses: &Clauses) -> Self {
        let count = clauses.statements.len();
        let mut owners = Owners { parents: (0..count).collect(), owners: vec![Owner::None; count] };
        for clause in &clauses.clauses {
            let mut met = Owner::None;
            let mut set = None;
            for &lit in clause {
                match clauses.subject(lit) {
                    Some(v) => met = met.and(Owner::One(v)),
                    None => set = Some(owners.join(set, lit.vidx())),
                }
            }
            if let Some(set) = set {
                owners.owners[set] = owners.owners[set].and(met);
            }
        }
        owners
    }

    fn root(&self, mut variable: usize) -> usize {
        while self.parents[variable] != variable {
            variable = self.parents[variable];
        }
        variable
    }

    fn join(&mut self, set: Option<usize>, variable: usize) -> usize {
        let root = self.root(variable);
        // Path compression.
        self.parents[variable] = root;
        if let Some(set) = set.filter(|&set| set != root) {
            self.parents[set] = root;
            self.owners[root] = self.owners[root].and(self.owners[set]);
        }
        root
    }

    /// Returns the owner of all literals of a clause.
    fn of_clause(&self, clauses: &Clauses, clause: &[Lit]) -> Option<VarId> {
        let owner = |&lit: &Lit| match clauses.subject(lit) {
            Some(v) => Owner::One(v),
            None => match self.owners[self.root(lit.vidx())] {
                Owner::None => Owner::Several,
                owner => owner,
            },
        };
        match clause.iter().map(owner).fold(Owner::None, Owner::and) {
            Owner::One(v) => Some(v),
            _ => None,
        }
    }
}

/// Checks the unit clauses of the givens: each given variable keeps only the given value, the
/// others keep all of theirs.
pub(super) fn givens(model: &Model, givens: &[Given], clauses: &Clauses, place: usize) -> Status {
    let mut by_variable: BTreeMap<VarId, Vec<&[Lit]>> = BTreeMap::new();
    for clause in clauses.group(place) {
        let subjects: Vec<Option<VarId>> = clause.iter().map(|&l| clauses.subject(l)).collect();
        match subjects.first() {
            Some(&Some(v)) if subjects.iter().all(|&other| other == Some(v)) => {
                by_variable.entry(v).or_default().push(clause);
            }
            None => {
                let outside = |g: &&Given| !model.domain(g.variable).contains(g.value);
                return match givens.iter().find(outside) {
                    Some(_) => Status::Exhaustive,
                    None => Status::Wrong("an empty clause, but every given is possible".into()),
                };
            }
            _ => return Status::Unchecked(AuditGap::SeveralVariables),
        }
    }
    for place in 0..model.variables().len() {
        let v = VarId::new(place);
        let wanted: Vec<Value> =
            givens.iter().filter(|given| given.variable == v).map(|given| given.value).collect();
        let mine = by_variable.get(&v).map_or(&[][..], Vec::as_slice);
        for value in model.domain(v).iter() {
            let is_true = |lit: &Lit| says(model, clauses, lit.vidx(), value) == *lit;
            let allowed = mine.iter().all(|clause| clause.iter().any(is_true));
            let given = wanted.iter().all(|&wanted| wanted == value);
            if allowed != given {
                let what = if allowed { "allow" } else { "forbid" };
                return Status::Wrong(format!("its clauses {what} {} = {value}", model.name_of(v)));
            }
        }
    }
    Status::Exhaustive
}
