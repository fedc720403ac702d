//! The specs of programs that read clauses: SAT solvers and pseudo-Boolean solvers.

use std::fmt;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::Model;
use parallax_model::engine_api::{Control, EngineFamily, PreparationError, Session, SolverLineage};
use parallax_solvers::process::CommandTemplate;
use parallax_solvers::proofs::ProofFormat;
use parallax_translate::ClauseFormat;

use super::dimacs::{ClauseEncoding, DimacsSession};
use crate::spec::{
    CommandParts, ConfiguredEngine, EngineKind, EngineUsage, PROOF_PLACEHOLDER, SpecFault,
    read_encodings, write_encodings,
};

/// Clauses in a file, and an external SAT solver.
#[derive(Clone, Debug, PartialEq)]
pub struct DimacsEngine {
    /// The command.
    pub program: CommandTemplate,
    /// The encodings.
    pub options: EncodingOptions,
    /// The form of the proofs that it writes to `{proof}`; `None` is detected from their content.
    pub proof: Option<ProofFormat>,
}

impl fmt::Display for DimacsEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dimacs")?;
        write_encodings(&self.options, f)?;
        if let Some(form) = self.proof {
            write!(f, ",proof={form}")?;
        }
        write!(f, ":{}", self.program)
    }
}

impl EngineKind for DimacsEngine {
    const NAMES: &'static [&'static str] = &["dimacs", "cnf"];
    const RUNS_COMMAND: bool = true;

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "External solvers",
        text: "External solvers take dimacs[+INTEGERS][,CHOICE=NAME...]:COMMAND, opb[+INTEGERS]:COMMAND, \
               smtlib:COMMAND, fzn:COMMAND, xcsp3:COMMAND or mzn:SOLVER. In the command {cnf}, {opb} or {smt2} is the \
               problem's file (else it is on standard input), {xml} that of XCSP3 (else it is the last word), {out} a SAT solver's file for the answer (else it is on standard output), {proof} \
               its file for a proof, which is checked (proof=lrat or proof=drat before the colon names its \
               form), {seed} the seed. fzn:COMMAND gets FlatZinc in the file that is its last word. \
               mzn:SOLVER, as in mzn:gecode, writes MiniZinc and runs 'minizinc --solver SOLVER' on it; \
               mzn+std:SOLVER with MiniZinc's own constraints in place of the solver's. \
               NAME=dimacs:COMMAND gives a program a short name. A SAT or SMT solver runs once for each \
               solution: slow for many. In lists, commands stand between quotation marks: --engines \
               'native,\"dimacs:minisat {cnf} {out}\"'.",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_program()?;
            let (choices, proof) = take_proof(parts.parts.choices, &program)?;
            let options = read_encodings(parts.parts.encoding, choices.as_deref())?;
            Ok(DimacsEngine { program, options, proof })
        };
        Some(read())
    }
}

impl ConfiguredEngine for DimacsEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        format!("DIMACS for a program, {} encoding of integers", self.options.integers.name())
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let language = ClauseFormat::Dimacs;
        let encoding = ClauseEncoding { language, options: &self.options, proof: self.proof };
        Ok(Box::new(DimacsSession::encode_model(model, &encoding, &self.program, seed, control)?))
    }

    fn writes_proof(&self) -> bool {
        self.program.has_placeholder(PROOF_PLACEHOLDER)
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}

/// Takes `proof=FORM` from the choices of an engine; returns the others and the form.
///
/// # Errors
/// At an unknown form, a form that no external solver writes, or a form without a file.
fn take_proof(
    choices: Option<&str>,
    program: &CommandTemplate,
) -> Result<(Option<String>, Option<ProofFormat>), SpecFault> {
    let mut form = None;
    let mut others = Vec::new();
    for choice in choices.into_iter().flat_map(|choices| choices.split(',')) {
        match choice.strip_prefix("proof=") {
            Some(name) if form.is_none() => {
                form = Some(name.parse::<ProofFormat>().map_err(SpecFault::part_fault)?);
            }
            _ => others.push(choice),
        }
    }
    match form {
        Some(ProofFormat::Varisat) => Err(SpecFault::InternalProof),
        Some(form) if !program.has_placeholder(PROOF_PLACEHOLDER) => {
            Err(SpecFault::ProofWithoutFile { form: form.to_string() })
        }
        _ => Ok(((!others.is_empty()).then(|| others.join(",")), form)),
    }
}

/// Clauses as pseudo-Boolean constraints in a file, and an external solver.
#[derive(Clone, Debug, PartialEq)]
pub struct OpbEngine {
    /// The command.
    pub program: CommandTemplate,
    /// The encodings.
    pub options: EncodingOptions,
}

impl fmt::Display for OpbEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("opb")?;
        write_encodings(&self.options, f)?;
        write!(f, ":{}", self.program)
    }
}

impl EngineKind for OpbEngine {
    const NAMES: &'static [&'static str] = &["opb", "pb"];
    const RUNS_COMMAND: bool = true;

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            let options = read_encodings(parts.parts.encoding, parts.parts.choices)?;
            Ok(OpbEngine { program, options })
        };
        Some(read())
    }
}

impl ConfiguredEngine for OpbEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        format!("OPB for a program, {} encoding of integers", self.options.integers.name())
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let language = ClauseFormat::Opb;
        let encoding = ClauseEncoding { language, options: &self.options, proof: None };
        Ok(Box::new(DimacsSession::encode_model(model, &encoding, &self.program, seed, control)?))
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}
