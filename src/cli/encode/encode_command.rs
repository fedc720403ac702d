//! The command: its arguments, its run and its output.

use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use parallax_certificates::json;
use parallax_encodings::smt::SmtEncoding;
use parallax_solvers::proofs::veripb::PseudoBooleanDefinition;
use parallax_translate::ClauseFormat;
use parallax_translate::flatzinc::FlatzincGlobals;
use parallax_translate::minizinc::OutputItemForm;

use super::check;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::format::OutputFormat;
use crate::cli::formula::{FormulaArgs, InstanceModel};
use crate::cli::numbers::seconds;
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::{CliError, interrupt};

/// Write an instance as DIMACS, OPB, SMT-LIB, MiniZinc, XCSP3, ...
#[derive(clap::Args)]
pub(in crate::cli) struct EncodeArgs {
    /// With --to smtlib: the terms of integers, lia, fd, bv or pb
    ///
    /// lia and fd are integers, bv bit-vectors, pb truth values and the pseudo-Boolean constraints
    /// that only Z3 reads.
    #[arg(long, value_name = "NAME", default_value = "lia")]
    terms: SmtEncoding,
    /// With --to flatzinc: the global constraints that it may contain, std (none) or gecode
    #[arg(long, value_name = "NAME", default_value = "std")]
    globals: FlatzincGlobals,
    #[command(flatten)]
    pub(super) chosen: FormulaArgs,
    /// The format to write
    #[arg(long, value_enum, default_value_t = EncodeTarget::Dimacs)]
    to: EncodeTarget,
    /// Compare each group of clauses with its constraint, instead of writing them
    #[arg(long)]
    pub(super) check: bool,
    /// With --check: maximum seconds; what is not reached is unchecked
    #[arg(long, value_name = "S", value_parser = seconds, requires = "check")]
    timeout: Option<Duration>,
    /// With --check: how to print
    #[arg(long, alias = "report", value_parser = report_format, default_value = "text")]
    #[arg(requires = "check")]
    pub(super) format: OutputFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum EncodeTarget {
    /// DIMACS CNF; comments name the meaning of variables and clauses
    #[value(alias = "cnf")]
    Dimacs,
    /// OPB in the form of the pseudo-Boolean competitions, with the same comments
    Opb,
    /// OPB: the plain definition of the model that VeriPB's proofs start from
    /// (--certify veripb), a literal a value
    OpbDefinition,
    /// SMT-LIB 2; comments name the meaning of variables and assertions
    #[value(aliases = ["smt2", "smt-lib"])]
    Smtlib,
    /// FlatZinc, in the builtins that every solver takes; comments name the variables
    #[value(alias = "fzn")]
    Flatzinc,
    /// MiniZinc, for people to read and for all its solvers; solutions are printed by name
    #[value(alias = "mzn")]
    Minizinc,
    /// XCSP3-core; notes name the variables
    #[value(aliases = ["xcsp", "xml"])]
    Xcsp3,
}

/// Reads the format of a check's report. The option `--to` selects the format of the file.
fn report_format(text: &str) -> Result<OutputFormat, String> {
    OutputFormat::from_str(text, true).map_err(|_| {
        let is_target = EncodeTarget::from_str(text, true).is_ok();
        let hint = if is_target {
            format!("; --to {text} chooses what is written")
        } else {
            String::new()
        };
        format!("expected text or json{hint}")
    })
}

pub(in crate::cli) fn run(args: &EncodeArgs) -> Result<u8, CliError> {
    let json = matches!(args.format, OutputFormat::Json);
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 3, json });
    let viewed = args.chosen.read_model(&clock)?;
    let control = interrupt::interrupt_control();
    let progress = ProgressLine::new("encoding");
    let mut out = StandardOutput::new();
    if args.check {
        let code = check::check_groups(args, &viewed, (&control, &clock), &mut out)?;
        progress.finish_line();
        out.flush()?;
        return Ok(interrupt::exit_code(&control, code));
    }
    let clauses = |format: ClauseFormat, out: &mut StandardOutput| {
        let cnf = viewed.write_clauses(&args.chosen.encoding_options()?, &control)?;
        let mut remarks = head_comments(&viewed);
        remarks.push(format!("encoding {}", args.chosen.encoding));
        cnf.write_formula(format, &remarks, out)?;
        Ok::<(), CliError>(())
    };
    match args.to {
        EncodeTarget::Dimacs => clauses(ClauseFormat::Dimacs, &mut out)?,
        EncodeTarget::Opb => clauses(ClauseFormat::Opb, &mut out)?,
        EncodeTarget::OpbDefinition => {
            let flat = json::read_model(&parallax_json::write_model(&viewed.model))
                .map_err(|fault| CliError(fault.to_string()))?;
            let definition = PseudoBooleanDefinition::new(&flat, &control)?;
            let text = definition.write_opb(true);
            // OPB readers expect the line with the numbers of variables and constraints first, so
            // the comments go after it.
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            writeln!(out, "{first}")?;
            for remark in head_comments(&viewed) {
                writeln!(out, "* {remark}")?;
            }
            out.write_all(rest.as_bytes())?;
        }
        EncodeTarget::Smtlib => {
            let script = viewed.write_terms(args.terms, &control)?.script;
            for remark in head_comments(&viewed) {
                writeln!(out, "; {remark}")?;
            }
            script.write_script(&mut out)?;
        }
        EncodeTarget::Xcsp3 => {
            viewed.write_xcsp3(&control)?.write_instance(
                true,
                &head_comments(&viewed),
                &mut out,
            )?;
        }
        EncodeTarget::Minizinc => {
            let written = viewed.write_minizinc(&control)?;
            written.write_model(OutputItemForm::Shown, true, &head_comments(&viewed), &mut out)?;
        }
        EncodeTarget::Flatzinc => {
            let flat = viewed.write_flatzinc(args.globals, &control)?;
            for remark in head_comments(&viewed) {
                writeln!(out, "% {remark}")?;
            }
            flat.write_text(true, &mut out)?;
        }
    }
    progress.finish_line();
    out.flush()?;
    Ok(0)
}

/// Returns the first comments, which describe the file.
fn head_comments(viewed: &InstanceModel) -> Vec<String> {
    let (source, title) = (&viewed.found.source, viewed.source_instance().title());
    let about = format!("{source}: {title}");
    let model = format!("model {}", viewed.model.name());
    [about, model].map(|line| line.replace(['\n', '\r'], " ")).to_vec()
}
