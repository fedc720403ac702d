//! `parallax generate cnf`: random formulas of clauses of one length.

use parallax_generate::{InstanceRecipe, RandomClauses};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// Formulas in DIMACS CNF: uniform random k-SAT, or planted
///
/// Clauses are different, and each has different variables. With three literals, formulas of about
/// 4.27 clauses for each variable are the hardest.
#[derive(clap::Args)]
pub(super) struct GenerateCnfArgs {
    /// The number of variables
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>)]
    variables: usize,
    /// The number of clauses [default: --ratio times the number of variables]
    #[arg(long, value_name = "M", value_parser = whole::<usize>)]
    clauses: Option<usize>,
    /// The number of clauses for each variable
    #[arg(long, value_name = "R", default_value_t = 4.27, conflicts_with = "clauses", value_parser = ratio)]
    ratio: f64,
    /// The number of literals of a clause
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = whole::<usize>)]
    width: usize,
    /// Make formulas that have a solution: all clauses hold for one random assignment
    #[arg(long)]
    planted: bool,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateCnfArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        // The cast saturates, so a number beyond the limits of the recipe stays beyond them and is
        // refused there.
        let by_ratio = || (self.ratio * self.variables as f64).round() as usize;
        Ok(Box::new(RandomClauses {
            variables: self.variables,
            clauses: self.clauses.unwrap_or_else(by_ratio),
            width: self.width,
            planted: self.planted,
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}

/// Reads a number of clauses for each variable.
fn ratio(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e9).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1e9, for example 4.27".to_owned())
}
