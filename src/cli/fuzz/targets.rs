//! `parallax fuzz --target`: wrong answers of programs.

use std::io::Write;
use std::path::PathBuf;

use parallax_fuzz::programs::Operator;
use parallax_fuzz::programs::campaign::{
    CampaignEvent, CampaignReport, LargerCases, ProgramCampaign, ResumePoint,
};
use parallax_fuzz::programs::target::TargetLimits;
use parallax_fuzz::programs::{dispute, report};
use parallax_model::engine_api::Control;

use super::FuzzArgs;
use super::adapters::{TargetName, parse_target, target_specs};
use super::prover::CertifiedProver;
use super::self_targets;
use crate::cli::format::OutputFormat;
use crate::cli::numbers::within;
use crate::cli::output::StandardOutput;
use crate::cli::{CliError, interrupt};

/// Options about programs.
#[derive(clap::Args)]
pub(super) struct TargetOptions {
    /// A program whose answers are judged by the definitions of constraints (repeatable)
    ///
    /// LANGUAGE:COMMAND with the languages fzn, mzn, mzn-stay, xcsp3, xcsp3-stay, smt2, opb,
    /// dimacs, json and fzn-core, perhaps with a label before it: 'mine=fzn:./my-solver'. Or
    /// ortools, pychoco, cpmpy, clingo, pysat or z3, asked through Python (PARALLAX_PYTHON, else
    /// python3). Or self, every engine of this program through every format; self:LIST names some.
    /// Each case is written in the program's own language, its answer is compared with an
    /// enumeration, and each wrong one is shrunk, asked again and written to the folder of --out,
    /// with a report.
    #[arg(
        long = "target",
        value_name = "SPEC",
        value_parser = parse_target,
        conflicts_with_all = ["engines", "edges"]
    )]
    pub(super) targets: Vec<TargetName>,
    /// With --target: only cases about these constraints (names as in the report)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = operator)]
    operators: Vec<Operator>,
    /// With --target: percentage of larger cases, judged by a certificate
    ///
    /// A larger case has more assignments than are enumerated. Native search lists its solutions
    /// with a certificate, which the checker accepts; each solution is evaluated by the
    /// definitions. 100 asks nothing else, 0 leaves them out.
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = within::<u32>(0, 100))]
    larger: u32,
    /// With --target: continue the run in the folder of --out; causes that it has are not reported
    #[arg(long)]
    resume: bool,
    /// With --target: also write a JUnit report, with a test for each target and constraint
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

fn operator(name: &str) -> Result<Operator, String> {
    Operator::from_name(name).ok_or_else(|| format!("there is no constraint '{name}'"))
}

/// Maximum number of questions to shrink one finding.
const MAX_SHRINK_QUESTIONS: usize = 300;

pub(super) fn run_targets(args: &FuzzArgs, control: &Control) -> Result<u8, CliError> {
    let options = &args.programs;
    let known = report::known_causes(&args.out).map_err(|error| folder_error(args, &error))?;
    let saved = if options.resume {
        ResumePoint::read_folder(&args.out).map_err(|error| folder_error(args, &error))?
    } else {
        None
    };
    // A resumed run continues the cases of its own seed, so the saved seed overrides the option.
    let seed = saved.as_ref().map_or(args.seed, |saved| saved.seed);
    let places = saved.map(|saved| saved.reached).unwrap_or_default();
    // Lives until the end of the campaign, which runs the adapters from this folder.
    let adapters = tempfile::tempdir()?;
    let targets = if args.texts {
        self_targets::text_specs()
    } else {
        target_specs(&options.targets, adapters.path())
    };
    let targets = targets?;
    let campaign = ProgramCampaign {
        seed,
        from: args.from,
        places,
        cases: args.cases,
        jobs: args.worker_count(),
        targets,
        operators: (!options.operators.is_empty()).then(|| options.operators.clone()),
        limits: TargetLimits {
            time: args.timeout,
            memory_bytes: args.memory.get().saturating_mul(1_000_000),
            ..TargetLimits::default()
        },
        attempts: MAX_SHRINK_QUESTIONS,
        known: if options.resume { known } else { Vec::new() },
    };
    let prover = CertifiedProver::new()?;
    let larger = LargerCases { percent: options.larger, prover: &prover };
    let larger = (options.larger > 0 && !args.texts).then_some(larger);
    let on_event = |event: CampaignEvent<'_>| show_event(args, event);
    let result = campaign.run_with(larger, control, &on_event)?;
    write_report(args, &result, &ResumePoint { seed, reached: result.reached.clone() })?;
    print_report(args, &result)?;
    if control.stop_reason().is_some() {
        eprintln!("parallax: to go on: --resume");
    }
    Ok(interrupt::exit_code(control, result.exit_code()))
}

/// Prints a finding when it is found, and again when it is shrunk and written.
fn show_event(args: &FuzzArgs, event: CampaignEvent<'_>) {
    match event {
        CampaignEvent::Found(finding) => {
            eprintln!("{}: {}, case {}", finding.target, finding.finding_title(), finding.number);
        }
        CampaignEvent::Kept(finding) => {
            let path = args.out.join(finding.file_stem());
            match report::write_finding(&args.out, finding) {
                Ok(()) => eprintln!(
                    "{}: {} (judged by {})\n{}",
                    path.display(),
                    finding.finding_title(),
                    finding.judged.judge_description(),
                    finding.text
                ),
                Err(error) => eprintln!("{}: cannot write: {error}", path.display()),
            }
        }
        CampaignEvent::Disputed(found) => {
            eprintln!("case {} in dispute, no target is at fault: {}", found.case.id, {
                found.describe_dispute()
            });
            if let Err(error) = dispute::write_dispute(&args.out, found) {
                eprintln!("{}: cannot write: {error}", args.out.display());
            }
        }
    }
}

fn write_report(
    args: &FuzzArgs,
    result: &CampaignReport,
    reached: &ResumePoint,
) -> Result<(), CliError> {
    report::write_report(&args.out, result).map_err(|error| folder_error(args, &error))?;
    reached.write_folder(&args.out).map_err(|error| folder_error(args, &error))?;
    if let Some(file) = &args.programs.junit {
        let failed = |error| CliError(format!("{}: cannot write: {error}", file.display()));
        std::fs::write(file, report::junit_report(result)?).map_err(failed)?;
    }
    Ok(())
}

fn print_report(args: &FuzzArgs, result: &CampaignReport) -> Result<(), CliError> {
    let mut out = StandardOutput::new();
    match args.format {
        OutputFormat::Json => {
            serde_json::to_writer(&mut out, &report::to_json(result))?;
            writeln!(out)?;
        }
        OutputFormat::Text => out.write_all(report::text_report(result).as_bytes())?,
    }
    Ok(out.flush()?)
}

fn folder_error(args: &FuzzArgs, error: &std::io::Error) -> CliError {
    CliError(format!("{}: {error}", args.out.display()))
}
