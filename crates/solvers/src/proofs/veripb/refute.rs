//! Proofs for VeriPB from LRAT, for formulas with auxiliary variables: `red` introduces each of
//! them, then the clauses of the formula follow from the definition, and the lemmas from the
//! clauses.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{BufWriter, Write};

use parallax_certificates::{
    Atom, CertificateStep, CheckerModel as Flat, Constraint, Relation, Variable,
};
use parallax_model::engine_api::Control;

use super::auxiliary::{AuxiliaryCounts, find_auxiliary_counts};
use super::bounds::origin_lines;
use super::definition::{Id, PseudoBooleanDefinition};
use super::error::FollowError;
use super::follow::CertificateFollower;
use super::sums::{LineSum, SumAddend};
use super::symbols::{DefinitionLiteral, DefinitionSymbol, DefinitionTruth};
use super::{LimitedProofWriter, VeripbClaim, VeripbFiles, write_contradiction};

/// A literal of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaLiteral {
    /// About a variable of the model.
    Atom(Atom),
    /// A variable that an encoding made, and whether it is true.
    Auxiliary(usize, bool),
}

/// The origin of a clause of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VeripbClauseOrigin {
    /// The domains.
    Domains,
    /// The constraint with this number.
    Constraint(usize),
    /// The claim: a solution that is forbidden.
    Claim,
}

/// A clause of a formula.
pub type SourcedClause = (Vec<FormulaLiteral>, VeripbClauseOrigin);

/// Writes a proof that a model has no solutions other than these, from a refutation of a formula.
/// `steps` gets the writer, to which it passes each lemma.
///
/// # Errors
/// Returns the error of `steps`, or the reason at a limit or a step without a counterpart in
/// VeriPB.
pub fn write_refutation<E: From<FollowError>>(
    model: &Flat,
    solutions: &[Vec<i32>],
    clauses: &[SourcedClause],
    limit: u64,
    control: &Control,
    files: &VeripbFiles,
    steps: &mut dyn FnMut(&mut RefutationWriter<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut definition = PseudoBooleanDefinition::new(model, control).map_err(FollowError::from)?;
    let atoms = clauses.iter().flat_map(|(clause, _)| clause);
    for sign in atoms {
        if let FormulaLiteral::Atom(Atom { variable, relation, .. }) = *sign
            && !matches!(relation, Relation::Eq | Relation::Ne)
        {
            // The literals of bounds add lines to the definition, so they come before its text and
            // its number of lines are used.
            definition.define_order(variable);
        }
    }
    let mut origins = Vec::new();
    let mut introduced: Vec<Vec<DefinitionLiteral>> = Vec::new();
    for (clause, origin) in clauses {
        if clause.iter().any(|lit| matches!(lit, FormulaLiteral::Auxiliary(..))) {
            can_count(model, *origin)?;
            control.check_stop().map_err(FollowError::Stopped)?;
            introduced
                .push(clause.iter().filter_map(|&sign| open_literal(&definition, sign)).collect());
            origins.push(*origin);
        }
    }
    let bounds = |index: usize, leaves: &BTreeSet<DefinitionLiteral>| {
        origin_lines(&definition, origins[index], leaves)
    };
    let (order, known) = find_auxiliary_counts(&introduced, &bounds).map_err(FollowError::Count)?;
    let (text, lines) = write_contradiction(&definition, VeripbClaim::Solutions(solutions));
    let out = fs::write(&files.opb, text).and_then(|()| File::create(&files.proof));
    let out = out.map(|file| LimitedProofWriter { out: BufWriter::new(file), left: limit });
    let follower = out.and_then(|out| CertificateFollower::new(&definition, lines, out));
    let follower = follower.map_err(FollowError::Output)?;
    let (from, ids) = (HashMap::new(), HashMap::new());
    let mut writer = RefutationWriter { follower, clauses, known, from, ids, control };
    writer.introduce_variables(&order)?;
    steps(&mut writer)?;
    writer.follower.follow_step(&CertificateStep::End(""))?;
    Ok(writer.follower.finish_proof().map(drop).map_err(FollowError::Output)?)
}

/// Fails unless the lines that bound the auxiliary variables of a constraint are known.
fn can_count(model: &Flat, origin: VeripbClauseOrigin) -> Result<(), FollowError> {
    let constraint = match origin {
        VeripbClauseOrigin::Constraint(number) => model.constraints.get(number),
        VeripbClauseOrigin::Domains | VeripbClauseOrigin::Claim => return Ok(()),
    };
    match constraint {
        Some(Constraint::AllDifferent { .. } | Constraint::Cardinality { .. }) => Ok(()),
        _ => Err(FollowError::Auxiliary),
    }
}

/// Converts a literal of the formula to one of the definition.
fn literal_truth(
    definition: &PseudoBooleanDefinition<'_>,
    sign: FormulaLiteral,
) -> DefinitionTruth {
    match sign {
        FormulaLiteral::Auxiliary(number, positive) => DefinitionTruth::Open(DefinitionLiteral {
            symbol: DefinitionSymbol::Auxiliary(number),
            positive,
        }),
        FormulaLiteral::Atom(Atom { variable, relation, value }) => {
            let from = |value| bound_truth(definition, variable, value);
            let wide = i128::from(value);
            match relation {
                Relation::Eq => definition.value_truth(variable, value),
                Relation::Ne => !definition.value_truth(variable, value),
                Relation::Ge => from(wide),
                Relation::Gt => from(wide + 1),
                Relation::Lt => !from(wide),
                Relation::Le => !from(wide + 1),
            }
        }
    }
}

/// Returns the truth value of "the variable has at least this value". At the ends of its domain
/// this becomes "it has the last value" or "not the first", because the bounds of constraints are
/// about values.
fn bound_truth(
    definition: &PseudoBooleanDefinition<'_>,
    variable: Variable,
    value: i128,
) -> DefinitionTruth {
    let values = &definition.model.variables[variable].domain;
    let below = values.partition_point(|&other| i128::from(other) < value);
    match (below, values.len() - below) {
        (1.., 1) => definition.value_truth(variable, values[below]),
        (1, 1..) => !definition.value_truth(variable, values[0]),
        _ => definition.at_least(variable, value),
    }
}

fn open_literal(
    definition: &PseudoBooleanDefinition<'_>,
    sign: FormulaLiteral,
) -> Option<DefinitionLiteral> {
    match literal_truth(definition, sign) {
        DefinitionTruth::Open(lit) => Some(lit),
        DefinitionTruth::Known(_) => None,
    }
}

/// Writes a proof step by step.
pub struct RefutationWriter<'a> {
    follower: CertificateFollower<'a, LimitedProofWriter<BufWriter<File>>>,
    clauses: &'a [SourcedClause],
    known: AuxiliaryCounts,
    /// For an auxiliary literal, the line of the count that it implies.
    from: HashMap<DefinitionLiteral, Id>,
    /// The lines of clauses and lemmas by their ids in the refutation; `None` if they always hold.
    ids: HashMap<u64, Option<Id>>,
    control: &'a Control,
}

impl RefutationWriter<'_> {
    /// Introduces the auxiliary variables: each is true exactly if its count is reached.
    fn introduce_variables(&mut self, order: &[usize]) -> Result<(), FollowError> {
        for &number in order {
            let symbol = DefinitionSymbol::Auxiliary(number);
            // Redundance-based strengthening: `k ~a + sum >= k` holds under the witness a = 0, and
            // the opposite count likewise under a = 1. Together they define a.
            for positive in [true, false] {
                let lit = DefinitionLiteral { symbol, positive };
                let says = self.known.implied_count(lit);
                let value = u8::from(!positive);
                let id = self.follower.write_derivation(|out| {
                    write!(out, "red {} {}", says.least, !lit)?;
                    says.literals.iter().try_for_each(|lit| write!(out, " 1 {lit}"))?;
                    writeln!(
                        out,
                        " >= {} : {} -> {value};",
                        says.least,
                        DefinitionLiteral::from(symbol)
                    )
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
    pub fn derive_lemma(
        &mut self,
        id: u64,
        clause: &[FormulaLiteral],
        hints: &[i64],
    ) -> Result<(), FollowError> {
        self.control.check_stop().map_err(FollowError::Stopped)?;
        for &hint in hints {
            let hint = u64::try_from(hint).map_err(|_| FollowError::Rat)?;
            if !self.ids.contains_key(&hint) {
                // Clauses of the formula are derived when a lemma first names them: most proofs use
                // a part.
                let line = self.derive_formula_clause(hint)?;
                self.ids.insert(hint, line);
            }
        }
        let line = self.derive_by_propagation(clause)?;
        self.ids.insert(id, line);
        Ok(())
    }

    /// Deletes lemmas, or clauses that are no longer needed.
    ///
    /// # Errors
    /// At a limit.
    pub fn delete_lemmas(&mut self, ids: &[u64]) -> Result<(), FollowError> {
        let lines: Vec<Id> = ids.iter().filter_map(|id| self.ids.remove(id).flatten()).collect();
        self.follower.delete_lines(lines.into_iter())
    }

    /// Derives a clause of the formula.
    fn derive_formula_clause(&mut self, id: u64) -> Result<Option<Id>, FollowError> {
        let index = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let Some((clause, origin)) = index.and_then(|index| self.clauses.get(index)) else {
            return Err(FollowError::UnknownClause);
        };
        let atoms = clause.iter().map(|sign| match sign {
            FormulaLiteral::Atom(literal) => Some(negate_atom(*literal)),
            FormulaLiteral::Auxiliary(..) => None,
        });
        match (atoms.collect::<Option<Vec<Atom>>>(), origin) {
            (Some(atoms), &VeripbClauseOrigin::Constraint(number)) => {
                // As in a certificate: in the box where the clause is false, the constraint cannot
                // hold.
                self.follower.follow_step(&CertificateStep::Lemma(&atoms))?;
                self.follower.follow_step(&CertificateStep::Fail(number))?;
                self.follower.follow_step(&CertificateStep::Shown)?;
                self.derive_by_propagation(clause)
            }
            (Some(_), _) => self.derive_by_propagation(clause),
            (None, &origin) => self.derive_counted_clause(clause, origin),
        }
    }

    /// Derives a clause with auxiliary literals from a sum of their counts.
    fn derive_counted_clause(
        &mut self,
        clause: &[FormulaLiteral],
        origin: VeripbClauseOrigin,
    ) -> Result<Option<Id>, FollowError> {
        let definition = self.follower.definition;
        let lits: Vec<DefinitionLiteral> =
            clause.iter().filter_map(|&sign| open_literal(definition, sign)).collect();
        let bounds =
            |_, leaves: &BTreeSet<DefinitionLiteral>| origin_lines(definition, origin, leaves);
        let sum: Option<LineSum> = self.known.implying_sum(0, &lits, &bounds);
        let addends = sum.map(|sum| sum.addends).unwrap_or_default();
        let ids = addends.iter().filter_map(|addend| match addend {
            SumAddend::Line(id) => Some(*id),
            SumAddend::Says(lit) => self.from.get(lit).copied(),
        });
        let ids: Vec<Id> = ids.collect();
        let [first, rest @ ..] = &ids[..] else { return self.derive_by_propagation(clause) };
        let added = self.follower.write_derivation(|out| {
            write!(out, "pol {first}")?;
            rest.iter().try_for_each(|id| write!(out, " {id} +"))?;
            writeln!(out, ";")
        })?;
        let line = self.derive_by_propagation(clause)?;
        // The sum has served for this clause only.
        self.follower.delete_lines(std::iter::once(added))?;
        Ok(line)
    }

    /// Derives a clause by unit propagation; `None` if it always holds.
    fn derive_by_propagation(
        &mut self,
        clause: &[FormulaLiteral],
    ) -> Result<Option<Id>, FollowError> {
        let definition = self.follower.definition;
        let truths: Vec<DefinitionTruth> =
            clause.iter().map(|&sign| literal_truth(definition, sign)).collect();
        if truths.contains(&DefinitionTruth::Known(true)) {
            return Ok(None);
        }
        let id = self.follower.write_derivation(|out| {
            write!(out, "rup")?;
            for truth in truths {
                if let DefinitionTruth::Open(lit) = truth {
                    write!(out, " 1 {lit}")?;
                }
            }
            writeln!(out, " >= 1;")
        })?;
        Ok(Some(id))
    }
}

fn negate_atom(Atom { variable, relation, value }: Atom) -> Atom {
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
