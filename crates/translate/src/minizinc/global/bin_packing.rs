//! Items in bins.

use parallax_model::ask::Refusal;
use parallax_model::{BinPacking, Domain, Operand, Value};

use crate::minizinc::formula::Formula;
use crate::minizinc::{Minizinc, terms};

impl Minizinc {
    pub(super) fn bin_packing(&mut self, c: &BinPacking) -> Result<Formula, Refusal> {
        if c.bins.is_empty() {
            let loads = c.loads.iter().map(|&load| match load {
                Operand::Number(number) => Formula::constant(number == 0),
                Operand::Variable(variable) => self.equals(variable, 0),
            });
            return Ok(Formula::all(loads));
        }
        if c.loads.is_empty() {
            return Ok(Formula::constant(false));
        }
        let first = i64::from(c.first);
        let last = first.saturating_add_unsigned(c.loads.len() as u64 - 1);
        let narrow = |end: i64| Value::try_from(end).unwrap_or(Value::MAX);
        let bins = Domain::range(c.first, narrow(last));
        let mut parts = Vec::new();
        for &bin in &c.bins {
            parts.push(self.within(bin, &bins)?);
        }
        let loads = terms::array_from(first, c.loads.len(), &self.operands(&c.loads));
        let arguments = format!("{loads}, {}, {}", self.list(&c.bins), terms::array(&c.sizes));
        parts.push(self.call("bin_packing_load", &arguments));
        Ok(Formula::all(parts))
    }
}
