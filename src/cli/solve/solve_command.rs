//! The command: its arguments, its run and its output.

use std::num::NonZeroU8;
use std::sync::Arc;

use parallax_compare::{
    ClaimEvidence, ComparisonPlan, CoreDetail, InstanceComparison, ModelSelection, Row,
    SolutionCoverage,
};
use parallax_engines::auto::AutoEngine;
use parallax_engines::{Counter, NativeSearch, Portfolio, Spec};
use parallax_formats::inputs::{InputSources, Stream};
use parallax_instance::{InputError, InstanceGoal, SourcedInstance};
use parallax_model::engine_api::{Answer, Engine, Task};
use parallax_report::{
    CompetitionReporter, JsonReporter, LinesView, ResultReporter, SolutionReporter,
    SolutionUniqueness, StructureReporter, solution_uniqueness,
};

use super::proof_options;
use super::propagate;
use super::second_solution;
use super::smtlib;
use super::thread_options;
use super::unsat_core;
use super::why_pointer::WhyPointer;
use crate::cli::evaluate::{SingleCase, evaluate_single};
use crate::cli::execute::{certificate_checker, execute_plan};
use crate::cli::format::OutputFormat;
use crate::cli::given_values::GivenValues;
use crate::cli::numbers::whole;
use crate::cli::options::{InputOptions, TaskOptions, one_engine};
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, WRONG_USAGE_EXIT_CODE, interrupt};

/// Solve instances with one engine
#[derive(clap::Args)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    pub(super) input: InputOptions,
    /// The engine, one that 'parallax engines' lists [default: auto]
    ///
    /// 'dimacs:COMMAND' and 'smtlib:COMMAND' run a program once for each solution: slow for many;
    /// 'fzn:COMMAND' runs a FlatZinc solver. The default is native with --count, --propagate,
    /// --certify, --threads and --resume, and with --core or --proof a SAT engine that has what
    /// they need.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) engine: Option<Spec>,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    ///
    /// For example cards or selected of set; with options cells+sums (latin), cells+corners
    /// (magic).
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,
    #[command(flatten)]
    pub(super) given: GivenValues,
    /// Take only this decision of a DMN file, with those that it needs
    ///
    /// Without a task and an engine, it is evaluated for the given inputs, exactly, as
    /// 'parallax evaluate' does; other inputs are null. Engines find values for other inputs.
    #[arg(long, value_name = "NAME")]
    pub(super) decision: Option<String>,
    /// Check whether there is exactly one solution; if there are more, show two
    #[arg(long, conflicts_with = "task")]
    pub(super) unique: bool,
    #[command(flatten)]
    pub(super) wanted: TaskOptions,
    /// If there is no solution, print constraints and givens that cannot hold together
    ///
    /// Only SAT engines find such cores.
    #[arg(long)]
    pub(super) core: bool,
    /// Like --core, but leave out what is not needed
    #[arg(long)]
    pub(super) minimize_core: bool,
    #[command(flatten)]
    pub(super) proof: proof_options::ProofArgs,
    #[command(flatten)]
    pub(super) threads: thread_options::ThreadOptions,
    /// For portfolios: ask until N families agree
    ///
    /// If an engine finds no solution, no other or no better one, asks engines of other families
    /// until N families agree or the time is over.
    #[arg(long, value_name = "N", conflicts_with = "propagate", value_parser = whole::<NonZeroU8>)]
    pub(super) agree: Option<NonZeroU8>,
    /// Print what all solutions have in common: values that must or cannot hold
    ///
    /// On a board, these are the true candidates: for each cell the values that it has in some
    /// solution. --candidates is the same.
    #[arg(long, alias = "candidates", conflicts_with_all = ["task", "unique", "core", "minimize_core", "proof"])]
    pub(super) propagate: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub(super) format: SolveFormat,
}

/// Maximum number of requested solutions that are kept; if more or all are requested, each is
/// printed as it is found.
const MAX_KEPT_SOLUTIONS: u64 = 1000;

/// The formats of solutions.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SolveFormat {
    /// For people: pictures, tables, lines
    Text,
    /// JSON objects, one per line
    Json,
    /// For tables: 'name := {...}' for each symbol of the glossary
    Structure,
    /// The lines of the XCSP3 competition: s, o at each improvement, v
    Xcsp3,
    /// Answers to the commands of an SMT-LIB script: sat, values, cores
    Smtlib,
}

pub(in crate::cli) fn run(args: &SolveArgs) -> Result<u8, CliError> {
    if let Some(decision) = args.decision.as_ref().filter(|_| args.evaluates_decision()) {
        return args.evaluate_decision(decision);
    }
    let spec = args.chosen_engine();
    args.threads.check_options(args, &spec)?;
    if args.agree.is_some() && (!spec.is_engine::<Portfolio>() || args.proof.is_used()) {
        return Err(CliError(format!("--agree is for portfolios, not for '{spec}'")));
    }
    // The handler of Ctrl-C comes before the first read, which may wait for a pipe forever.
    let control = interrupt::interrupt_control();
    let (engine, stream) = args.posed_instances(&spec)?;
    let task =
        if args.unique { Task::Limit(2) } else { args.wanted.named_task().unwrap_or(Task::First) };
    let mut stream = stream.peekable();
    if args.propagate && args.proof.wants_certificate() {
        return Err(CliError("what all solutions have in common is not certified".into()));
    }
    let is_default = task == Task::First && !args.proof.is_used();
    // Without options, the instance states the goal.
    let goal = |next: &Result<SourcedInstance, InputError>| next.as_ref().ok()?.instance.goal();
    if args.propagate
        || is_default && stream.peek().and_then(goal) == Some(InstanceGoal::Consequences)
    {
        // Each value is a separate question, and the engine that 'auto' chooses for the first one
        // need not suit the others.
        let native = spec.is_engine::<AutoEngine>() && args.engine.is_none();
        let engine = if native { args.wanted.wrap_engine(Spec::native())? } else { engine };
        return propagate::run_propagation(args, Box::new(stream), &engine, &control);
    }
    let progress = args.input.instance_progress("solving");
    let asked = task_or_goal(task, stream.peek().and_then(goal));
    let many = exceeds_kept(asked);
    let as_text = args.format == SolveFormat::Text;
    // Text shows many solutions only of a single instance, so only then it matters whether a second
    // one follows, and only then a pipe is waited for.
    let (single, stream) =
        args.threads.one_instance(&args.input, Box::new(stream), many && as_text);
    let alone = single && !args.input.may_wait();
    let engine = args.threads.threaded_engine(args, &spec, alone, &progress)?.unwrap_or(engine);
    let cheap = task == Task::First && is_quick(&spec);
    let plan = ComparisonPlan {
        engines: vec![engine],
        models: args.chosen_models(),
        task: Some(task),
        timeout: args.wanted.time_limit(),
        memory: args.wanted.memory_bytes(),
        seed: args.wanted.seed,
        jobs: args.threads.job_count(&spec, &args.wanted),
        cores: args.core_settings(),
        alone: false,
        checker: args.proof.wants_certificate().then(certificate_checker),
        // Text shows one solution of each of several instances.
        keep: most_kept(task, many && as_text && !single),
        streams: many && (single || !as_text) || args.format == SolveFormat::Xcsp3,
    };
    let asker = unsat_core::CoreFinder::new(args.engine.clone(), plan.timeout, &control);
    let mut report = args.make_report(cheap, asked == Task::Count, &asker);
    let mut answers =
        AnswerTally { certify: args.proof.needed_standing(), ..AnswerTally::default() };
    let summary =
        execute_plan(&plan, stream, &control, &mut *report, &progress, &mut |compared| {
            answers.add_all(compared, args.unique);
        })?;
    args.threads.check_resume_file()?;
    answers.cores.print_cores(as_text, &asker)?;
    answers.pointer.print_command(args, summary.unread);
    let code = answers.exit_code();
    // An input that cannot be read outweighs every answer except a wrong one.
    let code = if summary.unread > 0 && code != 5 { WRONG_USAGE_EXIT_CODE } else { code };
    Ok(interrupt::exit_code(&control, code))
}

/// Returns the task, or the instance's own goal if the user names none.
pub(super) fn task_or_goal(task: Task, goal: Option<InstanceGoal>) -> Task {
    match goal {
        Some(InstanceGoal::Task(goal)) if task == Task::First => goal,
        _ => task,
    }
}

/// Whether more solutions are requested than are kept.
fn exceeds_kept(task: Task) -> bool {
    task == Task::All || task.solution_limit().is_some_and(|limit| limit > MAX_KEPT_SOLUTIONS)
}

/// Returns the maximum number of solutions to keep for a row; `one` if its report shows one.
fn most_kept(task: Task, one: bool) -> usize {
    match task {
        Task::Count => 0,
        _ if one => 1,
        _ => usize::MAX,
    }
}

impl SolveArgs {
    /// Returns the report in the requested format; `cheap` if it may look for a second solution,
    /// `count` if the solutions are counted.
    fn make_report(
        &self,
        cheap: bool,
        count: bool,
        asker: &unsat_core::CoreFinder,
    ) -> Box<dyn ResultReporter> {
        let screen = ScreenOptions::chosen_options();
        let view = LinesView {
            layout: output_layout(),
            bare: screen.quiet,
            count,
            counters: screen.verbose,
            unique: self.unique,
            // The short search for a second solution writes no certificate, so its result must not
            // stand next to certified answers.
            second: (cheap && !self.proof.wants_certificate())
                .then_some(second_solution::has_second_solution),
        };
        match self.format {
            SolveFormat::Text => Box::new(SolutionReporter::new(StandardOutput::new(), view)),
            SolveFormat::Json => Box::new(JsonReporter::new(StandardOutput::new(), false)),
            SolveFormat::Structure => Box::new(StructureReporter::new(StandardOutput::new())),
            SolveFormat::Xcsp3 => Box::new(CompetitionReporter::new(StandardOutput::new())),
            SolveFormat::Smtlib => {
                Box::new(smtlib::ScriptResponses::new(StandardOutput::new(), asker.clone()))
            }
        }
    }

    /// Whether a decision is evaluated, because neither an engine nor a task for one is named.
    fn evaluates_decision(&self) -> bool {
        let has_task = self.wanted.named_task().is_some() || self.unique || self.propagate;
        let has_engine = self.engine.is_some() || self.model.is_some() || self.threads.are_used();
        let has_proof = self.core || self.minimize_core || self.proof.is_used();
        !has_task && !has_engine && !has_proof
    }

    /// Evaluates a decision of the only file.
    fn evaluate_decision(&self, decision: &String) -> Result<u8, CliError> {
        let format = match self.format {
            SolveFormat::Text => OutputFormat::Text,
            SolveFormat::Json => OutputFormat::Json,
            _ => return Err(CliError("--decision has the formats text and json".into())),
        };
        let Some(file) = self.input.only_file() else {
            return Err(CliError("--decision takes one file".into()));
        };
        let decisions = std::slice::from_ref(decision);
        let given = self.given.given_texts();
        let case = SingleCase { file, decisions, given, format, explains: false, instead: None };
        evaluate_single(&case)
    }

    pub(super) fn core_settings(&self) -> CoreDetail {
        match (self.core, self.minimize_core) {
            (_, true) => CoreDetail::Minimal,
            (true, false) => CoreDetail::Some,
            (false, false) => CoreDetail::None,
        }
    }

    /// Returns the named model; for a count without one, the model with the fewest solutions.
    fn chosen_models(&self) -> ModelSelection {
        match &self.model {
            Some(name) => ModelSelection::Named(vec![name.clone()]),
            None if self.threads.counts_as_it_likes(self) => ModelSelection::Orbits,
            None => ModelSelection::Default,
        }
    }

    /// Returns the engine, and the instances with the user's values.
    fn posed_instances(&self, spec: &Spec) -> Result<(Arc<dyn Engine>, Stream), CliError> {
        let why = "certificates are about the file, which does not have these values";
        let flag = "--certify or --certificate";
        self.given.refuse_with(self.proof.wants_certificate(), flag, why)?;
        if self.decision.is_some() && self.proof.wants_certificate() {
            let why = "certificates are about the whole file";
            return Err(CliError(format!("{flag} does not go with --decision: {why}")));
        }
        let decision = self.decision.clone();
        let sources = InputSources { decision, ..self.input.instance_sources(&self.wanted) };
        let stream = sources.stream_instances();
        let (engine, stream) = self.proof.apply_proof(spec, &self.input, &self.wanted, stream)?;
        Ok((
            engine,
            self.given.with_values(stream, &self.chosen_models(), self.wanted.time_limit()),
        ))
    }

    /// Returns the named engine, else one that supports the task.
    pub(super) fn chosen_engine(&self) -> Spec {
        let sat = self.core || self.minimize_core || self.proof.is_wanted();
        let counts = self.wanted.named_task() == Some(Task::Count);
        let native = counts || self.propagate || self.proof.is_used() || self.threads.are_used();
        match &self.engine {
            // The engine that 'auto' chooses may be unable to find cores or to write proofs.
            Some(spec) if !spec.is_engine::<AutoEngine>() || !(sat || self.proof.is_used()) => {
                spec.clone()
            }
            _ if sat => Spec::best_sat(),
            // Its certificates grow with the search, not with the number of solutions.
            None if counts && self.proof.certifies_counts() && !self.threads.are_used() => {
                Spec::new(Counter::native_search())
            }
            None if !native => Spec::auto(),
            _ => Spec::native(),
        }
    }
}

/// Whether an engine may answer at once: native search, or the engine that begins with it.
fn is_quick(spec: &Spec) -> bool {
    spec.is_engine::<NativeSearch>() || spec.is_engine::<AutoEngine>()
}

/// Exit code of an answer without the requested certificate.
const UNCERTIFIED_EXIT_CODE: u8 = 40;

/// The answers of a run, for the exit code.
#[derive(Default)]
pub(super) struct AnswerTally {
    /// The standing that claims need.
    pub(super) certify: Option<ClaimEvidence>,
    /// The number of claims below that standing.
    uncertified: u64,
    pub(super) several: u64,
    optimal: u64,
    satisfiable: u64,
    unsatisfiable: u64,
    pub(super) open: u64,
    pub(super) wrong: u64,
    /// The command that explains an instance without a solution.
    pub(super) pointer: WhyPointer,
    /// The scripts that ask for a core.
    pub(super) cores: unsat_core::CoreRequests,
}

impl AnswerTally {
    /// Adds the rows of an instance; with `unique`, their results for `--unique`.
    fn add_all(&mut self, compared: &InstanceComparison, unique: bool) {
        self.pointer.add_result(compared);
        self.cores.add_result(compared);
        compared.rows.iter().for_each(|row| self.add_row(row, unique));
    }

    /// Adds a row; with `unique`, its result for `--unique`.
    pub(super) fn add_row(&mut self, row: &Row, unique: bool) {
        // Only claims need evidence: a solution without a claim is checked by itself.
        let claims = row.claim.is_some() && row.checked;
        let rests =
            |wanted: ClaimEvidence| row.standing.is_some_and(|own| own.includes_evidence(wanted));
        self.uncertified += u64::from(claims && self.certify.is_some_and(|own| !rests(own)));
        if unique {
            self.add_uniqueness(row);
        } else {
            self.add_answer(row);
        }
    }

    pub(super) fn add_answer(&mut self, row: &Row) {
        let counter = match &row.answer {
            _ if !row.checked => &mut self.wrong,
            // Only the kept part of the solutions is empty: the others remain open.
            Answer::Unsatisfiable if matches!(row.keeps, SolutionCoverage::Part(_)) => {
                &mut self.open
            }
            Answer::Satisfiable => &mut self.satisfiable,
            Answer::Optimal(_) => &mut self.optimal,
            Answer::Unsatisfiable => &mut self.unsatisfiable,
            Answer::Unknown(_) | Answer::Unsupported(_) => &mut self.open,
        };
        *counter += 1;
    }

    /// Adds the result of a row for `--unique`.
    fn add_uniqueness(&mut self, row: &Row) {
        match solution_uniqueness(row) {
            _ if !row.checked => self.wrong += 1,
            SolutionUniqueness::Unique => self.satisfiable += 1,
            SolutionUniqueness::Several => self.several += 1,
            SolutionUniqueness::None => self.unsatisfiable += 1,
            SolutionUniqueness::Unknown => self.open += 1,
        }
    }

    /// Returns the exit code of the weakest answer of all instances: a wrong solution, then a
    /// claim without its certificate, then unknown, then unsatisfiable, then several solutions if
    /// one is expected, then a solution that may not be best.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            AnswerTally { wrong: 1.., .. } => 5,
            AnswerTally { uncertified: 1.., .. } => UNCERTIFIED_EXIT_CODE,
            AnswerTally { open: 1.., .. } => 0,
            AnswerTally { unsatisfiable: 1.., .. } => 20,
            AnswerTally { several: 1.., .. } => 11,
            AnswerTally { satisfiable: 1.., .. } => 10,
            AnswerTally { optimal: 1.., .. } => 30,
            _ => 0,
        }
    }
}
