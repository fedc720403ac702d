//! Writes the predicate of a global constraint.

use parallax_model::Global;
use parallax_model::ask::Refusal;

use crate::minizinc::Minizinc;
use crate::minizinc::formula::Formula;

impl Minizinc {
    pub(in crate::minizinc) fn global(&mut self, global: &Global) -> Result<Formula, Refusal> {
        match global {
            Global::Regular(c) => Ok(self.regular(c)),
            Global::Count(c) => Ok(self.count(c)),
            Global::DistinctCount(c) => Ok(self.distinct_count(c)),
            Global::Cumulative(c) => Ok(self.cumulative(c)),
            Global::NoOverlap(c) => Ok(self.no_overlap(c)),
            Global::Circuit(c) => Ok(self.circuit(c)),
            Global::BinPacking(c) => self.bin_packing(c),
        }
    }
}
