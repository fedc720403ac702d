//! Certificates from the LRAT proofs of SAT solvers.
//!
//! Where every variable of a formula says `x = v` or `x <= v` of a variable of the model, each
//! clause of a constraint follows from the constraint, those of the domains hold in every box, and
//! each learned clause is a lemma: the negated clause as atoms, and a step for each hint.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};

use parallax_certificates::{Atom, Model as Flat, Relation, Space, Step};
use parallax_encodings::{AmoKind, Meaning, Options};
use parallax_model::ask::Control;
use parallax_model::{Model, Value};
use parallax_solvers::proofs::veripb::{self, Clause, Origin, Sign, Verdict};
use parallax_solvers::proofs::{ProofFormat, lrat, native};
use parallax_solvers::{SatAnswer, SatKind};
use parallax_translate::Cnf;
use rustsat::types::Lit;
use tempfile::NamedTempFile;

use super::error::{AuxiliaryVariables, LemmaError};

/// Maximum number of solutions of a count: each is a clause of the formula.
pub(super) const MOST_SOLUTIONS: usize = 1 << 20;

/// The encodings, with one for at-most-ones that has no auxiliary variables where none is named.
pub(super) fn without_auxiliaries(options: &Options) -> Options {
    let amo = if options.amo == AmoKind::Auto { AmoKind::Pairwise } else { options.amo };
    Options { amo, ..options.clone() }
}

/// A formula, the clauses that forbid the solutions found, and what its literals mean.
pub(super) struct Refutation {
    cnf: Cnf,
    solutions: Vec<Vec<Value>>,
    forbidden: Vec<Vec<Lit>>,
    /// Why it reaches no certificate, if some of its variables are auxiliary.
    auxiliary: Option<AuxiliaryVariables>,
}

/// The origin of a clause.
#[derive(Clone, Copy)]
enum Source {
    /// The domains: it holds in every box.
    Domains,
    /// The constraint, solution or lemma with this number in the certificate.
    Numbered(usize),
}

impl Refutation {
    /// Encodes a model and forbids solutions.
    ///
    /// # Errors
    /// Returns the reason why the formula reaches no certificate.
    pub(super) fn new(
        model: &Model,
        options: &Options,
        solutions: Vec<Vec<Value>>,
        control: &Control,
    ) -> Result<Self, LemmaError> {
        if model.has_globals() {
            return Err(LemmaError::Automata);
        }
        let cnf = Cnf::of(model, options, control).map_err(LemmaError::Encoding)?;
        let meanings = cnf.formula().meanings();
        let number = model.variables().len();
        let is_atom = |meaning: &&Meaning| match meaning {
            Meaning::Eq(int, _) | Meaning::Le(int, _) => int.index() < number,
            _ => false,
        };
        let is_made = |meaning: &&Meaning| matches!(meaning, Meaning::Auxiliary(_));
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
            cnf.forbid(values, None, &mut clause);
            clause
        };
        let forbidden = solutions.iter().map(forbid).collect();
        Ok(Refutation { cnf, solutions, forbidden, auxiliary })
    }

    /// Why the formula reaches no certificate, if it has variables that an encoding made.
    pub(super) fn auxiliary(&self) -> Option<AuxiliaryVariables> {
        self.auxiliary
    }

    /// Adds a clause that follows from nothing, as that of the last constraint.
    #[cfg(test)]
    pub(super) fn sabotage(&mut self, given: parallax_model::Given) {
        self.cnf.sabotage(given);
    }

    fn clauses(&self) -> Vec<&[Lit]> {
        self.cnf.formula().clauses().chain(self.forbidden.iter().map(Vec::as_slice)).collect()
    }

    /// Has a solver refute the formula; returns its proof as LRAT.
    fn prove(
        &self,
        solver: SatKind,
        seed: u64,
        control: &Control,
    ) -> Result<NamedTempFile, LemmaError> {
        let raw = solver.writes(ProofFormat::BinaryLrat).ok_or(LemmaError::NoProofs)?;
        let mut file = NamedTempFile::new()?;
        let out = BufWriter::new(file.reopen()?);
        let clauses = self.clauses();
        let mut proving = solver.create_proving(seed, raw, clauses.len() as u64, Box::new(out))?;
        proving.reserve(self.cnf.formula().n_vars() as u32);
        clauses.iter().try_for_each(|clause| proving.add_clause(clause))?;
        match proving.solve(&[], control)? {
            SatAnswer::Unsatisfiable => proving.end_proof()?,
            SatAnswer::Satisfiable => return Err(LemmaError::OtherSolution),
            SatAnswer::Stopped(stop) => return Err(stop.into()),
        }
        drop(proving);
        if raw == ProofFormat::Varisat {
            let own = std::mem::replace(&mut file, NamedTempFile::new()?);
            let mut out = BufWriter::new(file.reopen()?);
            let writer = lrat::Writer::new(&mut out as _, true, clauses.len() as u64);
            let reader = own.reopen()?;
            native::check(clauses.iter().copied(), reader, Some(writer), control)?;
            out.flush()?;
        }
        Ok(file)
    }

    /// Proves that there is no other solution, and gives the steps of the certificate, without its
    /// end.
    ///
    /// # Errors
    /// Returns the reason: a limit, or a step that reaches no certificate.
    pub(super) fn write(
        &self,
        flat: &Flat,
        solver: SatKind,
        seed: u64,
        control: &Control,
        out: &mut dyn FnMut(&Step<'_>),
    ) -> Result<(), LemmaError> {
        let mut values: Vec<i64> = Vec::new();
        for solution in &self.solutions {
            values.clear();
            values.extend(solution.iter().map(|&value| i64::from(value)));
            out(&Step::Listed(&values));
        }
        let start = Space::of(flat);
        let is_empty = (0..start.variables()).any(|variable| start.size(variable) == 0);
        let shows_none = flat.variables.iter().all(|variable| !variable.shown);
        if is_empty || (shows_none && !self.solutions.is_empty()) {
            return Ok(());
        }
        let mut known = self.sources(flat.constraints.len());
        // A solver derives nothing from a formula that has the empty clause.
        let empty = (1..).map_while(|id| known.get(&id)).find(|(clause, _)| clause.is_empty());
        if let Some(&(_, Source::Numbered(number))) = empty {
            out(&Step::Lemma(&[]));
            out(&Step::Fail(number));
            out(&Step::Shown);
            return Ok(());
        }
        let proof = self.prove(solver, seed, control)?;
        let mut reader = opened(&proof)?;
        let mut box_of = Lemma { space: start, refutation: self, values: Vec::new() };
        let mut next = flat.constraints.len() + 1 + self.solutions.len();
        while let Some(step) = reader.step()? {
            control.check()?;
            match step {
                lrat::Step::Add { id, clause, hints } => {
                    box_of.write(clause, hints, &known, out)?;
                    known.insert(id, (clause.to_vec(), Source::Numbered(next)));
                    next += 1;
                    if clause.is_empty() {
                        return Ok(());
                    }
                }
                lrat::Step::Delete { ids } => ids.iter().for_each(|id| drop(known.remove(id))),
            }
        }
        Err(LemmaError::Unfinished)
    }

    /// Proves that there is no other solution, and has VeriPB judge the proof, which introduces the
    /// auxiliary variables of the formula.
    pub(super) fn judged(
        &self,
        flat: &Flat,
        solver: SatKind,
        seed: u64,
        limit: u64,
        control: &Control,
    ) -> Verdict {
        let origins = self.cnf.formula().groups().enumerate().flat_map(|(group, (_, clauses))| {
            let origin = group.checked_sub(1).map_or(Origin::Domains, Origin::Constraint);
            clauses.map(move |_| origin)
        });
        let origins = origins.chain(std::iter::repeat(Origin::Claim));
        let signs = |clause: &[Lit]| clause.iter().map(|&lit| self.sign(lit)).collect();
        let clauses: Vec<Clause> =
            self.clauses().into_iter().zip(origins).map(|(own, from)| (signs(own), from)).collect();
        veripb::judge_formula(flat, &self.solutions, &clauses, limit, control, &mut |refuter| {
            let mut ids = (1..).zip(&clauses);
            if let Some((id, _)) = ids.find(|(_, (clause, _))| clause.is_empty()) {
                // A solver derives nothing from a formula that has the empty clause.
                return Ok(refuter.lemma(clauses.len() as u64 + 1, &[], &[id])?);
            }
            let proof = self.prove(solver, seed, control)?;
            let mut reader = opened(&proof)?;
            while let Some(step) = reader.step()? {
                match step {
                    lrat::Step::Add { id, clause, hints } => {
                        let signs: Vec<Sign> = signs(clause);
                        refuter.lemma(id, &signs, hints)?;
                        if clause.is_empty() {
                            return Ok(());
                        }
                    }
                    lrat::Step::Delete { ids } => refuter.delete(ids)?,
                }
            }
            Err(LemmaError::Unfinished)
        })
    }

    /// A literal, of the model or not.
    fn sign(&self, literal: Lit) -> Sign {
        match self.cnf.formula().meanings()[literal.vidx()] {
            Meaning::Auxiliary(_) => Sign::Auxiliary(literal.vidx(), literal.is_pos()),
            _ => Sign::Atom(self.atom(literal)),
        }
    }

    /// The clauses by their ids, with what they come from.
    fn sources(&self, constraints: usize) -> HashMap<u64, (Vec<Lit>, Source)> {
        let groups = self.cnf.formula().groups().enumerate();
        let sources = groups.flat_map(|(group, (_, clauses))| {
            let source = group.checked_sub(1).map_or(Source::Domains, Source::Numbered);
            clauses.map(move |_| source)
        });
        let listed = (0..self.solutions.len()).map(|own| Source::Numbered(constraints + 1 + own));
        let clauses = self.clauses().into_iter().zip(sources.chain(listed));
        (1..).zip(clauses.map(|(clause, source)| (clause.to_vec(), source))).collect()
    }

    /// A literal as an atom.
    fn atom(&self, literal: Lit) -> Atom {
        let (int, value, is_eq) = match self.cnf.formula().meanings()[literal.vidx()] {
            Meaning::Le(int, value) => (int, value, false),
            Meaning::Eq(int, value) => (int, value, true),
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
fn opened(proof: &NamedTempFile) -> Result<lrat::Reader<BufReader<File>>, LemmaError> {
    let reader = proof.reopen().map_err(LemmaError::Reopen)?;
    Ok(lrat::Reader::new(BufReader::new(reader))?)
}

/// The box in which a lemma is shown.
struct Lemma<'r> {
    space: Space,
    refutation: &'r Refutation,
    /// Values of a step, used again.
    values: Vec<i64>,
}

impl Lemma<'_> {
    fn write(
        &mut self,
        clause: &[Lit],
        hints: &[i64],
        known: &HashMap<u64, (Vec<Lit>, Source)>,
        out: &mut dyn FnMut(&Step<'_>),
    ) -> Result<(), LemmaError> {
        let atoms: Vec<Atom> = clause.iter().map(|&lit| self.refutation.atom(!lit)).collect();
        out(&Step::Lemma(&atoms));
        let mark = self.space.mark();
        let mut closed = false;
        for atom in atoms {
            self.space.keep_if(atom.variable, |value| atom.fits(value));
            closed |= self.space.size(atom.variable) == 0;
        }
        for &hint in hints {
            if closed {
                break;
            }
            let id = u64::try_from(hint).map_err(|_| LemmaError::Rat)?;
            let (clause, source) = known.get(&id).ok_or(LemmaError::UnknownClause)?;
            closed = self.follow(clause, *source, out);
        }
        self.space.back(mark);
        if !closed {
            return Err(LemmaError::OpenStep);
        }
        out(&Step::Shown);
        Ok(())
    }

    /// Draws from a clause what follows in the box; returns whether that is empty then.
    fn follow(&mut self, clause: &[Lit], source: Source, out: &mut dyn FnMut(&Step<'_>)) -> bool {
        let mut left = None;
        for &literal in clause {
            let atom = self.refutation.atom(literal);
            if self.space.values(atom.variable).any(|value| atom.fits(value))
                && left.replace(atom).is_some_and(|before| before != atom)
            {
                // The box knows more than unit propagation: the clause may hold already.
                return false;
            }
        }
        let Source::Numbered(number) = source else { return false };
        let Some(atom) = left else {
            out(&Step::Fail(number));
            return true;
        };
        self.values.clear();
        self.values.extend(self.space.values(atom.variable).filter(|&value| !atom.fits(value)));
        if !self.values.is_empty() {
            out(&Step::Remove(number, atom.variable, &self.values));
            self.space.keep_if(atom.variable, |value| atom.fits(value));
        }
        false
    }
}
