//! Variables that are times of a schedule.

use parallax_model::{ComparisonOperator, Constraint, Global, Model, ObjectiveSense, VarId};

/// Returns for each variable whether it is a time: a start of tasks that share a resource, or a
/// variable that an order or a distance ties to another time. Empty if there is none, or if the
/// objective pushes some time upwards.
///
/// Search tries their smallest value first, so that a schedule leaves no gaps and later times keep
/// their values. The median leaves gaps that nothing fills.
pub(super) fn find_times(model: &Model) -> Vec<bool> {
    let mut is_time = vec![false; model.variables().len()];
    let mut open: Vec<VarId> = Vec::new();
    for posted in model.constraints() {
        match &posted.constraint {
            Constraint::Global(Global::NoOverlap(c)) => open.extend(c.origins.iter().flatten()),
            Constraint::Global(Global::Cumulative(c)) => open.extend(&c.starts),
            _ => {}
        }
    }
    if open.is_empty() {
        return Vec::new();
    }
    // Times spread along comparisons: the end of a project is tied to the tasks before it, and so a
    // time as well.
    let mut tied = vec![Vec::new(); model.variables().len()];
    for posted in model.constraints() {
        if let Constraint::Compare(c) = &posted.constraint
            && c.relation != ComparisonOperator::Ne
        {
            tied[c.left.index()].push(c.right);
            tied[c.right.index()].push(c.left);
        }
    }
    while let Some(v) = open.pop() {
        if !std::mem::replace(&mut is_time[v.index()], true) {
            open.extend(&tied[v.index()]);
        }
    }
    // An objective that rewards late times would make the smallest value the worst choice.
    let grows = model.objective().is_some_and(|objective| {
        let upwards = |coefficient: i64| match objective.sense {
            ObjectiveSense::Minimize => coefficient < 0,
            ObjectiveSense::Maximize => coefficient > 0,
        };
        let terms = objective.terms.iter();
        terms.into_iter().any(|term| is_time[term.variable.index()] && upwards(term.coefficient))
    });
    if grows { Vec::new() } else { is_time }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Compare, ConstraintOperand, Domain, LinearTerm, NoOverlap, Objective};

    use super::*;

    /// Returns a model of two tasks, their end, and a variable beside them.
    fn model(objective: Option<(ObjectiveSense, i64, usize)>) -> Model {
        let mut model = Model::new("tasks");
        let mut add = |name: &str| model.add_shown(name, Domain::from_range(0, 9)).unwrap();
        let [one, other, end, beside] = ["one", "other", "end", "beside"].map(&mut add);
        let c = NoOverlap {
            origins: vec![vec![one], vec![other]],
            lengths: vec![vec![ConstraintOperand::Number(2)]; 2],
            zero_ignored: true,
        };
        model.post("", Constraint::Global(Global::NoOverlap(c))).unwrap();
        let c = Compare { left: end, relation: ComparisonOperator::Ge, right: other, offset: 2 };
        model.post("", Constraint::Compare(c)).unwrap();
        model
            .post("", Constraint::Compare(Compare::new(beside, ComparisonOperator::Ne, one)))
            .unwrap();
        if let Some((sense, coefficient, place)) = objective {
            let terms = vec![LinearTerm { coefficient, variable: VarId::new(place) }];
            model.set_objective(Objective::new(sense, terms)).unwrap();
        }
        model
    }

    #[test]
    fn starts_and_what_is_ordered_with_them_are_times() {
        let found = [true, true, true, false];
        assert_eq!(find_times(&model(None)), found);
        assert_eq!(find_times(&model(Some((ObjectiveSense::Minimize, 1, 2)))), found);
        assert_eq!(find_times(&model(Some((ObjectiveSense::Maximize, -1, 2)))), found);
        assert_eq!(find_times(&model(Some((ObjectiveSense::Maximize, 1, 3)))), found);
    }

    #[test]
    fn there_are_none_without_tasks_or_where_late_times_are_better() {
        assert!(find_times(&Model::new("empty")).is_empty());
        assert!(find_times(&model(Some((ObjectiveSense::Maximize, 1, 0)))).is_empty());
        assert!(find_times(&model(Some((ObjectiveSense::Minimize, -1, 2)))).is_empty());
    }
}
