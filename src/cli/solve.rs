//! `parallax solve`.

mod proof;

use clap::ValueEnum;

use super::compare::execute;
use super::options::{Input, Wanted};
use super::output::Output;
use super::{Failure, WRONG, interrupt};
use crate::ask::{Answer, Task};
use crate::compare::{Cores, Models, Plan};
use crate::engines::Spec;
use crate::report::{Json, Lines, Report};

/// Solve instances with one engine.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// The engine; 'parallax engines' lists them. 'dimacs:COMMAND' and
    /// 'smtlib:COMMAND' run a program once for each solution: slow for many
    #[arg(long, value_name = "SPEC", default_value = "native")]
    engine: Spec,
    /// The model (viewpoint) of the puzzle, for example cards or selected of set;
    /// options follow: cells+symmetry, cells+sums (latin), cells+corners (magic)
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
    /// Where there is no solution, tell constraints and givens that cannot hold together (SAT engines)
    #[arg(long)]
    core: bool,
    /// The same, without those that are not needed
    #[arg(long)]
    minimize_core: bool,
    #[command(flatten)]
    proof: proof::ProofArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A picture of one instance, a line for each of many
    Text,
    /// One object for each instance, one a line
    Json,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let (engine, stream) = args.proof.apply(&args.engine, &args.input, &args.wanted)?;
    let task = args.wanted.task().unwrap_or(Task::First);
    let plan = Plan {
        engines: vec![engine],
        models: args.model.clone().map_or(Models::Default, |name| Models::Named(vec![name])),
        task: Some(task),
        timeout: args.wanted.timeout(),
        seed: args.wanted.seed,
        jobs: args.wanted.jobs(),
        cores: match (args.core, args.minimize_core) {
            (_, true) => Cores::Minimal,
            (true, false) => Cores::Some,
            (false, false) => Cores::None,
        },
        keep: if task == Task::Count { 0 } else { usize::MAX },
    };
    let mut report: Box<dyn Report> = match args.format {
        Format::Text => Box::new(Lines::new(Output::new())),
        Format::Json => Box::new(Json::new(Output::new(), false)),
    };
    let control = interrupt::control();
    let mut answers = Answers::default();
    let summary = execute(&plan, stream, &control, &mut *report, "solving", &mut |compared| {
        compared.rows.iter().for_each(|row| answers.add(&row.answer, row.checked));
    })?;
    let code = answers.exit_code();
    let code = if summary.unread > 0 && code != 5 { WRONG } else { code };
    Ok(interrupt::exit_code(&control, code))
}

/// The answers of a run, for the exit code.
#[derive(Default)]
struct Answers {
    optimal: u64,
    satisfiable: u64,
    unsatisfiable: u64,
    open: u64,
    wrong: u64,
}

impl Answers {
    fn add(&mut self, answer: &Answer, checked: bool) {
        let place = match answer {
            _ if !checked => &mut self.wrong,
            Answer::Satisfiable => &mut self.satisfiable,
            Answer::Optimal(_) => &mut self.optimal,
            Answer::Unsatisfiable => &mut self.unsatisfiable,
            Answer::Unknown(_) | Answer::Unsupported(_) => &mut self.open,
        };
        *place += 1;
    }

    /// Of several instances the least welcome answer counts: a wrong
    /// solution, then unknown, then unsatisfiable, then a solution that is not
    /// known to be best.
    fn exit_code(&self) -> u8 {
        match self {
            Answers { wrong: 1.., .. } => 5,
            Answers { open: 1.., .. } => 0,
            Answers { unsatisfiable: 1.., .. } => 20,
            Answers { satisfiable: 1.., .. } => 10,
            Answers { optimal: 1.., .. } => 30,
            _ => 0,
        }
    }
}
