//! The global kinds.

use parallax_model::ask::Refusal;
use parallax_model::{
    BinPacking, Circuit, Count, Cumulative, DistinctCount, Global, NoOverlap, Operand, Regular,
};

use super::constraints::start_index;
use super::{Xcsp3, names, numbers, places};

impl Xcsp3 {
    pub(super) fn global(&mut self, global: &Global) -> Result<(), Refusal> {
        match global {
            Global::Regular(c) => self.regular(c),
            Global::Count(c) => self.count(c),
            Global::DistinctCount(c) => self.distinct_count(c),
            Global::Cumulative(c) => self.cumulative(c),
            Global::NoOverlap(c) => self.no_overlap(c),
            Global::Circuit(c) => self.circuit(c),
            Global::BinPacking(c) => self.bin_packing(c),
        }
    }

    fn regular(&mut self, c: &Regular) -> Result<(), Refusal> {
        let automaton = &c.automaton;
        if c.scope.is_empty() {
            return if automaton.accepts_in(automaton.start()) { Ok(()) } else { self.falsum() };
        }
        if automaton.finals().is_empty() || automaton.transitions().is_empty() {
            return self.falsum();
        }
        let arc = |&(from, value, to): &(u32, i32, u32)| format!("(q{from},{value},q{to})");
        let transitions: String = automaton.transitions().iter().map(arc).collect();
        self.element(format!(
            "<regular> <list> {}</list> <transitions> {transitions} </transitions> <start> q{} \
             </start> <final> {}</final> </regular>",
            names(places(&c.scope)),
            automaton.start(),
            numbers(automaton.finals().iter().map(|state| format!("q{state}")))
        ))
    }

    fn count(&mut self, c: &Count) -> Result<(), Refusal> {
        let total = c.total.index();
        if c.scope.is_empty() || c.values.is_empty() {
            return self.intension(&format!("eq(x{total},0)"));
        }
        let mut values = c.values.clone();
        values.sort_unstable();
        values.dedup();
        self.element(format!(
            "<count> <list> {}</list> <values> {}</values> <condition> (eq,x{total}) </condition> \
             </count>",
            names(places(&c.scope)),
            numbers(values)
        ))
    }

    fn distinct_count(&mut self, c: &DistinctCount) -> Result<(), Refusal> {
        let total = c.total.index();
        if c.scope.is_empty() {
            return self.intension(&format!("eq(x{total},0)"));
        }
        let except = match c.except[..] {
            [] => String::new(),
            _ => format!("<except> {}</except> ", numbers(&c.except)),
        };
        self.element(format!(
            "<nValues> <list> {}</list> {except}<condition> (eq,x{total}) </condition> </nValues>",
            names(places(&c.scope))
        ))
    }

    fn cumulative(&mut self, c: &Cumulative) -> Result<(), Refusal> {
        if c.starts.is_empty() {
            // Nothing runs; the limit is at least 0 where the constraint is valid.
            return Ok(());
        }
        self.element(format!(
            "<cumulative> <origins> {}</origins> <lengths> {}</lengths> <heights> {}</heights> \
             <condition> (le,{}) </condition> </cumulative>",
            names(places(&c.starts)),
            operands(&c.lengths),
            operands(&c.heights),
            operand(c.limit)
        ))
    }

    fn no_overlap(&mut self, c: &NoOverlap) -> Result<(), Refusal> {
        if c.origins.len() < 2 {
            return Ok(());
        }
        let (mut origins, mut lengths) = (String::new(), String::new());
        for (origin, length) in c.origins.iter().zip(&c.lengths) {
            let starts: Vec<String> = places(origin).map(|place| format!("x{place}")).collect();
            let sizes: Vec<String> = length.iter().map(|&length| operand(length)).collect();
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
        self.element(format!(
            "<noOverlap zeroIgnored=\"{}\"> <origins> {origins}</origins> <lengths> {lengths}\
             </lengths> </noOverlap>",
            c.zero_ignored
        ))
    }

    fn circuit(&mut self, c: &Circuit) -> Result<(), Refusal> {
        if c.successors.is_empty() {
            return Ok(());
        }
        if c.may_be_empty {
            let why = "a circuit that may be empty";
            return Err(Refusal::Unsupported(why.into()));
        }
        if c.successors.len() < 2 {
            return self.falsum();
        }
        let list = names(places(&c.successors));
        self.element(match c.first {
            0 => format!("<circuit> {list}</circuit>"),
            first => {
                format!("<circuit> <list{}> {list}</list> </circuit>", start_index(first))
            }
        })
    }

    fn bin_packing(&mut self, c: &BinPacking) -> Result<(), Refusal> {
        if c.first != 0 {
            return Err(Refusal::Unsupported("bins that are not counted from 0".into()));
        }
        if c.bins.is_empty() {
            // Every load is 0.
            for &load in &c.loads {
                match load {
                    Operand::Number(0) => {}
                    Operand::Number(_) => self.falsum()?,
                    Operand::Variable(v) => self.intension(&format!("eq(x{},0)", v.index()))?,
                }
            }
            return Ok(());
        }
        if c.loads.is_empty() {
            return self.falsum();
        }
        self.element(format!(
            "<binPacking> <list> {}</list> <sizes> {}</sizes> <loads> {}</loads> </binPacking>",
            names(places(&c.bins)),
            numbers(&c.sizes),
            operands(&c.loads)
        ))
    }
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::Number(number) => number.to_string(),
        Operand::Variable(variable) => format!("x{}", variable.index()),
    }
}

fn operands(list: &[Operand]) -> String {
    numbers(list.iter().map(|&one| operand(one)))
}
