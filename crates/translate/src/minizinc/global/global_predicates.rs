//! Writes the predicate of a global constraint.

use parallax_model::Global;
use parallax_model::engine_api::PreparationError;

use crate::minizinc::MinizincTranslation;
use crate::minizinc::formula::MinizincFormula;

impl MinizincTranslation {
    pub(in crate::minizinc) fn global_formula(
        &mut self,
        global: &Global,
    ) -> Result<MinizincFormula, PreparationError> {
        match global {
            Global::Regular(c) => Ok(self.regular_formula(c)),
            Global::Count(c) => Ok(self.count_formula(c)),
            Global::DistinctCount(c) => Ok(self.distinct_count(c)),
            Global::Cumulative(c) => Ok(self.cumulative_formula(c)),
            Global::NoOverlap(c) => Ok(self.no_overlap(c)),
            Global::Circuit(c) => Ok(self.circuit_formula(c)),
            Global::BinPacking(c) => self.bin_packing(c),
        }
    }
}
