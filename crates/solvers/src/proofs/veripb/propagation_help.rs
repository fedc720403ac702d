//! Lines that help unit propagation to refute a constraint in a box.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use parallax_certificates::{
    Atom, ClassRelation, Constraint, Occurrence, Relation, Value, Variable,
};

use super::definition::Id;
use super::error::FollowError;
use super::follow::CertificateFollower;
use super::hall::find_violator;
use super::symbols::DefinitionLiteral;

/// Maximum number of clauses of one tree of values.
const MAX_TREE_CLAUSES: u32 = 20_000;

impl<W: Write> CertificateFollower<'_, W> {
    /// Writes the lines that unit propagation needs to see that a constraint cannot hold in the
    /// box, whose reason is the decisions. Returns whether the conclusion is still to be derived:
    /// sums over Hall sets name no decision, and propagate by themselves.
    ///
    /// `cut` is the variable whose box has only the values to refute.
    pub(super) fn explain_failure(
        &mut self,
        number: usize,
        constraint: &Constraint,
        cut: Option<Variable>,
    ) -> Result<bool, FollowError> {
        match constraint {
            Constraint::AllDifferent { scope } => {
                let distinct: BTreeSet<&Variable> = scope.iter().collect();
                if distinct.len() == scope.len() {
                    self.too_few_values(number, scope, None, cut)?;
                }
                return Ok(false);
            }
            Constraint::Cardinality { scope, occurrences, closed } => {
                let distinct: BTreeSet<&Variable> = scope.iter().collect();
                if distinct.len() < scope.len() {
                    self.derive_value_tree(constraint, scope)?;
                } else if !self.too_few_values(number, scope, Some((occurrences, *closed)), cut)? {
                    self.too_few_variables(number, scope, occurrences)?;
                }
            }
            Constraint::Implies { then, .. } => return self.explain_failure(number, then, cut),
            Constraint::Linear { terms, relation: Relation::Eq, .. } => {
                let scope: Vec<Variable> =
                    terms.0.iter().filter(|term| term.0 != 0).map(|term| term.1).collect();
                // Bounds propagate through the two sums of an equation. If they do not refute it,
                // its values have gaps, and only cases show that.
                if !self.is_out_of_bounds(constraint) {
                    self.derive_value_tree(constraint, &scope)?;
                }
            }
            Constraint::Table { scope, forbidden: true, .. } => {
                self.derive_value_tree(constraint, scope)?;
            }
            &Constraint::Product { left, .. } => {
                // Under a value of the left factor, the clauses of the definition propagate.
                // Together, the values refute the constraint.
                for value in self.space.remaining_values(left).collect::<Vec<_>>() {
                    self.with_atom(
                        Atom { variable: left, relation: Relation::Eq, value },
                        |follower| follower.derive_clause(""),
                    )?;
                }
            }
            Constraint::Regular { .. } if cut.is_some() => self.derive_clause("")?,
            Constraint::Dimension { scope, relation, .. } => match relation {
                ClassRelation::AllDifferent => self.too_few_classes(number, scope, cut)?,
                ClassRelation::Either => {
                    // Both cases are refuted: "all equal" by propagation, "all different" by a Hall
                    // set.
                    if let Some(&same) = self.definition.all_equal.get(&number) {
                        self.with_literal(same, |follower| follower.derive_clause(""))?;
                    }
                    self.too_few_classes(number, scope, cut)?;
                }
                ClassRelation::ExactlyEqual(_) => {
                    let mut clauses = 0;
                    self.tree_of_classes(number, scope, 0, &mut clauses)?;
                }
                ClassRelation::AllSame | ClassRelation::Table(_) => {}
            },
            Constraint::Inverse { left, right, first_left, first_right } => {
                self.add_inverse_lines(number, (left, *first_left), (right, *first_right))?;
            }
            _ => {}
        }
        Ok(true)
    }

    /// Returns the values, among those that a constraint takes, for which unit propagation may need
    /// help. A sum takes those beyond its bounds at once.
    pub(super) fn explained_singly(
        &mut self,
        constraint: &Constraint,
        variable: Variable,
        values: &[Value],
    ) -> Vec<Value> {
        match constraint {
            Constraint::Implies { then, .. } => self.explained_singly(then, variable, values),
            Constraint::Linear { relation: Relation::Eq, .. } => {
                // Values below the smallest kept one, or above the largest, go at once if the
                // bounds refute that side. Each value between needs its own reason.
                let kept = || {
                    self.space
                        .remaining_values(variable)
                        .filter(|v| values.binary_search(v).is_err())
                };
                let (low, high) = (kept().next(), kept().last());
                let mut singly: Vec<Value> = values.to_vec();
                let below = |value: Value| low.is_some_and(|low| value < low);
                let above = |value: Value| high.is_some_and(|high| value > high);
                for side in [&below as &dyn Fn(Value) -> bool, &above] {
                    let mark = self.space.trail_mark();
                    self.space.keep_if(variable, side);
                    if self.is_out_of_bounds(constraint) {
                        singly.retain(|&value| !side(value));
                    }
                    self.space.undo_to(mark);
                }
                singly
            }
            // With a variable at two places, each value may have a reason of its own.
            Constraint::Regular { scope, .. } => {
                let is_twice = scope.iter().filter(|other| **other == variable).count() > 1;
                if is_twice { values.to_vec() } else { Vec::new() }
            }
            Constraint::AllDifferent { .. }
            | Constraint::Cardinality { .. }
            | Constraint::Table { forbidden: true, .. }
            | Constraint::Product { .. }
            | Constraint::Dimension { .. }
            | Constraint::Inverse { .. } => values.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Adds up the lines of a Hall set: variables with too few values. Returns whether one exists.
    fn too_few_values(
        &mut self,
        number: usize,
        scope: &[Variable],
        counted: Option<(&[Occurrence], bool)>,
        cut: Option<Variable>,
    ) -> Result<bool, FollowError> {
        let mut places: BTreeMap<Value, usize> = BTreeMap::new();
        let mut rooms = Vec::new();
        let mut edges = Vec::with_capacity(scope.len());
        for &variable in scope {
            let mut open_places = Vec::new();
            for value in self.space.remaining_values(variable) {
                let place = *places.entry(value).or_insert(rooms.len());
                if place == rooms.len() {
                    rooms.push(match counted {
                        None => 1,
                        Some((all, closed)) => {
                            match all.iter().find(|occurrence| occurrence.value == value) {
                                Some(occurrence) => {
                                    usize::try_from(occurrence.max).unwrap_or(usize::MAX)
                                }
                                None if closed => 0,
                                None => usize::MAX,
                            }
                        }
                    });
                }
                open_places.push(place);
            }
            edges.push(open_places);
        }
        let Some((nodes, seen)) = find_violator(&edges, &rooms) else { return Ok(false) };
        if seen.len() < 2 {
            // The line of the single value propagates by itself.
            return Ok(true);
        }
        // Without the variable whose values are refuted, the rest is a Hall set, and names no
        // decision.
        let nodes = nodes.into_iter().filter(|&node| Some(scope[node]) != cut);
        let nodes: Vec<usize> = nodes.collect();
        let some = nodes.iter().map(|&node| self.definition.value_lines[scope[node]]);
        let max_lines = places.iter().filter(|(_, place)| seen.contains(place));
        let max_lines =
            max_lines.filter_map(|(&value, _)| self.definition.max_lines.get(&(number, value)));
        let lines = some.chain(max_lines.copied()).collect();
        self.add_up(lines)?;
        Ok(true)
    }

    /// Adds up the lines of values that must occur more often than variables can take them.
    fn too_few_variables(
        &mut self,
        number: usize,
        scope: &[Variable],
        occurrences: &[Occurrence],
    ) -> Result<(), FollowError> {
        // The matching of the other direction: required occurrences are the nodes, and the
        // variables are places with one room each.
        let (mut edges, mut values) = (Vec::new(), Vec::new());
        for occurrence in occurrences {
            let takers = || {
                let takers = scope.iter().enumerate();
                takers
                    .filter(|(_, v)| self.space.has_value(**v, occurrence.value))
                    .map(|(index, _)| index)
            };
            // One more than the number of takers is as strong as any larger number.
            let max_count = takers().count() as u64 + 1;
            for _ in 0..occurrence.min.min(max_count) {
                edges.push(takers().collect());
                values.push(occurrence.value);
            }
        }
        let Some((nodes, seen)) = find_violator(&edges, &vec![1; scope.len()]) else {
            return Ok(());
        };
        let wanted: BTreeSet<Value> = nodes.iter().map(|&node| values[node]).collect();
        let min_lines =
            wanted.iter().filter_map(|&v| self.definition.min_lines.get(&(number, v)).copied());
        let lines = min_lines
            .chain(seen.iter().map(|&index| self.definition.value_lines[scope[index]] + 1));
        let lines = lines.collect();
        self.add_up(lines)
    }

    /// Whether the bounds alone refute a sum, as "at most" or as "at least".
    pub(super) fn is_out_of_bounds(&self, constraint: &Constraint) -> bool {
        let Constraint::Linear { terms, constant, .. } = constraint else { return false };
        [Relation::Le, Relation::Ge].into_iter().any(|relation| {
            let bound = Constraint::Linear { terms: terms.clone(), relation, constant: *constant };
            !bound.is_possible(&self.space)
        })
    }

    /// Derives clauses along a tree of the values of some variables.
    fn derive_value_tree(
        &mut self,
        constraint: &Constraint,
        scope: &[Variable],
    ) -> Result<(), FollowError> {
        let since = self.derived_count();
        let mut clauses = 0;
        self.derive_branches(constraint, scope, &mut clauses)?;
        // The last clause implies the others.
        self.forget_lines(since, 1)
    }

    fn derive_branches(
        &mut self,
        constraint: &Constraint,
        scope: &[Variable],
        clauses: &mut u32,
    ) -> Result<(), FollowError> {
        *clauses += 1;
        if *clauses > MAX_TREE_CLAUSES {
            return Err(FollowError::Clauses(MAX_TREE_CLAUSES));
        }
        let open = scope.iter().copied().find(|&variable| self.space.domain_size(variable) > 1);
        // The tree branches only where bounds do not refute the box.
        if let Some(variable) = open.filter(|_| !self.is_out_of_bounds(constraint)) {
            for value in self.space.remaining_values(variable).collect::<Vec<_>>() {
                self.with_atom(Atom { variable, relation: Relation::Eq, value }, |follower| {
                    follower.derive_branches(constraint, scope, clauses)
                })?;
            }
        }
        self.derive_clause("")
    }

    /// Returns the classes that a variable of a constraint still has in the box, and their
    /// literals.
    fn open_classes(
        &self,
        number: usize,
        scope: &[Variable],
        position: usize,
    ) -> Vec<(usize, DefinitionLiteral)> {
        let Some(all) = self.definition.classes.get(&(number, position)) else { return Vec::new() };
        let mut open = all.clone();
        open.retain(|&(class, _)| {
            let class_of = |value| self.model.constraints[number].class_of(value);
            self.space.remaining_values(scope[position]).any(|value| class_of(value) == Some(class))
        });
        open
    }

    /// Adds up the lines of a Hall set of variables and classes.
    fn too_few_classes(
        &mut self,
        number: usize,
        scope: &[Variable],
        cut: Option<Variable>,
    ) -> Result<(), FollowError> {
        let mut classes: BTreeMap<usize, usize> = BTreeMap::new();
        let mut edges = Vec::with_capacity(scope.len());
        for position in 0..scope.len() {
            let open = self.open_classes(number, scope, position);
            let next = |(class, _)| {
                let next = classes.len();
                *classes.entry(class).or_insert(next)
            };
            edges.push(open.into_iter().map(next).collect());
        }
        let Some((nodes, seen)) = find_violator(&edges, &vec![1; classes.len()]) else {
            return Ok(());
        };
        let nodes = nodes.into_iter().filter(|&node| Some(scope[node]) != cut);
        let some = nodes.filter_map(|node| self.definition.some_class.get(&(number, node)));
        let max_lines = classes.iter().filter(|(_, place)| seen.contains(place));
        let max_lines =
            max_lines.filter_map(|(&c, _)| self.definition.max_lines.get(&(number, c as Value)));
        let lines = some.chain(max_lines).copied().collect();
        self.add_up(lines)
    }

    /// Derives that a constraint of classes takes values from a variable: whole classes, each of
    /// which has a literal.
    pub(super) fn takes_classes(
        &mut self,
        number: usize,
        constraint: &Constraint,
        scope: &[Variable],
        variable: Variable,
        values: &[Value],
    ) -> Result<(), FollowError> {
        let Some(position) = scope.iter().position(|&other| other == variable) else {
            return Ok(());
        };
        let classes: BTreeSet<usize> =
            values.iter().filter_map(|&value| constraint.class_of(value)).collect();
        for (class, lit) in self.open_classes(number, scope, position) {
            if classes.contains(&class) {
                let mark = self.space.trail_mark();
                // One literal names all values of the class, so one refutation takes them together.
                self.space.keep_if(variable, |value| constraint.class_of(value) == Some(class));
                self.with_literal(lit, |follower| {
                    follower.explain_failure(number, constraint, Some(variable))?;
                    follower.derive_clause("")
                })?;
                self.space.undo_to(mark);
            }
        }
        Ok(())
    }

    /// Derives clauses along a tree of the classes of variables.
    fn tree_of_classes(
        &mut self,
        number: usize,
        scope: &[Variable],
        position: usize,
        clauses: &mut u32,
    ) -> Result<(), FollowError> {
        *clauses += 1;
        if *clauses > MAX_TREE_CLAUSES {
            return Err(FollowError::Clauses(MAX_TREE_CLAUSES));
        }
        if position < scope.len() {
            let open = self.open_classes(number, scope, position);
            // A variable with one class needs no branch.
            if open.len() < 2 {
                return self.tree_of_classes(number, scope, position + 1, clauses);
            }
            for (_, lit) in open {
                self.with_literal(lit, |follower| {
                    follower.tree_of_classes(number, scope, position + 1, clauses)
                })?;
            }
        }
        self.derive_clause("")
    }

    /// Adds up the lines of Hall sets of both sides of an inverse, whose places are permutations.
    fn add_inverse_lines(
        &mut self,
        number: usize,
        left: (&[Variable], i128),
        right: (&[Variable], i128),
    ) -> Result<(), FollowError> {
        let ((left, first_left), (right, first_right)) = (left, right);
        let edge = |i: usize, j: usize| {
            let has = |variable, offset: usize, first: i128| {
                let value = Value::try_from(first + offset as i128);
                value.is_ok_and(|value| self.space.has_value(variable, value))
            };
            has(left[i], j, first_right) && has(right[j], i, first_left)
        };
        let edges: Vec<Vec<usize>> =
            (0..left.len()).map(|i| (0..right.len()).filter(|&j| edge(i, j)).collect()).collect();
        let Some((nodes, seen)) = find_violator(&edges, &vec![1; right.len()]) else {
            return Ok(());
        };
        let some = nodes.iter().map(|&node| self.definition.value_lines[left[node]]);
        let right_lines = seen.iter().map(|&index| self.definition.value_lines[right[index]] + 1);
        // `left[i] = j` is replaced by `right[j] = i`, of which one is true.
        let moved = nodes.iter().flat_map(|&i| seen.iter().map(move |&j| (number, i, j)));
        let moved = moved.filter_map(|key| self.definition.inverse_lines.get(&key).copied());
        let lines: Vec<Id> = some.chain(right_lines).chain(moved).collect();
        self.add_up(lines)
    }
}
