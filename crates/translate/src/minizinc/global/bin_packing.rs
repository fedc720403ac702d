//! Items in bins.

use parallax_model::engine_api::PreparationError;
use parallax_model::{BinPacking, ConstraintOperand, Domain, Value};

use crate::minizinc::formula::MinizincFormula;
use crate::minizinc::{MinizincTranslation, terms};

impl MinizincTranslation {
    pub(super) fn bin_packing(
        &mut self,
        c: &BinPacking,
    ) -> Result<MinizincFormula, PreparationError> {
        // Without items every load is 0.
        if c.bins.is_empty() {
            let loads = c.loads.iter().map(|&load| match load {
                ConstraintOperand::Number(number) => MinizincFormula::from_truth(number == 0),
                ConstraintOperand::Variable(variable) => self.equals_formula(variable, 0),
            });
            return Ok(MinizincFormula::conjoin_all(loads));
        }
        // There are items but no bin for them.
        if c.loads.is_empty() {
            return Ok(MinizincFormula::from_truth(false));
        }
        let first = i64::from(c.first);
        let last = first.saturating_add_unsigned(c.loads.len() as u64 - 1);
        let narrow = |end: i64| Value::try_from(end).unwrap_or(Value::MAX);
        let bins = Domain::from_range(c.first, narrow(last));
        let mut parts = Vec::new();
        for &bin in &c.bins {
            parts.push(self.membership_formula(bin, &bins)?);
        }
        let loads = terms::array_from(first, c.loads.len(), &self.operand_array(&c.loads));
        let arguments =
            format!("{loads}, {}, {}", self.variable_array(&c.bins), terms::array_text(&c.sizes));
        parts.push(self.call_predicate("bin_packing_load", &arguments));
        Ok(MinizincFormula::conjoin_all(parts))
    }
}
