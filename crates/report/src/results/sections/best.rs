//! The contribution of each engine to the virtual best solver.

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::words::{count, seconds};
use crate::sheet::Sheet;

/// Returns how often each engine is the fastest, and how much slower the virtual best solver is
/// without it.
pub(crate) fn best(analysis: &Analysis) -> Option<Section> {
    let population = &analysis.population;
    if !analysis.study.timed || analysis.lanes.len() < 2 || population.size() == 0 {
        return None;
    }
    let mut sheet = Sheet::new(&["engine", "#fastest", "#alone", "#PAR2 without", "#slower s"]);
    for &at in &analysis.ranking {
        let share = &analysis.best.shares[at];
        sheet.rows.push(vec![
            super::lane(analysis, at),
            count(share.fastest),
            count(share.alone),
            seconds(share.par2),
            seconds(Some(share.slower)),
        ]);
    }
    let note = format!(
        "Of {}. The virtual best solver takes on each instance the engine that is fastest there. \
         fastest: the instances where none is faster. alone: those that no other engine solves. \
         Without the engine, PAR2 of the virtual best solver rises by 'PAR2 without', and what \
         others solve, too, takes 'slower s' seconds more in all.",
        population.words()
    );
    Some(Section::new("best", "Virtual best solver", sheet.lean()).noting(note))
}
