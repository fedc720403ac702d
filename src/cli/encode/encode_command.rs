//! The command: its arguments, its run and its output.

use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use parallax_certificates::json;
use parallax_encodings::smt::SmtEncoding;
use parallax_solvers::proofs::veripb::Definition;
use parallax_translate::ClauseFormat;
use parallax_translate::flatzinc::Globals;
use parallax_translate::minizinc::Printed;

use super::check;
use crate::cli::clock::{Clock, Unknown};
use crate::cli::format::Format;
use crate::cli::formula::{Chosen, Viewed};
use crate::cli::numbers::seconds;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::{Failure, interrupt};

/// Write an instance as clauses (DIMACS, OPB), terms (SMT-LIB), FlatZinc, MiniZinc or XCSP3.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// With --to smtlib: the terms of integers, lia, fd, bv or pb
    ///
    /// lia and fd are integers, bv bit-vectors, pb truth values and the pseudo-Boolean constraints
    /// that only Z3 reads.
    #[arg(long, value_name = "NAME", default_value = "lia")]
    terms: SmtEncoding,
    /// With --to flatzinc: the global constraints that it may contain, std (none) or gecode
    #[arg(long, value_name = "NAME", default_value = "std")]
    globals: Globals,
    #[command(flatten)]
    pub(super) chosen: Chosen,
    /// The format to write
    #[arg(long, value_enum, default_value_t = Target::Dimacs)]
    to: Target,
    /// Compare each group of clauses with its constraint, instead of writing them
    #[arg(long)]
    pub(super) check: bool,
    /// With --check: maximum seconds; what is not reached is unchecked
    #[arg(long, value_name = "S", value_parser = seconds, requires = "check")]
    timeout: Option<Duration>,
    /// With --check: how to print
    #[arg(long, alias = "report", value_parser = report_format, default_value = "text")]
    #[arg(requires = "check")]
    pub(super) format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// DIMACS CNF; comments name the meaning of variables and clauses
    #[value(alias = "cnf")]
    Dimacs,
    /// OPB, as the pseudo-Boolean competitions have it, with the same comments
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
    /// MiniZinc, for people to read and for every solver behind it; solutions are printed by name
    #[value(alias = "mzn")]
    Minizinc,
    /// XCSP3-core; notes name the variables
    #[value(aliases = ["xcsp", "xml"])]
    Xcsp3,
}

/// Reads how a check is printed. The format of what is written has an option of its own.
fn report_format(text: &str) -> Result<Format, String> {
    Format::from_str(text, true).map_err(|_| {
        let is_target = Target::from_str(text, true).is_ok();
        let hint = if is_target {
            format!("; --to {text} chooses what is written")
        } else {
            String::new()
        };
        format!("expected text or json{hint}")
    })
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    let json = matches!(args.format, Format::Json);
    let clock = Clock::start(args.timeout, Unknown { code: 3, json });
    let viewed = args.chosen.view(&clock)?;
    let control = interrupt::control();
    let progress = Progress::new("encoding");
    let mut out = Output::new();
    if args.check {
        let code = check::run(args, &viewed, (&control, &clock), &mut out)?;
        progress.finish();
        out.flush()?;
        return Ok(interrupt::exit_code(&control, code));
    }
    let clauses = |format: ClauseFormat, out: &mut Output| {
        let cnf = viewed.clauses(&args.chosen.options()?, &control)?;
        let mut remarks = head(&viewed);
        remarks.push(format!("encoding {}", args.chosen.encoding));
        cnf.write(format, &remarks, out)?;
        Ok::<(), Failure>(())
    };
    match args.to {
        Target::Dimacs => clauses(ClauseFormat::Dimacs, &mut out)?,
        Target::Opb => clauses(ClauseFormat::Opb, &mut out)?,
        Target::OpbDefinition => {
            let flat = json::read(&parallax_json::write(&viewed.model))
                .map_err(|fault| Failure(fault.to_string()))?;
            let definition = Definition::new(&flat, &control)?;
            let text = definition.opb(true);
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            writeln!(out, "{first}")?;
            for remark in head(&viewed) {
                writeln!(out, "* {remark}")?;
            }
            out.write_all(rest.as_bytes())?;
        }
        Target::Smtlib => {
            let script = viewed.terms(args.terms, &control)?.script;
            for remark in head(&viewed) {
                writeln!(out, "; {remark}")?;
            }
            script.write(&mut out)?;
        }
        Target::Xcsp3 => viewed.xcsp3(&control)?.write(true, &head(&viewed), &mut out)?,
        Target::Minizinc => {
            let written = viewed.minizinc(&control)?;
            written.write(Printed::Shown, true, &head(&viewed), &mut out)?;
        }
        Target::Flatzinc => {
            let flat = viewed.flatzinc(args.globals, &control)?;
            for remark in head(&viewed) {
                writeln!(out, "% {remark}")?;
            }
            flat.write(true, &mut out)?;
        }
    }
    progress.finish();
    out.flush()?;
    Ok(0)
}

/// Returns the first comments, which describe the file.
fn head(viewed: &Viewed) -> Vec<String> {
    let (source, title) = (&viewed.found.source, viewed.instance().title());
    let about = format!("{source}: {title}");
    let model = format!("model {}", viewed.model.name());
    [about, model].map(|line| line.replace(['\n', '\r'], " ")).to_vec()
}
