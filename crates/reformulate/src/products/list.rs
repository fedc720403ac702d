//! Lists solutions: each leaf is a product of classes.

use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{Given, Value, VarId};

use super::ProductSearch;

/// The end of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingEnd {
    /// All solutions are listed.
    All,
    /// The receiver requests no more.
    Enough,
    /// A limit was reached.
    Stopped(StopReason),
}

/// A decision, and the classes that remain.
struct ClassDecision {
    variable: VarId,
    is_shown: bool,
    /// Its step in the trace.
    step: usize,
    /// The values of the class in progress.
    class: Vec<Value>,
    rest: std::vec::IntoIter<Vec<Value>>,
}

impl ProductSearch {
    /// Lists the distinct assignments of the shown variables, each with a value for every
    /// variable.
    pub fn list_assignments(
        &mut self,
        givens: &[Given],
        control: &Control,
        give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> ListingEnd {
        match self.list_all(givens, control, give) {
            Ok(ControlFlow::Continue(())) => ListingEnd::All,
            Ok(ControlFlow::Break(())) => ListingEnd::Enough,
            Err(stop) => ListingEnd::Stopped(stop),
        }
    }

    fn list_all(
        &mut self,
        givens: &[Given],
        control: &Control,
        give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StopReason> {
        if !self.start_question(givens, control)? {
            return Ok(ControlFlow::Continue(()));
        }
        let all: Vec<VarId> = (0..self.model.variables().len()).map(VarId::new).collect();
        let mut decisions: Vec<ClassDecision> = Vec::new();
        let mut values = vec![0; all.len()];
        loop {
            control.check_stop()?;
            if self.is_full() {
                return Ok(ControlFlow::Break(()));
            }
            let from_solution = match self.choose_variable(&all) {
                Some((variable, is_shown)) => {
                    self.walk.count_node();
                    let classes = self.divide_domain(variable);
                    self.note_choice(variable, &classes);
                    let (step, class, rest) =
                        (self.current_step(), Vec::new(), classes.into_iter());
                    decisions.push(ClassDecision { variable, is_shown, step, class, rest });
                    false
                }
                None => {
                    let given = self.give_product(&decisions, &mut values, control, give)?;
                    if given.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    true
                }
            };
            if !self.go_on(&mut decisions, from_solution, control)? {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    /// Moves to the next class of the innermost decision that has one; returns false if there is
    /// none. After a solution, hidden variables need no other value.
    fn go_on(
        &mut self,
        decisions: &mut Vec<ClassDecision>,
        mut from_solution: bool,
        control: &Control,
    ) -> Result<bool, StopReason> {
        while let Some(decision) = decisions.last_mut() {
            // The class is empty until the first value is committed, and then there is nothing to
            // undo.
            if !decision.class.is_empty() {
                self.walk.undo_decision();
                decision.class.clear();
            }
            let skips = from_solution && !decision.is_shown;
            if !skips {
                for class in decision.rest.by_ref() {
                    self.merged += class.len() as u64 - 1;
                    let consistent =
                        self.walk.commit_value(decision.variable, class[0], control)?;
                    self.note_class(decision.step, decision.variable, &class, consistent);
                    if consistent {
                        decision.class = class;
                        return Ok(true);
                    }
                }
            }
            // Only the hidden decisions below the last shown one are skipped.
            from_solution &= !decision.is_shown;
            decisions.pop();
        }
        Ok(false)
    }

    /// Passes on every choice from the classes of the shown decisions.
    fn give_product(
        &mut self,
        decisions: &[ClassDecision],
        values: &mut [Value],
        control: &Control,
        give: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StopReason> {
        let store = self.walk.store();
        for (index, value) in values.iter_mut().enumerate() {
            // Every variable is fixed here, so the minimum is its value.
            *value = store.min(VarId::new(index));
        }
        let several: Vec<&ClassDecision> =
            decisions.iter().filter(|d| d.is_shown && d.class.len() > 1).collect();
        // The decided value is the first of its class: the choice 0. Dual variables have classes of
        // one value, so each decision here is on a variable of the model.
        let mut chosen = vec![0; several.len()];
        let mut given: u64 = 0;
        let shown = self.model.shown();
        loop {
            if self.recorder.is_some() {
                let shown: Vec<Value> = shown.iter().map(|v| values[v.index()]).collect();
                Self::note_solution(&mut self.recorder, &shown);
            }
            if give(values).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            given += 1;
            if given.is_multiple_of(4096) {
                control.check_stop()?;
            }
            // Advances to the next choice, as a number with a digit for each decision.
            let mut digit = 0;
            loop {
                let Some(decision) = several.get(digit) else {
                    return Ok(ControlFlow::Continue(()));
                };
                chosen[digit] = (chosen[digit] + 1) % decision.class.len();
                values[decision.variable.index()] = decision.class[chosen[digit]];
                if chosen[digit] != 0 {
                    break;
                }
                digit += 1;
            }
        }
    }
}
