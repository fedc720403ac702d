//! Certificates from the LRAT proofs of SAT solvers.
//!
//! If every variable of a formula means `x = v` or `x <= v` for a variable of the model, then each
//! clause of a constraint follows from the constraint, the clauses of the domains hold in every
//! box, and each learned clause is a lemma: the negated clause as atoms, and a step for each hint.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};

use parallax_certificates::{Atom, CertificateStep, CheckerModel as Flat, DomainBox, Relation};
use parallax_encodings::{AmoKind, EncodingOptions, FormulaVariableMeaning};
use parallax_model::engine_api::Control;
use parallax_model::{Model, Value};
use parallax_solvers::proofs::veripb::{
    self, FormulaLiteral, SourcedClause, VeripbClauseOrigin, VeripbVerdict,
};
use parallax_solvers::proofs::{ProofFormat, lrat, native};
use parallax_solvers::{SatAnswer, SatKind};
use parallax_translate::ModelClauses;
use rustsat::types::Lit;
use tempfile::NamedTempFile;

use super::error::{AuxiliaryVariables, LemmaError};

/// Maximum number of solutions of a count: each is a clause of the formula.
pub(super) const MOST_SOLUTIONS: usize = 1 << 20;

/// Returns the options with an encoding of at-most-ones that has no auxiliary variables, unless
/// they name one.
pub(super) fn without_auxiliaries(options: &EncodingOptions) -> EncodingOptions {
    let amo = if options.amo == AmoKind::Auto { AmoKind::Pairwise } else { options.amo };
    EncodingOptions { amo, ..options.clone() }
}

/// A formula, the clauses that forbid the solutions found, and what its literals mean.
pub(super) struct RefutedFormula {
    cnf: ModelClauses,
    solutions: Vec<Vec<Value>>,
    forbidden: Vec<Vec<Lit>>,
    /// The reason why it reaches no certificate, if some of its variables are auxiliary.
    auxiliary: Option<AuxiliaryVariables>,
}

/// The origin of a clause.
#[derive(Clone, Copy)]
enum ClauseSource {
    /// The domains; the clause holds in every box.
    Domains,
    /// The constraint, solution or lemma with this number in the certificate.
    Numbered(usize),
}

impl RefutedFormula {
    /// Encodes a model and forbids solutions.
    ///
    /// # Errors
    /// Returns the reason why the formula reaches no certificate.
    pub(super) fn new(
        model: &Model,
        options: &EncodingOptions,
        solutions: Vec<Vec<Value>>,
        control: &Control,
    ) -> Result<Self, LemmaError> {
        if model.has_globals() {
            return Err(LemmaError::Automata);
        }
        let cnf =
            ModelClauses::from_model(model, options, control).map_err(LemmaError::Encoding)?;
        let meanings = cnf.formula().meanings();
        let number = model.variables().len();
        let is_atom = |meaning: &&FormulaVariableMeaning| match meaning {
            FormulaVariableMeaning::Eq(int, _) | FormulaVariableMeaning::Le(int, _) => {
                int.index() < number
            }
            _ => false,
        };
        let is_made = |meaning: &&FormulaVariableMeaning| {
            matches!(meaning, FormulaVariableMeaning::Auxiliary(_))
        };
        // Variables that are not atoms of the model are auxiliary. Those that an encoding made can
        // at least be introduced to VeriPB; for others, such as hidden numbers, there is no proof
        // at all.
        let others = meanings.len() - meanings.iter().filter(is_atom).count();
        let made = meanings.iter().filter(is_made).count();
        let auxiliary =
            (others > 0).then_some(AuxiliaryVariables { auxiliary: others, all: meanings.len() });
        if let Some(why) = auxiliary
            && made < others
        {
            return Err(why.into());
        }
        let forbid = |values: &Vec<Value>| {
            let mut clause = Vec::new();
            cnf.forbid_solution(values, None, &mut clause);
            clause
        };
        let forbidden = solutions.iter().map(forbid).collect();
        Ok(RefutedFormula { cnf, solutions, forbidden, auxiliary })
    }

    /// Returns the reason why the formula reaches no certificate, if it has variables that an
    /// encoding made.
    pub(super) fn auxiliary_variables(&self) -> Option<AuxiliaryVariables> {
        self.auxiliary
    }

    /// Adds a clause that does not follow, as if from the last constraint.
    #[cfg(test)]
    pub(super) fn add_false_clause(&mut self, given: parallax_model::Given) {
        self.cnf.sabotage_clauses(given);
    }

    fn formula_clauses(&self) -> Vec<&[Lit]> {
        self.cnf.formula().clauses().chain(self.forbidden.iter().map(Vec::as_slice)).collect()
    }

    /// Has a solver refute the formula; returns its proof as LRAT.
    fn write_lrat(
        &self,
        solver: SatKind,
        seed: u64,
        control: &Control,
    ) -> Result<NamedTempFile, LemmaError> {
        let raw = solver.native_format(ProofFormat::BinaryLrat).ok_or(LemmaError::NoProofs)?;
        let mut file = NamedTempFile::new()?;
        let out = BufWriter::new(file.reopen()?);
        let clauses = self.formula_clauses();
        let mut proving = solver.create_proving(seed, raw, clauses.len() as u64, Box::new(out))?;
        proving.reserve_variables(self.cnf.formula().n_vars() as u32);
        clauses.iter().try_for_each(|clause| proving.add_clause(clause))?;
        match proving.solve_clauses(&[], control)? {
            SatAnswer::Unsatisfiable => proving.end_proof()?,
            SatAnswer::Satisfiable => return Err(LemmaError::OtherSolution),
            SatAnswer::Stopped(stop) => return Err(stop.into()),
        }
        // The solver writes to the file until it is dropped.
        drop(proving);
        if raw == ProofFormat::Varisat {
            // Varisat has its own format; its checker translates that into LRAT while it checks.
            let varisat_file = std::mem::replace(&mut file, NamedTempFile::new()?);
            let mut out = BufWriter::new(file.reopen()?);
            let writer = lrat::LratWriter::new(&mut out as _, true, clauses.len() as u64);
            let reader = varisat_file.reopen()?;
            native::check_varisat(clauses.iter().copied(), reader, Some(writer), control)?;
            out.flush()?;
        }
        Ok(file)
    }

    /// Proves that there is no other solution, and passes the steps of the certificate, except for
    /// its end, to `out`.
    ///
    /// # Errors
    /// Returns the reason: a limit, or a step that reaches no certificate.
    pub(super) fn write_steps(
        &self,
        flat: &Flat,
        solver: SatKind,
        seed: u64,
        control: &Control,
        out: &mut dyn FnMut(&CertificateStep<'_>),
    ) -> Result<(), LemmaError> {
        let mut values: Vec<i64> = Vec::new();
        for solution in &self.solutions {
            values.clear();
            values.extend(solution.iter().map(|&value| i64::from(value)));
            out(&CertificateStep::Listed(&values));
        }
        let start = DomainBox::from_model(flat);
        let is_empty = (0..start.variable_count()).any(|variable| start.domain_size(variable) == 0);
        let shows_none = flat.variables.iter().all(|variable| !variable.shown);
        // Nothing remains to be shown: the box is empty, or without shown variables the one listed
        // solution is all.
        if is_empty || (shows_none && !self.solutions.is_empty()) {
            return Ok(());
        }
        let mut known = self.clause_sources(flat.constraints.len());
        // A solver derives nothing from a formula that has the empty clause.
        let empty = (1..).map_while(|id| known.get(&id)).find(|(clause, _)| clause.is_empty());
        if let Some(&(_, ClauseSource::Numbered(number))) = empty {
            out(&CertificateStep::Lemma(&[]));
            out(&CertificateStep::Fail(number));
            out(&CertificateStep::Shown);
            return Ok(());
        }
        let proof = self.write_lrat(solver, seed, control)?;
        let mut reader = open_proof(&proof)?;
        // The certificate numbers the constraints, the bound, the listed solutions, and then the
        // lemmas.
        let mut box_of = LemmaBox { space: start, refutation: self, values: Vec::new() };
        let mut next = flat.constraints.len() + 1 + self.solutions.len();
        while let Some(step) = reader.next_step()? {
            control.check_stop()?;
            match step {
                lrat::LratStep::Add { id, clause, hints } => {
                    // LRAT ids and numbers of the certificate differ, because clauses of the
                    // formula have ids too, so `known` maps the one to the other.
                    box_of.write_lemma(clause, hints, &known, out)?;
                    known.insert(id, (clause.to_vec(), ClauseSource::Numbered(next)));
                    next += 1;
                    if clause.is_empty() {
                        return Ok(());
                    }
                }
                lrat::LratStep::Delete { ids } => ids.iter().for_each(|id| drop(known.remove(id))),
            }
        }
        Err(LemmaError::Unfinished)
    }

    /// Proves that there is no other solution, and has VeriPB judge the proof, which introduces the
    /// auxiliary variables of the formula.
    pub(super) fn judge_by_veripb(
        &self,
        flat: &Flat,
        solver: SatKind,
        seed: u64,
        limit: u64,
        control: &Control,
    ) -> VeripbVerdict {
        let origins = self.cnf.formula().groups().enumerate().flat_map(|(group, (_, clauses))| {
            let origin = group
                .checked_sub(1)
                .map_or(VeripbClauseOrigin::Domains, VeripbClauseOrigin::Constraint);
            clauses.map(move |_| origin)
        });
        let origins = origins.chain(std::iter::repeat(VeripbClauseOrigin::Claim));
        let signs = |clause: &[Lit]| clause.iter().map(|&lit| self.literal_sign(lit)).collect();
        let clauses: Vec<SourcedClause> = self
            .formula_clauses()
            .into_iter()
            .zip(origins)
            .map(|(clause, from)| (signs(clause), from))
            .collect();
        veripb::judge_formula(flat, &self.solutions, &clauses, limit, control, &mut |refuter| {
            let mut ids = (1..).zip(&clauses);
            if let Some((id, _)) = ids.find(|(_, (clause, _))| clause.is_empty()) {
                // A solver derives nothing from a formula that has the empty clause.
                return Ok(refuter.derive_lemma(clauses.len() as u64 + 1, &[], &[id])?);
            }
            let proof = self.write_lrat(solver, seed, control)?;
            let mut reader = open_proof(&proof)?;
            while let Some(step) = reader.next_step()? {
                match step {
                    lrat::LratStep::Add { id, clause, hints } => {
                        let signs: Vec<FormulaLiteral> = signs(clause);
                        refuter.derive_lemma(id, &signs, hints)?;
                        if clause.is_empty() {
                            return Ok(());
                        }
                    }
                    lrat::LratStep::Delete { ids } => refuter.delete_lemmas(ids)?,
                }
            }
            Err(LemmaError::Unfinished)
        })
    }

    /// Returns a literal as an atom, or as that of an auxiliary variable.
    fn literal_sign(&self, literal: Lit) -> FormulaLiteral {
        match self.cnf.formula().meanings()[literal.vidx()] {
            FormulaVariableMeaning::Auxiliary(_) => {
                FormulaLiteral::Auxiliary(literal.vidx(), literal.is_pos())
            }
            _ => FormulaLiteral::Atom(self.literal_atom(literal)),
        }
    }

    /// Returns the clauses and their sources by id.
    fn clause_sources(&self, constraints: usize) -> HashMap<u64, (Vec<Lit>, ClauseSource)> {
        let groups = self.cnf.formula().groups().enumerate();
        let sources = groups.flat_map(|(group, (_, clauses))| {
            // Group 0 has the clauses of the domains, group k + 1 those of constraint k; ids count
            // from 1 in the order in which the solver got the clauses.
            let source = group.checked_sub(1).map_or(ClauseSource::Domains, ClauseSource::Numbered);
            clauses.map(move |_| source)
        });
        let listed =
            (0..self.solutions.len()).map(|index| ClauseSource::Numbered(constraints + 1 + index));
        let clauses = self.formula_clauses().into_iter().zip(sources.chain(listed));
        (1..).zip(clauses.map(|(clause, source)| (clause.to_vec(), source))).collect()
    }

    /// Returns a literal as an atom.
    fn literal_atom(&self, literal: Lit) -> Atom {
        let (int, value, is_eq) = match self.cnf.formula().meanings()[literal.vidx()] {
            FormulaVariableMeaning::Le(int, value) => (int, value, false),
            FormulaVariableMeaning::Eq(int, value) => (int, value, true),
            _ => unreachable!("every variable is an atom"),
        };
        let (variable, value) = (int.index(), i64::from(value));
        match (is_eq, literal.is_pos()) {
            (true, true) => Atom { variable, relation: Relation::Eq, value },
            (true, false) => Atom { variable, relation: Relation::Ne, value },
            (false, true) => Atom { variable, relation: Relation::Le, value },
            (false, false) => Atom { variable, relation: Relation::Ge, value: value + 1 },
        }
    }
}

/// Opens the proof of a solver.
fn open_proof(proof: &NamedTempFile) -> Result<lrat::LratReader<BufReader<File>>, LemmaError> {
    let reader = proof.reopen().map_err(LemmaError::Reopen)?;
    Ok(lrat::LratReader::new(BufReader::new(reader))?)
}

/// The box in which a lemma is shown.
struct LemmaBox<'r> {
    space: DomainBox,
    refutation: &'r RefutedFormula,
    /// The values of a step; a buffer.
    values: Vec<i64>,
}

impl LemmaBox<'_> {
    fn write_lemma(
        &mut self,
        clause: &[Lit],
        hints: &[i64],
        known: &HashMap<u64, (Vec<Lit>, ClauseSource)>,
        out: &mut dyn FnMut(&CertificateStep<'_>),
    ) -> Result<(), LemmaError> {
        let atoms: Vec<Atom> =
            clause.iter().map(|&lit| self.refutation.literal_atom(!lit)).collect();
        out(&CertificateStep::Lemma(&atoms));
        // The box shrinks to where the clause is false, and each hint removes values of it, as a
        // unit clause would, until a hint leaves nothing: reverse unit propagation with domains.
        let mark = self.space.trail_mark();
        let mut closed = false;
        for atom in atoms {
            self.space.keep_if(atom.variable, |value| atom.fits_value(value));
            closed |= self.space.domain_size(atom.variable) == 0;
        }
        for &hint in hints {
            if closed {
                break;
            }
            let id = u64::try_from(hint).map_err(|_| LemmaError::Rat)?;
            let (clause, source) = known.get(&id).ok_or(LemmaError::UnknownClause)?;
            closed = self.follow_clause(clause, *source, out);
        }
        self.space.undo_to(mark);
        if !closed {
            return Err(LemmaError::OpenStep);
        }
        out(&CertificateStep::Shown);
        Ok(())
    }

    /// Propagates a clause in the box; returns whether the box is empty then.
    fn follow_clause(
        &mut self,
        clause: &[Lit],
        source: ClauseSource,
        out: &mut dyn FnMut(&CertificateStep<'_>),
    ) -> bool {
        // `left` becomes the only atom of the clause that still fits a value. Two different ones
        // decide nothing.
        let mut left = None;
        for &literal in clause {
            let atom = self.refutation.literal_atom(literal);
            if self.space.remaining_values(atom.variable).any(|value| atom.fits_value(value))
                && left.replace(atom).is_some_and(|before| before != atom)
            {
                // The box knows more than unit propagation: the clause may hold already.
                return false;
            }
        }
        // A clause of the domains removes nothing, because the box has no other values.
        let ClauseSource::Numbered(number) = source else { return false };
        let Some(atom) = left else {
            out(&CertificateStep::Fail(number));
            return true;
        };
        self.values.clear();
        self.values.extend(
            self.space.remaining_values(atom.variable).filter(|&value| !atom.fits_value(value)),
        );
        if !self.values.is_empty() {
            out(&CertificateStep::Remove(number, atom.variable, &self.values));
            self.space.keep_if(atom.variable, |value| atom.fits_value(value));
        }
        false
    }
}
