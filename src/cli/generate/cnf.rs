//! `parallax generate cnf`: random formulas of clauses of one length.

use parallax_lab::generate::RandomClauses;

use super::Common;
use crate::cli::Failure;

/// Formulas in DIMACS CNF: uniform random k-SAT, or planted
///
/// Clauses are different, and each has different variables. With three literals, formulas of about
/// 4.27 clauses for each variable are the hardest.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The number of variables
    #[arg(long, value_name = "N", default_value_t = 100)]
    variables: usize,
    /// The number of clauses [default: --ratio times the number of variables]
    #[arg(long, value_name = "M")]
    clauses: Option<usize>,
    /// The number of clauses for each variable
    #[arg(long, value_name = "R", default_value_t = 4.27, conflicts_with = "clauses")]
    ratio: f64,
    /// The number of literals of a clause
    #[arg(long, value_name = "K", default_value_t = 3)]
    width: usize,
    /// Make formulas that have a solution: all clauses hold for one random assignment
    #[arg(long)]
    planted: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

impl Args {
    /// Returns the recipe.
    ///
    /// # Errors
    /// If the ratio is no number of clauses.
    pub(super) fn recipe(&self) -> Result<RandomClauses, Failure> {
        let clauses = match self.clauses {
            Some(clauses) => clauses,
            None => self.by_ratio()?,
        };
        let (variables, width, planted) = (self.variables, self.width, self.planted);
        Ok(RandomClauses { variables, clauses, width, planted })
    }

    fn by_ratio(&self) -> Result<usize, Failure> {
        let clauses = (self.ratio * self.variables as f64).round();
        if !(0.0..1e15).contains(&clauses) {
            return Err(Failure(format!("--ratio {}: expected a number from 0", self.ratio)));
        }
        Ok(clauses as usize)
    }
}
