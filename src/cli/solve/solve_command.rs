//! The command: its arguments, its run and its output.

use std::num::NonZeroU8;
use std::sync::Arc;

use parallax_compare::{Compared, Cores, Keeps, Models, Plan, Row, Standing};
use parallax_engines::auto::AutoEngine;
use parallax_engines::{Counter, NativeSearch, Portfolio, Spec};
use parallax_formats::inputs::Stream;
use parallax_model::ask::{Answer, Engine, Task};
use parallax_model::instance::{Goal, InputError, SourcedInstance};
use parallax_report::{
    Competition, Json, Lines, LinesView, Report, Structures, Uniqueness, uniqueness,
};

use super::pointer::Pointer;
use super::proof;
use super::propagate;
use super::second;
use super::smtlib;
use super::threads;
use super::unsat_core;
use crate::cli::execute::{checker, execute};
use crate::cli::given::GivenValues;
use crate::cli::numbers::whole;
use crate::cli::options::{Input, TaskOptions, one_engine};
use crate::cli::output::Output;
use crate::cli::screen::{Screen, layout};
use crate::cli::{Failure, WRONG, interrupt};

/// Solve instances with one engine.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) input: Input,
    /// The engine, one that 'parallax engines' lists [default: auto]
    ///
    /// 'dimacs:COMMAND' and 'smtlib:COMMAND' run a program once for each solution: slow for many;
    /// 'fzn:COMMAND' runs a FlatZinc solver. The default is native with --count, --propagate,
    /// --certify, --threads and --resume, and with --core or --proof a SAT engine that has what they
    /// need.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) engine: Option<Spec>,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    ///
    /// For example cards or selected of set; with options cells+sums (latin), cells+corners (magic).
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,
    #[command(flatten)]
    pub(super) given: GivenValues,
    /// Check whether there is exactly one solution; if there are more, show two
    #[arg(long, conflicts_with = "task")]
    pub(super) unique: bool,
    #[command(flatten)]
    pub(super) wanted: TaskOptions,
    /// If there is no solution, print what cannot hold together
    ///
    /// These are constraints and givens. Only SAT engines do this.
    #[arg(long)]
    pub(super) core: bool,
    /// As --core, without those that are not needed
    #[arg(long)]
    pub(super) minimize_core: bool,
    #[command(flatten)]
    pub(super) proof: proof::ProofArgs,
    #[command(flatten)]
    pub(super) threads: threads::Threads,
    /// For portfolios: ask until N families agree
    ///
    /// Where there is no solution, no other or no better one, engines of other families are asked
    /// until N families agree, or the time is over.
    #[arg(long, value_name = "N", conflicts_with = "propagate", value_parser = whole::<NonZeroU8>)]
    pub(super) agree: Option<NonZeroU8>,
    /// Print what all solutions have in common: values that must hold, and that cannot
    ///
    /// On a board, these are the true candidates: for each cell the values that it has in some
    /// solution. --candidates is the same.
    #[arg(long, alias = "candidates", conflicts_with_all = ["task", "unique", "core", "minimize_core", "proof"])]
    pub(super) propagate: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub(super) format: SolveFormat,
}

/// Maximum number of requested solutions that are kept; if more or all are requested, each is
/// printed as it is found.
const MOST_KEPT: u64 = 1000;

/// The formats of solutions.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SolveFormat {
    /// For people: pictures, tables, lines
    Text,
    /// JSON objects, one a line
    Json,
    /// For tables: 'name := {...}' for each symbol of the glossary
    Structure,
    /// The lines of the XCSP3 competition: s, o at each improvement, v
    Xcsp3,
    /// Answers to the commands of an SMT-LIB script: sat, values, cores
    Smtlib,
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    let spec = args.engine();
    args.threads.fit(args, &spec)?;
    if args.agree.is_some() && (!spec.is_engine::<Portfolio>() || args.proof.is_used()) {
        return Err(Failure(format!("--agree is for portfolios, not for '{spec}'")));
    }
    // Before anything is read: a pipe may stay open.
    let control = interrupt::control();
    let (engine, stream) = args.posed(&spec)?;
    let task = if args.unique { Task::Limit(2) } else { args.wanted.task().unwrap_or(Task::First) };
    let mut stream = stream.peekable();
    if args.propagate && args.proof.certifies() {
        return Err(Failure("what all solutions have in common is not certified".into()));
    }
    let is_default = task == Task::First && !args.proof.is_used();
    // Without options, the instance states the goal.
    let goal = |next: &Result<SourcedInstance, InputError>| next.as_ref().ok()?.instance.goal();
    if args.propagate || is_default && stream.peek().and_then(goal) == Some(Goal::Consequences) {
        // Each value is a question of its own: the choice for one does not suit the others.
        let native = spec.is_engine::<AutoEngine>() && args.engine.is_none();
        let engine = if native { args.wanted.engine(Spec::native())? } else { engine };
        return propagate::run(args, Box::new(stream), &engine, &control);
    }
    let progress = args.input.progress("solving");
    let asked = asked(task, stream.peek().and_then(goal));
    let many = exceeds_kept(asked);
    let as_text = args.format == SolveFormat::Text;
    let (single, stream) =
        args.threads.one_instance(&args.input, Box::new(stream), many && as_text);
    let alone = single && !args.input.waits();
    let engine = args.threads.engine(args, &spec, alone, &progress)?.unwrap_or(engine);
    let cheap = task == Task::First && is_quick(&spec);
    let plan = Plan {
        engines: vec![engine],
        models: args.models(),
        task: Some(task),
        timeout: args.wanted.timeout(),
        memory: args.wanted.memory_bytes(),
        seed: args.wanted.seed,
        jobs: args.threads.jobs(&spec, &args.wanted),
        cores: args.cores(),
        alone: false,
        checker: args.proof.certifies().then(checker),
        // For each of several instances, text has one solution.
        keep: most_kept(task, many && as_text && !single),
        streams: many && (single || !as_text) || args.format == SolveFormat::Xcsp3,
    };
    let asker = unsat_core::Asker::new(args.engine.clone(), plan.timeout, &control);
    let mut report = args.report(cheap, asked == Task::Count, &asker);
    let mut answers = Answers { certify: args.proof.asked(), ..Answers::default() };
    let summary = execute(&plan, stream, &control, &mut *report, &progress, &mut |compared| {
        answers.add_all(compared, args.unique);
    })?;
    args.threads.refused()?;
    answers.cores.print(as_text, &asker)?;
    answers.pointer.print(args, summary.unread);
    let code = answers.exit_code();
    let code = if summary.unread > 0 && code != 5 { WRONG } else { code };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the task, or the instance's own goal if the user names none.
pub(super) fn asked(task: Task, goal: Option<Goal>) -> Task {
    match goal {
        Some(Goal::Task(goal)) if task == Task::First => goal,
        _ => task,
    }
}

/// Whether more solutions are requested than are kept.
fn exceeds_kept(task: Task) -> bool {
    task == Task::All || task.limit().is_some_and(|limit| limit > MOST_KEPT)
}

/// Returns the maximum number of solutions to keep for a row; `one` if its report has one.
fn most_kept(task: Task, one: bool) -> usize {
    match task {
        Task::Count => 0,
        _ if one => 1,
        _ => usize::MAX,
    }
}

impl Args {
    /// Returns the report in the requested format; `cheap` if it may look for a second solution,
    /// `count` if the solutions are counted.
    fn report(&self, cheap: bool, count: bool, asker: &unsat_core::Asker) -> Box<dyn Report> {
        let screen = Screen::chosen();
        let view = LinesView {
            layout: layout(),
            bare: screen.quiet,
            count,
            counters: screen.verbose,
            unique: self.unique,
            // Nothing certifies what a quick look finds.
            second: (cheap && !self.proof.certifies()).then_some(second::second),
        };
        match self.format {
            SolveFormat::Text => Box::new(Lines::new(Output::new(), view)),
            SolveFormat::Json => Box::new(Json::new(Output::new(), false)),
            SolveFormat::Structure => Box::new(Structures::new(Output::new())),
            SolveFormat::Xcsp3 => Box::new(Competition::new(Output::new())),
            SolveFormat::Smtlib => Box::new(smtlib::Responses::new(Output::new(), asker.clone())),
        }
    }

    pub(super) fn cores(&self) -> Cores {
        match (self.core, self.minimize_core) {
            (_, true) => Cores::Minimal,
            (true, false) => Cores::Some,
            (false, false) => Cores::None,
        }
    }

    /// Returns the model that is named, else for a count the one with the fewest solutions.
    fn models(&self) -> Models {
        match &self.model {
            Some(name) => Models::Named(vec![name.clone()]),
            None if self.threads.counts_as_it_likes(self) => Models::Orbits,
            None => Models::Default,
        }
    }

    /// Returns the engine, and the instances with the values that are given.
    fn posed(&self, spec: &Spec) -> Result<(Arc<dyn Engine>, Stream), Failure> {
        let why = "certificates are about the file, which does not have these values";
        let flag = "--certify or --certificate";
        self.given.refuse_with(self.proof.certifies(), flag, why)?;
        let (engine, stream) = self.proof.apply(spec, &self.input, &self.wanted)?;
        Ok((engine, self.given.stream(stream, &self.models(), self.wanted.timeout())))
    }

    /// Returns the engine that is named, else one that can do the task.
    pub(super) fn engine(&self) -> Spec {
        let sat = self.core || self.minimize_core || self.proof.is_wanted();
        let counts = self.wanted.task() == Some(Task::Count);
        let native = counts || self.propagate || self.proof.is_used() || self.threads.are_used();
        match &self.engine {
            // The engine that 'auto' chooses may be unable to do this.
            Some(spec) if !spec.is_engine::<AutoEngine>() || !(sat || self.proof.is_used()) => {
                spec.clone()
            }
            _ if sat => Spec::best_sat(),
            // Its certificates are as long as the search, not as the list of solutions.
            None if counts && self.proof.certifies_counts() && !self.threads.are_used() => {
                Spec::new(Counter::native())
            }
            None if !native => Spec::auto(),
            _ => Spec::native(),
        }
    }
}

/// Whether an engine may answer within moments: native search, or the one that begins with it.
fn is_quick(spec: &Spec) -> bool {
    spec.is_engine::<NativeSearch>() || spec.is_engine::<AutoEngine>()
}

/// Exit code of an answer without the requested certificate.
const UNCERTIFIED: u8 = 40;

/// The answers of a run, for the exit code.
#[derive(Default)]
pub(super) struct Answers {
    /// The standing that claims need.
    pub(super) certify: Option<Standing>,
    /// The number of claims below that standing.
    uncertified: u64,
    pub(super) several: u64,
    optimal: u64,
    satisfiable: u64,
    unsatisfiable: u64,
    pub(super) open: u64,
    pub(super) wrong: u64,
    /// Where an instance without a solution is explained.
    pub(super) pointer: Pointer,
    /// The scripts that ask for a core.
    pub(super) cores: unsat_core::Asked,
}

impl Answers {
    /// Adds the rows of an instance; with `unique`, their results for `--unique`.
    fn add_all(&mut self, compared: &Compared, unique: bool) {
        self.pointer.add(compared);
        self.cores.add(compared);
        compared.rows.iter().for_each(|row| self.add(row, unique));
    }

    /// Adds a row; with `unique`, its result for `--unique`.
    pub(super) fn add(&mut self, row: &Row, unique: bool) {
        // A solution is checked, and needs no certificate.
        let claims = row.claim.is_some() && row.checked;
        let rests = |wanted: Standing| row.standing.is_some_and(|own| own.meets(wanted));
        self.uncertified += u64::from(claims && self.certify.is_some_and(|own| !rests(own)));
        if unique {
            self.add_uniqueness(row);
        } else {
            self.add_answer(row);
        }
    }

    pub(super) fn add_answer(&mut self, row: &Row) {
        let place = match &row.answer {
            _ if !row.checked => &mut self.wrong,
            // A part of the solutions is empty: this shows nothing of the others.
            Answer::Unsatisfiable if matches!(row.keeps, Keeps::Part(_)) => &mut self.open,
            Answer::Satisfiable => &mut self.satisfiable,
            Answer::Optimal(_) => &mut self.optimal,
            Answer::Unsatisfiable => &mut self.unsatisfiable,
            Answer::Unknown(_) | Answer::Unsupported(_) => &mut self.open,
        };
        *place += 1;
    }

    /// Adds the result of a row for `--unique`.
    fn add_uniqueness(&mut self, row: &Row) {
        match uniqueness(row) {
            _ if !row.checked => self.wrong += 1,
            Uniqueness::Unique => self.satisfiable += 1,
            Uniqueness::Several => self.several += 1,
            Uniqueness::None => self.unsatisfiable += 1,
            Uniqueness::Unknown => self.open += 1,
        }
    }

    /// Returns the exit code of the least welcome answer of all instances: a wrong solution, then a
    /// claim without its certificate, then unknown, then unsatisfiable, then several solutions if
    /// one is expected, then a solution that may not be best.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Answers { wrong: 1.., .. } => 5,
            Answers { uncertified: 1.., .. } => UNCERTIFIED,
            Answers { open: 1.., .. } => 0,
            Answers { unsatisfiable: 1.., .. } => 20,
            Answers { several: 1.., .. } => 11,
            Answers { satisfiable: 1.., .. } => 10,
            Answers { optimal: 1.., .. } => 30,
            _ => 0,
        }
    }
}
