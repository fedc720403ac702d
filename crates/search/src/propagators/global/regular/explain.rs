//! Explains why no accepted word has a value.

use std::ops::Range;

use parallax_model::{Domain, VarId};

use super::graph::Graph;
use crate::propagators::{Past, Removal};

impl Graph {
    /// Returns the domains of a run of places that no way within them passes with the value. The
    /// run is as short as two binary searches make it.
    pub(super) fn why_not(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let number = self.scope().len();
        let mut run = 0..number;
        if self.blocks(&run, removal, past) {
            let (mut good, mut bad) = (0, number + 1);
            while bad - good > 1 {
                let start = good + (bad - good) / 2;
                let blocks = self.blocks(&(start..number), removal, past);
                *(if blocks { &mut good } else { &mut bad }) = start;
            }
            run.start = good;
            let (mut good, mut bad) = (number, good as i64 - 1);
            while good as i64 - bad > 1 {
                let end = (bad + (good as i64 - bad) / 2) as usize;
                let blocks = self.blocks(&(run.start..end), removal, past);
                if blocks { good = end } else { bad = end as i64 }
            }
            run.end = good;
        }
        let others = self.scope()[run].iter().filter(|&&v| v != removal.variable);
        others.map(|&v| (v, past.domain(v))).collect()
    }

    /// Whether no way remains if the places of the run have their domains and all others any value,
    /// and the variable has the value.
    fn blocks(&self, run: &Range<usize>, removal: Removal, past: &Past<'_>) -> bool {
        let is_open = |label: u32| {
            let label = self.labels()[label as usize];
            let v = self.scope()[label.place as usize];
            if v == removal.variable {
                return label.value == removal.value;
            }
            let bits = || past.word_at(v, label.value & !63);
            !run.contains(&(label.place as usize)) || bits() >> (label.value & 63) & 1 == 1
        };
        let mut reached = vec![false; self.states()];
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        for arrow in self.arrows() {
            if reached[arrow.from as usize] && is_open(arrow.label) {
                reached[arrow.to as usize] = true;
            }
        }
        !reached.last().is_some_and(|&reached| reached)
    }
}
