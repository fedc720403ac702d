//! Proofs for VeriPB from LRAT, for formulas with auxiliary variables: `red` introduces each of
//! them, then the clauses of the formula follow from the definition, and the lemmas from the
//! clauses.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{BufWriter, Write};

use parallax_certificates::{Atom, Constraint, Model as Flat, Relation, Step, Variable};
use parallax_model::ask::Control;

use super::auxiliary::{AuxiliaryCounts, counts};
use super::bounds::bounds;
use super::definition::{Definition, Id};
use super::error::FollowError;
use super::follow::Follower;
use super::sums::{Addend, Sum};
use super::symbols::{Lit, Symbol, Truth};
use super::{Claimed, Files, Limited, contradiction};

/// A literal of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// About a variable of the model.
    Atom(Atom),
    /// A variable that an encoding made, and whether it is true.
    Auxiliary(usize, bool),
}

/// The origin of a clause of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The domains.
    Domains,
    /// The constraint with this number.
    Constraint(usize),
    /// The claim: a solution that is forbidden.
    Claim,
}

/// A clause of a formula.
pub type Clause = (Vec<Sign>, Origin);

/// Writes a proof that a model has no solutions other than these, from a refutation of a formula.
/// `steps` gets the writer, to which it passes each lemma.
///
/// # Errors
/// Returns the error of `steps`, or the reason at a limit or a step without a counterpart in VeriPB.
pub fn refute<E: From<FollowError>>(
    model: &Flat,
    solutions: &[Vec<i32>],
    clauses: &[Clause],
    limit: u64,
    control: &Control,
    files: &Files,
    steps: &mut dyn FnMut(&mut Refuter<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut definition = Definition::new(model, control).map_err(FollowError::from)?;
    let atoms = clauses.iter().flat_map(|(clause, _)| clause);
    for sign in atoms {
        if let Sign::Atom(Atom { variable, relation, .. }) = *sign
            && !matches!(relation, Relation::Eq | Relation::Ne)
        {
            definition.order(variable);
        }
    }
    let mut origins = Vec::new();
    let mut introduced: Vec<Vec<Lit>> = Vec::new();
    for (clause, origin) in clauses {
        if clause.iter().any(|own| matches!(own, Sign::Auxiliary(..))) {
            can_count(model, *origin)?;
            control.check().map_err(FollowError::Stopped)?;
            introduced.push(clause.iter().filter_map(|&sign| open(&definition, sign)).collect());
            origins.push(*origin);
        }
    }
    let bounds = |place: usize, leaves: &BTreeSet<Lit>| bounds(&definition, origins[place], leaves);
    let (order, known) = counts(&introduced, &bounds).map_err(FollowError::Count)?;
    let (text, lines) = contradiction(&definition, Claimed::Solutions(solutions));
    let out = fs::write(&files.opb, text).and_then(|()| File::create(&files.proof));
    let out = out.map(|file| Limited { out: BufWriter::new(file), left: limit });
    let follower = out.and_then(|out| Follower::new(&definition, lines, out));
    let follower = follower.map_err(FollowError::Output)?;
    let (from, ids) = (HashMap::new(), HashMap::new());
    let mut own = Refuter { follower, clauses, known, from, ids, control };
    own.introduce(&order)?;
    steps(&mut own)?;
    own.follower.step(&Step::End(""))?;
    Ok(own.follower.finish().map(drop).map_err(FollowError::Output)?)
}

/// Fails unless the lines that bound the auxiliary variables of a constraint are known.
fn can_count(model: &Flat, origin: Origin) -> Result<(), FollowError> {
    let constraint = match origin {
        Origin::Constraint(number) => model.constraints.get(number),
        Origin::Domains | Origin::Claim => return Ok(()),
    };
    match constraint {
        Some(Constraint::AllDifferent { .. } | Constraint::Cardinality { .. }) => Ok(()),
        _ => Err(FollowError::Auxiliary),
    }
}

/// Converts a literal of the formula to one of the definition.
fn truth(definition: &Definition<'_>, sign: Sign) -> Truth {
    match sign {
        Sign::Auxiliary(number, positive) => {
            Truth::Open(Lit { symbol: Symbol::Auxiliary(number), positive })
        }
        Sign::Atom(Atom { variable, relation, value }) => {
            let from = |value| from(definition, variable, value);
            let wide = i128::from(value);
            match relation {
                Relation::Eq => definition.is(variable, value),
                Relation::Ne => !definition.is(variable, value),
                Relation::Ge => from(wide),
                Relation::Gt => from(wide + 1),
                Relation::Lt => !from(wide),
                Relation::Le => !from(wide + 1),
            }
        }
    }
}

/// Returns the truth value of "the variable has at least this value". At the ends of its domain
/// that is "it has the last value" or "not the first", because bounds of constraints are about
/// values.
fn from(definition: &Definition<'_>, variable: Variable, value: i128) -> Truth {
    let values = &definition.model.variables[variable].domain;
    let below = values.partition_point(|&own| i128::from(own) < value);
    match (below, values.len() - below) {
        (1.., 1) => definition.is(variable, values[below]),
        (1, 1..) => !definition.is(variable, values[0]),
        _ => definition.at_least(variable, value),
    }
}

fn open(definition: &Definition<'_>, sign: Sign) -> Option<Lit> {
    match truth(definition, sign) {
        Truth::Open(lit) => Some(lit),
        Truth::Known(_) => None,
    }
}

/// Writes a proof step by step.
pub struct Refuter<'a> {
    follower: Follower<'a, Limited<BufWriter<File>>>,
    clauses: &'a [Clause],
    known: AuxiliaryCounts,
    /// For an auxiliary literal, the line of the count that it implies.
    from: HashMap<Lit, Id>,
    /// The lines of clauses and lemmas by their ids in the refutation; `None` if they always hold.
    ids: HashMap<u64, Option<Id>>,
    control: &'a Control,
}

impl Refuter<'_> {
    /// Introduces the auxiliary variables: each is true exactly if its count is reached.
    fn introduce(&mut self, order: &[usize]) -> Result<(), FollowError> {
        for &number in order {
            let symbol = Symbol::Auxiliary(number);
            for positive in [true, false] {
                let lit = Lit { symbol, positive };
                let says = self.known.says(lit);
                let value = u8::from(!positive);
                let id = self.follower.raw(|out| {
                    write!(out, "red {} {}", says.least, !lit)?;
                    says.literals.iter().try_for_each(|own| write!(out, " 1 {own}"))?;
                    writeln!(out, " >= {} : {} -> {value};", says.least, Lit::from(symbol))
                })?;
                self.from.insert(lit, id);
            }
        }
        Ok(())
    }

    /// Derives a lemma of the refutation from the lines that it names.
    ///
    /// # Errors
    /// Returns the reason at a limit, a step of RAT, or a clause that does not exist.
    pub fn lemma(&mut self, id: u64, clause: &[Sign], hints: &[i64]) -> Result<(), FollowError> {
        self.control.check().map_err(FollowError::Stopped)?;
        for &hint in hints {
            let hint = u64::try_from(hint).map_err(|_| FollowError::Rat)?;
            if !self.ids.contains_key(&hint) {
                let line = self.clause(hint)?;
                self.ids.insert(hint, line);
            }
        }
        let line = self.write(clause)?;
        self.ids.insert(id, line);
        Ok(())
    }

    /// Deletes lemmas, or clauses that are no longer needed.
    ///
    /// # Errors
    /// At a limit.
    pub fn delete(&mut self, ids: &[u64]) -> Result<(), FollowError> {
        let lines: Vec<Id> = ids.iter().filter_map(|id| self.ids.remove(id).flatten()).collect();
        self.follower.delete(lines.into_iter())
    }

    /// Derives a clause of the formula.
    fn clause(&mut self, id: u64) -> Result<Option<Id>, FollowError> {
        let place = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let Some((clause, origin)) = place.and_then(|place| self.clauses.get(place)) else {
            return Err(FollowError::UnknownClause);
        };
        let atoms = clause.iter().map(|sign| match sign {
            Sign::Atom(literal) => Some(negated(*literal)),
            Sign::Auxiliary(..) => None,
        });
        match (atoms.collect::<Option<Vec<Atom>>>(), origin) {
            (Some(atoms), &Origin::Constraint(number)) => {
                self.follower.step(&Step::Lemma(&atoms))?;
                self.follower.step(&Step::Fail(number))?;
                self.follower.step(&Step::Shown)?;
                self.write(clause)
            }
            (Some(_), _) => self.write(clause),
            (None, &origin) => self.counted(clause, origin),
        }
    }

    /// Derives a clause with auxiliary literals from a sum of their counts.
    fn counted(&mut self, clause: &[Sign], origin: Origin) -> Result<Option<Id>, FollowError> {
        let definition = self.follower.definition;
        let lits: Vec<Lit> = clause.iter().filter_map(|&sign| open(definition, sign)).collect();
        let bounds = |_, leaves: &BTreeSet<Lit>| bounds(definition, origin, leaves);
        let sum: Option<Sum> = self.known.sum(0, &lits, &bounds);
        let addends = sum.map(|sum| sum.addends).unwrap_or_default();
        let ids = addends.iter().filter_map(|addend| match addend {
            Addend::Line(id) => Some(*id),
            Addend::Says(lit) => self.from.get(lit).copied(),
        });
        let ids: Vec<Id> = ids.collect();
        let [first, rest @ ..] = &ids[..] else { return self.write(clause) };
        let added = self.follower.raw(|out| {
            write!(out, "pol {first}")?;
            rest.iter().try_for_each(|id| write!(out, " {id} +"))?;
            writeln!(out, ";")
        })?;
        let line = self.write(clause)?;
        self.follower.delete(std::iter::once(added))?;
        Ok(line)
    }

    /// Derives a clause by unit propagation; `None` if it always holds.
    fn write(&mut self, clause: &[Sign]) -> Result<Option<Id>, FollowError> {
        let definition = self.follower.definition;
        let truths: Vec<Truth> = clause.iter().map(|&sign| truth(definition, sign)).collect();
        if truths.contains(&Truth::Known(true)) {
            return Ok(None);
        }
        let id = self.follower.raw(|out| {
            write!(out, "rup")?;
            for truth in truths {
                if let Truth::Open(lit) = truth {
                    write!(out, " 1 {lit}")?;
                }
            }
            writeln!(out, " >= 1;")
        })?;
        Ok(Some(id))
    }
}

fn negated(Atom { variable, relation, value }: Atom) -> Atom {
    let (relation, value) = match relation {
        Relation::Eq => (Relation::Ne, value),
        Relation::Ne => (Relation::Eq, value),
        Relation::Le => (Relation::Ge, value + 1),
        Relation::Lt => (Relation::Ge, value),
        Relation::Ge => (Relation::Le, value - 1),
        Relation::Gt => (Relation::Le, value),
    };
    Atom { variable, relation, value }
}
