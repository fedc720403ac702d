//! `parallax reproduce set-table5` and `set-figures`: three algorithms on SET.

use std::io::Write;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use parallax_model::engine_api::Control;
use parallax_reproduce::swearngin::algorithm_variants::AlgorithmVariant;
use parallax_reproduce::swearngin::deals::DECK_SIZE;
use parallax_reproduce::swearngin::{
    ALGORITHM_VARIANTS, DealGroup, DealMeasurement, PAPER_ALGORITHMS, differing_count, figures,
    measure_groups, print,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::{ReproduceOptions, range, save_files};
use crate::cli::numbers::whole;

const COUNTING_RULES_HELP: &str = "\
Constraint checks (#CC) and nodes visited (#NV) are counted by rules that give every number of the \
paper's Table 5 for 81 cards; the order in which the search checks the attributes (order=fitted) and \
the consistency of subproblems (consistency=new) are fitted to it. 'brute:paper', 'native:set-paper' \
and 'reform:paper' are the engines. All must find the same sets on every deal, and each set is checked.";

const SECOND_TABLE_HELP: &str = "\
A second table has the numbers of the other choices, order=natural and consistency=none and all.

Exit codes: 0 no figure differs from the paper's, 4 some do (marked with ≠: on the full deck by anything, \
on deals beyond three standard errors of the difference), 130 interrupted.";

/// Brute force, search and reformulation on SET, on 12 and on 81 cards
///
/// Table 5 of Swearngin, Choueiry and Freuder.
#[derive(clap::Args)]
#[command(after_help = format!("{COUNTING_RULES_HELP}\n\n{SECOND_TABLE_HELP}"))]
pub(super) struct TableArgs {
    #[command(flatten)]
    deals: DealOptions,
    #[command(flatten)]
    common: ReproduceOptions,
}

/// The algorithms of Table 5 by the number of cards
///
/// Figures 18 and 19 of Swearngin, Choueiry and Freuder.
#[derive(clap::Args)]
#[command(after_help = COUNTING_RULES_HELP)]
pub(super) struct FiguresArgs {
    /// The numbers of cards, from and to
    #[arg(long, value_name = "FROM..TO", default_value = "3..81",
          value_parser = |text: &str| range(text, DECK_SIZE, "3..81"))]
    sizes: RangeInclusive<usize>,
    /// Write the means as CSV and both figures as SVG into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    deals: DealOptions,
    #[command(flatten)]
    common: ReproduceOptions,
}

#[derive(clap::Args)]
struct DealOptions {
    /// How many deals of each size
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<NonZeroU64>)]
    number: NonZeroU64,
    /// The seed of the deals
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
}

/// Exit code when numbers differ, as in 'compare'.
const DIFFERENCE_EXIT_CODE: u8 = 4;

pub(super) fn measure_table(args: &TableArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let groups = [
        DealGroup { cards: 12, deals: args.deals.number.get() },
        DealGroup { cards: DECK_SIZE, deals: 1 },
    ];
    let measured =
        measure_dealt_groups(&groups, &ALGORITHM_VARIANTS, &args.deals, &args.common, &control)?;
    let mut out = StandardOutput::new();
    print::print_table(&mut out, args.common.paper_form(), args.deals.seed, &measured)?;
    let code = if differing_count(&measured) > 0 { DIFFERENCE_EXIT_CODE } else { 0 };
    Ok(interrupt::exit_code(&control, code))
}

pub(super) fn measure_figures(args: &FiguresArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    // All 81 cards are the only deal of their size.
    let deals = |cards| if cards == DECK_SIZE { 1 } else { args.deals.number.get() };
    let groups: Vec<DealGroup> =
        args.sizes.clone().map(|cards| DealGroup { cards, deals: deals(cards) }).collect();
    let measured =
        measure_dealt_groups(&groups, &PAPER_ALGORITHMS, &args.deals, &args.common, &control)?;
    let mut out = StandardOutput::new();
    let title = format!(
        "Figures 18 and 19: means over {} deals of each size, seed {}",
        args.deals.number, args.deals.seed
    );
    figures::print_means(&mut out, args.common.paper_form(), &title, &measured)?;
    save_files(args.out.as_deref(), "the figures and the means of all sizes", |folder| {
        figures::write_figures(folder, &measured)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

fn measure_dealt_groups(
    groups: &[DealGroup],
    ways: &[AlgorithmVariant],
    deals: &DealOptions,
    common: &ReproduceOptions,
    control: &Control,
) -> Result<Vec<DealMeasurement>, CliError> {
    let all: u64 = groups.iter().map(|group| group.deals).sum();
    let progress = ProgressLine::counting_line("dealing", "boards").out_of(all);
    let measured = measure_groups(
        groups,
        ways,
        deals.seed,
        common.job_count(),
        control,
        &mut |group, measured| {
            progress.count_steps(measured.deals, || format!("{} cards", groups[group].cards));
        },
    );
    progress.finish_line();
    let mut measured = measured?;
    let done: u64 = measured.iter().map(|group| group.deals).sum();
    if done < all {
        eprintln!("parallax: {} boards not measured are left out", all - done);
    }
    // After an interrupt, a group without deals has no means to print.
    measured.retain(|group| group.deals > 0);
    Ok(measured)
}
