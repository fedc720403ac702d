//! The global kinds.

use parallax_model::engine_api::PreparationError;
use parallax_model::{
    BinPacking, Circuit, ConstraintOperand, Count, Cumulative, DistinctCount, Global, NoOverlap,
    Regular,
};

use super::constraints::start_index;
use super::{Xcsp3Translation, join_names, join_numbers, variable_places};

impl Xcsp3Translation {
    pub(super) fn write_global(&mut self, global: &Global) -> Result<(), PreparationError> {
        match global {
            Global::Regular(c) => self.write_regular(c),
            Global::Count(c) => self.write_count(c),
            Global::DistinctCount(c) => self.distinct_count(c),
            Global::Cumulative(c) => self.write_cumulative(c),
            Global::NoOverlap(c) => self.no_overlap(c),
            Global::Circuit(c) => self.write_circuit(c),
            Global::BinPacking(c) => self.bin_packing(c),
        }
    }

    fn write_regular(&mut self, c: &Regular) -> Result<(), PreparationError> {
        let automaton = &c.automaton;
        if c.scope.is_empty() {
            return if automaton.accepts_in(automaton.start()) {
                Ok(())
            } else {
                self.write_contradiction()
            };
        }
        if automaton.finals().is_empty() || automaton.transitions().is_empty() {
            return self.write_contradiction();
        }
        let arc = |&(from, value, to): &(u32, i32, u32)| format!("(q{from},{value},q{to})");
        let transitions: String = automaton.transitions().iter().map(arc).collect();
        self.add_element(format!(
            "<regular> <list> {}</list> <transitions> {transitions} </transitions> <start> q{} \
             </start> <final> {}</final> </regular>",
            join_names(variable_places(&c.scope)),
            automaton.start(),
            join_numbers(automaton.finals().iter().map(|state| format!("q{state}")))
        ))
    }

    fn write_count(&mut self, c: &Count) -> Result<(), PreparationError> {
        let total = c.total.index();
        if c.scope.is_empty() || c.values.is_empty() {
            return self.write_intension(&format!("eq(x{total},0)"));
        }
        let mut values = c.values.clone();
        values.sort_unstable();
        values.dedup();
        self.add_element(format!(
            "<count> <list> {}</list> <values> {}</values> <condition> (eq,x{total}) </condition> \
             </count>",
            join_names(variable_places(&c.scope)),
            join_numbers(values)
        ))
    }

    fn distinct_count(&mut self, c: &DistinctCount) -> Result<(), PreparationError> {
        let total = c.total.index();
        if c.scope.is_empty() {
            return self.write_intension(&format!("eq(x{total},0)"));
        }
        let except = match c.except[..] {
            [] => String::new(),
            _ => format!("<except> {}</except> ", join_numbers(&c.except)),
        };
        self.add_element(format!(
            "<nValues> <list> {}</list> {except}<condition> (eq,x{total}) </condition> </nValues>",
            join_names(variable_places(&c.scope))
        ))
    }

    fn write_cumulative(&mut self, c: &Cumulative) -> Result<(), PreparationError> {
        if c.starts.is_empty() {
            // Nothing runs; the limit of a valid constraint is at least 0.
            return Ok(());
        }
        self.add_element(format!(
            "<cumulative> <origins> {}</origins> <lengths> {}</lengths> <heights> {}</heights> \
             <condition> (le,{}) </condition> </cumulative>",
            join_names(variable_places(&c.starts)),
            operand_list(&c.lengths),
            operand_list(&c.heights),
            operand_text(c.limit)
        ))
    }

    fn no_overlap(&mut self, c: &NoOverlap) -> Result<(), PreparationError> {
        if c.origins.len() < 2 {
            return Ok(());
        }
        let (mut origins, mut lengths) = (String::new(), String::new());
        for (origin, length) in c.origins.iter().zip(&c.lengths) {
            let starts: Vec<String> =
                variable_places(origin).map(|place| format!("x{place}")).collect();
            let sizes: Vec<String> = length.iter().map(|&length| operand_text(length)).collect();
            match starts.len() {
                1 => {
                    origins.push_str(&format!("{} ", starts.concat()));
                    lengths.push_str(&format!("{} ", sizes.concat()));
                }
                _ => {
                    origins.push_str(&format!("({})", starts.join(",")));
                    lengths.push_str(&format!("({})", sizes.join(",")));
                }
            }
        }
        self.add_element(format!(
            "<noOverlap zeroIgnored=\"{}\"> <origins> {origins}</origins> <lengths> {lengths}\
             </lengths> </noOverlap>",
            c.zero_ignored
        ))
    }

    fn write_circuit(&mut self, c: &Circuit) -> Result<(), PreparationError> {
        if c.successors.is_empty() {
            return Ok(());
        }
        if c.may_be_empty {
            let why = "a circuit that may be empty";
            return Err(PreparationError::Unsupported(why.into()));
        }
        if c.successors.len() < 2 {
            return self.write_contradiction();
        }
        let list = join_names(variable_places(&c.successors));
        self.add_element(match c.first {
            0 => format!("<circuit> {list}</circuit>"),
            first => {
                format!("<circuit> <list{}> {list}</list> </circuit>", start_index(first))
            }
        })
    }

    fn bin_packing(&mut self, c: &BinPacking) -> Result<(), PreparationError> {
        if c.first != 0 {
            return Err(PreparationError::Unsupported("bins that are not counted from 0".into()));
        }
        if c.bins.is_empty() {
            // Without items every load is 0.
            for &load in &c.loads {
                match load {
                    ConstraintOperand::Number(0) => {}
                    ConstraintOperand::Number(_) => self.write_contradiction()?,
                    ConstraintOperand::Variable(v) => {
                        self.write_intension(&format!("eq(x{},0)", v.index()))?;
                    }
                }
            }
            return Ok(());
        }
        if c.loads.is_empty() {
            return self.write_contradiction();
        }
        self.add_element(format!(
            "<binPacking> <list> {}</list> <sizes> {}</sizes> <loads> {}</loads> </binPacking>",
            join_names(variable_places(&c.bins)),
            join_numbers(&c.sizes),
            operand_list(&c.loads)
        ))
    }
}

fn operand_text(operand: ConstraintOperand) -> String {
    match operand {
        ConstraintOperand::Number(number) => number.to_string(),
        ConstraintOperand::Variable(variable) => format!("x{}", variable.index()),
    }
}

fn operand_list(list: &[ConstraintOperand]) -> String {
    join_numbers(list.iter().map(|&one| operand_text(one)))
}
