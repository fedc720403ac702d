//! `parallax reproduce set-free`: the largest collections of SET cards without a set.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use parallax_engines::{ProvingEngine, Spec};
use parallax_model::engine_api::{Control, Engine};
use parallax_reproduce::set_free::{
    LadderAnswer, LadderOptions, LadderStep, MOST_ATTRIBUTES, climb_ladder as climb, print_ladder,
    write_ladder,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::ReproduceOptions;
use crate::cli::numbers::within;
use crate::cli::options::one_engine;

/// The largest collections of SET cards without a set, with proof
///
/// Of the 81 cards 20 can be free of sets; any 21 hold one.
#[derive(clap::Args)]
#[command(after_help = "\
Two questions for one attribute, two, three and four: a collection of a number of cards, which is \
checked triple by triple by the rules of the game, and none of a card more. Each is divided into \
cases by the numbers of cards in three parallel hyperplanes, the fullest of all first. What was \
shown of fewer attributes says how many cards a hyperplane can hold, and that the fullest spans \
its space, so that an affine basis of five cards can be fixed by symmetry. The list of cases is \
checked to be complete.

With --prove every case without a collection must come with a proof that a checker accepts; the \
engine must be one that writes proofs, such as sat:varisat. --out writes the collection as \
a SET file and the models of the last two questions.

Exit codes: 0 shown, 3 a question is without an answer, 5 a check failed or an answer is not the \
known one, 130 interrupted.")]
pub(super) struct ReproduceSetFreeArgs {
    /// The engine [default: native; with --prove sat:varisat]
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    engine: Option<Spec>,
    /// Up to how many attributes
    #[arg(long, value_name = "N", default_value_t = MOST_ATTRIBUTES as u8,
          value_parser = within::<u8>(1, MOST_ATTRIBUTES as u64))]
    attributes: u8,
    /// Have every case without a collection proved, and the proofs checked
    #[arg(long)]
    prove: bool,
    /// Write the collection and the models into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: ReproduceOptions,
}

/// Exit code when a question has no answer.
const UNANSWERED_EXIT_CODE: u8 = 3;

/// Exit code when a check failed.
const FAILED_CHECK_EXIT_CODE: u8 = 5;

pub(super) fn run(args: &ReproduceSetFreeArgs) -> Result<u8, CliError> {
    let engine = args.chosen_engine()?;
    let name = engine.spec();
    let control = interrupt::interrupt_control();
    let jobs = args.common.job_count();
    let plan =
        LadderOptions { attributes: args.attributes.into(), engine, prove: args.prove, jobs };
    let (steps, shown) = answer_questions(&plan, &control);
    let mut out = StandardOutput::new();
    print_ladder(&mut out, args.common.paper_form(), &name, &steps)?;
    if let Some(folder) = &args.out {
        let written = write_ladder(folder, &steps)
            .map_err(|error| CliError(format!("{}: cannot write: {error}", folder.display())))?;
        eprintln!("parallax: {} files in {}", written.len(), folder.display());
    }
    out.flush()?;
    let fault = steps.iter().any(|step| matches!(step.verdict, LadderAnswer::Fault(_)));
    // An interrupt leaves questions open, but does not hide a failed check.
    Ok(match (shown, fault) {
        (true, _) => 0,
        (false, true) => FAILED_CHECK_EXIT_CODE,
        (false, false) => interrupt::exit_code(&control, UNANSWERED_EXIT_CODE),
    })
}

/// Returns all questions with their answers, and whether all are proved.
fn answer_questions(plan: &LadderOptions, control: &Control) -> (Vec<LadderStep>, bool) {
    let progress = ProgressLine::counting_line("proving", "cases");
    let mut steps = Vec::new();
    let report = &mut |step: &LadderStep| {
        let (cards, attributes) = (step.cards, step.attributes);
        progress.count_step(|| {
            let (asked, cases) = (step.asked, step.cases.len());
            format!("{cards} cards of {attributes} attributes, {asked} of {cases}")
        });
    };
    let shown = climb(plan, control, report, &mut |step| steps.push(step));
    progress.finish_line();
    (steps, shown)
}

impl ReproduceSetFreeArgs {
    fn chosen_engine(&self) -> Result<Arc<dyn Engine>, CliError> {
        let default = if self.prove { "sat:varisat" } else { "native" };
        let spec = match &self.engine {
            Some(spec) => spec.clone(),
            None => default.parse()?,
        };
        if !spec.is_built() {
            return Err(CliError(format!("this build has no engine '{spec}'")));
        }
        spec.find_program()?;
        if self.prove {
            Ok(Arc::new(ProvingEngine::new(&spec, None, None)?))
        } else {
            Ok(Arc::new(spec))
        }
    }
}
