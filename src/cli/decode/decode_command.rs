//! The command: its arguments, its run and its output.

use std::io::Write;

use parallax_encodings::IntEncoding;
use parallax_formats::SmtInstance;
use parallax_instance::literals::{self, LiteralNotation, SolverAnswer};
use parallax_instance::{InputError, Instance, LineReader, PuzzleSolution, SolverLanguage};
use parallax_model::{Given, Value, VarId};
use parallax_translate::{ModelClauses, smt};
use rustsat::types::Lit;
use serde::Serialize;

use super::assignment_error::AssignmentError;
use super::complete;
use super::flatzinc;
use super::minizinc;
use crate::cli::clock::CommandClock;
use crate::cli::format::OutputFormat;
use crate::cli::formula::{FormulaArgs, InstanceModel};
use crate::cli::output::StandardOutput;
use crate::cli::source_text::SourceText;
use crate::cli::{CliError, interrupt};

/// Read a solver's output for an encoded instance, and check it
#[derive(clap::Args)]
pub(in crate::cli) struct DecodeArgs {
    #[command(flatten)]
    chosen: FormulaArgs,
    /// The solver's output, '-' for standard input
    ///
    /// These are the s and v lines of the competitions, MiniSat's file, the model of an SMT solver,
    /// or the solutions of a FlatZinc solver or of MiniZinc.
    #[arg(long, value_name = "FILE")]
    assignment: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
}

/// Exit code of an assignment that is not a solution.
const WRONG_ASSIGNMENT: u8 = 1;

/// The result of decoding.
#[derive(Serialize)]
pub(super) struct DecodeResult {
    pub(super) instance: String,
    pub(super) index: usize,
    pub(super) model: String,
    pub(super) answer: &'static str,
    pub(super) solutions: Vec<String>,
    /// The meaning of each solution, from the comments of an exported formula.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meanings: Vec<String>,
    checked: bool,
    /// The reason why the assignment is not a solution.
    reason: Option<String>,
    #[serde(skip)]
    terms: Vec<PuzzleSolution>,
}

pub(in crate::cli) fn run(args: &DecodeArgs) -> Result<u8, CliError> {
    let SourceText { source, content: text } = SourceText::read_source(&args.assignment)?;
    let viewed = args.chosen.read_model(&CommandClock::unlimited())?;
    let mut decoded = DecodeResult {
        instance: viewed.found.source.clone(),
        index: viewed.found.index,
        model: viewed.viewpoint.to_string(),
        answer: "unknown",
        solutions: Vec::new(),
        meanings: Vec::new(),
        checked: true,
        reason: None,
        terms: Vec::new(),
    };
    let code = decode_text(args, &viewed, &source, &text, &mut decoded)?;
    let mut out = StandardOutput::new();
    match args.format {
        OutputFormat::Json => {
            serde_json::to_writer(&mut out, &decoded)?;
            writeln!(out)?;
        }
        OutputFormat::Text => print_result(&mut out, &viewed, &decoded)?,
    }
    out.flush()?;
    Ok(code)
}

/// Fills in the solutions and returns the exit code.
pub(super) fn decode_text(
    args: &DecodeArgs,
    viewed: &InstanceModel,
    source: &str,
    text: &str,
    decoded: &mut DecodeResult,
) -> Result<u8, CliError> {
    if is_smt(text) {
        return decode_smt(viewed, source, text, decoded);
    }
    if minizinc::is_meant(text) {
        return minizinc::decode_minizinc(viewed, source, text, decoded);
    }
    if flatzinc::is_meant(text) {
        return flatzinc::decode_flatzinc(viewed, source, text, decoded);
    }
    let fail = |message: &str| CliError::from(InputError::new(source, message));
    let output =
        literals::read_solver_output(source, text, LiteralNotation::detect_notation(text))?;
    match output.answer {
        Some(SolverAnswer::Unsatisfiable | SolverAnswer::Unknown)
            if !output.assignments.is_empty() =>
        {
            return Err(fail("an assignment, but the answer is not 'satisfiable'"));
        }
        Some(SolverAnswer::Unsatisfiable) => {
            decoded.answer = "unsat";
            return Ok(20);
        }
        Some(SolverAnswer::Unknown) => return Ok(0),
        _ if output.assignments.is_empty() => {
            return Err(fail("neither an answer nor an assignment; expected 's' and 'v' lines"));
        }
        _ => decoded.answer = "sat",
    }
    let options = args.chosen.encoding_options()?;
    let as_it_stands = match viewed.source_instance().notation().solver_language() {
        // The direct encoding of a formula is the formula itself, so that its literals are those of
        // the instance.
        Some(SolverLanguage::Dimacs) => options.integers == IntEncoding::Direct,
        Some(SolverLanguage::Opb) => {
            LiteralNotation::detect_notation(text) == LiteralNotation::Named
        }
        Some(SolverLanguage::Smtlib) | None => false,
    };
    let found = if as_it_stands {
        Ok(viewed.source_instance().notation().read_solutions(source, text)?)
    } else {
        let cnf = viewed.write_clauses(&options, &interrupt::interrupt_control())?;
        output.assignments.iter().map(|literals| formula_solution(viewed, &cnf, literals)).collect()
    };
    Ok(settle_solutions(viewed, found, decoded))
}

/// Checks the terms and returns the exit code.
pub(super) fn settle_solutions(
    viewed: &InstanceModel,
    found: Result<Vec<PuzzleSolution>, AssignmentError>,
    decoded: &mut DecodeResult,
) -> u8 {
    let checked = found.and_then(|terms| {
        terms.iter().try_for_each(|terms| check_solution(viewed, terms, decoded))?;
        decoded.terms = terms;
        Ok(())
    });
    if let Err(reason) = checked {
        decoded.checked = false;
        decoded.reason = Some(reason.to_string());
        return WRONG_ASSIGNMENT;
    }
    let written =
        decoded.terms.iter().map(|terms| viewed.source_instance().notation().write_solution(terms));
    decoded.solutions = written.collect();
    10
}

/// Whether a text is the output of an SMT solver.
fn is_smt(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    matches!(first, "sat" | "unsat" | "unknown") || text.contains("(define-fun")
}

/// Decodes the output of an SMT solver: its answer and the model after it.
fn decode_smt(
    viewed: &InstanceModel,
    source: &str,
    text: &str,
    decoded: &mut DecodeResult,
) -> Result<u8, CliError> {
    match text.split_whitespace().next() {
        Some("unsat") => {
            decoded.answer = "unsat";
            return Ok(20);
        }
        Some("unknown") => return Ok(0),
        _ if !text.contains("(define-fun") => {
            let message = "'sat' without a model; expected what (get-model) prints";
            return Err(InputError::new(source, message).into());
        }
        _ => decoded.answer = "sat",
    }
    if viewed.source_instance().notation().solver_language() == Some(SolverLanguage::Smtlib) {
        let found = viewed.source_instance().notation().read_solutions(source, text)?;
        return Ok(settle_solutions(viewed, Ok(found), decoded));
    }
    // The variables that both kinds of scripts have.
    let all = viewed.model.variables().len();
    let declared = viewed.model.source_expressions().map_or(all, |source| source.truths.len());
    let script = smt::declare_variables(&viewed.model, declared).to_string();
    let script = SmtInstance::read_lines(&mut LineReader::new("<script>", script.as_bytes()))?;
    let solution = |values: PuzzleSolution| {
        // A script of terms may declare only the variables of the source: an engine then finds
        // values for the others.
        if values.len() == all {
            let solution = viewed.model.check(&viewed.model_givens(), &values)?;
            return Ok(viewed.source_instance().solution(&viewed.viewpoint, &solution));
        }
        let variables = (0..values.len()).map(VarId::new);
        let values = variables.zip(values.iter());
        let given = values.map(|(variable, &value)| Given { variable, value });
        complete::solution(viewed, given.collect())
    };
    let found = script.notation().read_solutions(source, text)?.into_iter().map(solution).collect();
    Ok(settle_solutions(viewed, found, decoded))
}

/// Checks a solution by the rules of the instance, and decodes its meaning in an
/// exported formula.
pub(super) fn check_solution(
    viewed: &InstanceModel,
    terms: &[Value],
    decoded: &mut DecodeResult,
) -> Result<(), AssignmentError> {
    viewed.source_instance().rules(terms)?;
    if let Some(meaning) = viewed.source_instance().notation().decode_solution(terms) {
        let pairs = meaning?.into_iter().map(|(name, value)| format!("{name} = {value}"));
        decoded.meanings.push(pairs.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// Returns the terms of an assignment of the formula that `encode` writes: every clause must hold,
/// the integers must have values, and these satisfy the model.
pub(super) fn formula_solution(
    viewed: &InstanceModel,
    cnf: &ModelClauses,
    literals: &[i64],
) -> Result<PuzzleSolution, AssignmentError> {
    let formula = cnf.formula();
    let mut values = vec![None; formula.n_vars()];
    for &literal in literals {
        let number = literal.unsigned_abs();
        let value = usize::try_from(number).ok().and_then(|n| values.get_mut(n - 1));
        let variables = formula.n_vars();
        let value = value.ok_or(AssignmentError::NoVariable { number, variables })?;
        if value.replace(literal > 0).is_some_and(|before| before != (literal > 0)) {
            return Err(AssignmentError::TwoValues { number });
        }
    }
    // A variable without a value counts as false. If that violates a clause, the assignment is
    // refused, so no partial assignment passes unchecked.
    let is_true = |lit: Lit| values[lit.vidx()].unwrap_or(false) == lit.is_pos();
    for (label, clauses) in formula.groups() {
        for number in clauses {
            if !formula.clause(number).iter().any(|&lit| is_true(lit)) {
                let (number, label) = (number + 1, label.to_owned());
                return Err(AssignmentError::FalseClause { number, label });
            }
        }
    }
    let mut decoded = Vec::new();
    let whole = cnf.decode_values(&is_true, &mut decoded);
    whole.ok_or(AssignmentError::NoSingleValue)?;
    let solution = viewed.model.check(&viewed.model_givens(), &decoded)?;
    Ok(viewed.source_instance().solution(&viewed.viewpoint, &solution))
}

fn print_result(
    out: &mut StandardOutput,
    viewed: &InstanceModel,
    decoded: &DecodeResult,
) -> std::io::Result<()> {
    writeln!(out, "{}: {}", decoded.instance, viewed.source_instance().title())?;
    if let Some(reason) = &decoded.reason {
        return writeln!(out, "WRONG: {reason}");
    }
    match decoded.answer {
        "sat" => {
            out.write_all(viewed.source_instance().picture().draw_text(&decoded.terms).as_bytes())?;
            for meaning in &decoded.meanings {
                writeln!(out, "{meaning}")?;
            }
            let count = decoded.terms.len();
            let noun = if count == 1 { "solution" } else { "solutions" };
            writeln!(out, "satisfiable: {count} {noun}, checked")
        }
        "unsat" => writeln!(out, "unsatisfiable, as the solver says"),
        _ => writeln!(out, "unknown, as the solver says"),
    }
}
