//! Propagation levels: the consistency that each constraint enforces.

use std::error::Error;
use std::fmt;

use parallax_model::{ConstraintKind, GlobalKind, PostedConstraint, named};

/// The consistency to enforce on a constraint, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConsistencyLevel {
    /// Back-checking: checks the constraint once all its variables are fixed.
    None,
    /// Forward checking (Haralick and Elliott 1980): acts when one variable of the scope
    /// remains.
    Forward,
    /// Arc consistency: value elimination for differences, counting for cardinalities, pairwise
    /// reasoning for inverses.
    Arc,
    /// Value elimination, and values that only one variable can take.
    Singles,
    /// Bounds consistency.
    Bounds,
    /// Generalised arc consistency (domain consistency).
    Domain,
}

named!(ConsistencyLevel, "level", {
    None => "none",
    Forward => "fc",
    Arc => "ac",
    Singles => "singles",
    Bounds => "bounds",
    Domain => "gac",
});

impl ConsistencyLevel {
    /// Returns a description in a few words.
    #[must_use]
    pub fn short_description(self) -> &'static str {
        match self {
            ConsistencyLevel::None => "back-checking: check once all variables are fixed",
            ConsistencyLevel::Forward => "forward checking: act when one variable remains",
            ConsistencyLevel::Arc => "value elimination, counting",
            ConsistencyLevel::Singles => "value elimination and hidden singles",
            ConsistencyLevel::Bounds => "bounds consistency",
            ConsistencyLevel::Domain => "generalised arc consistency",
        }
    }
}

/// A level that a kind of constraint does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingLevel {
    /// The kind of constraint.
    pub kind: ConstraintKind,
    /// The level.
    pub level: ConsistencyLevel,
}

impl fmt::Display for MissingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingLevel { kind, level } = *self;
        write!(f, "{kind} has the levels {}, not {level}", names(kind_levels(kind)))
    }
}

impl Error for MissingLevel {}

/// Names of levels, separated by commas.
fn names(levels: &[ConsistencyLevel]) -> String {
    let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

/// Returns the levels of a kind, from weakest to strongest, and its default level.
fn known_levels(kind: ConstraintKind) -> (&'static [ConsistencyLevel], ConsistencyLevel) {
    use ConsistencyLevel::{Arc, Bounds, Domain, Forward, None, Singles};
    use ConstraintKind as Kind;
    const TABLE_LEVELS: &[ConsistencyLevel] = &[None, Forward, Domain];
    // Comparisons and lexicographic orders have one propagator for the two stronger levels.
    const ORDER_LEVELS: &[ConsistencyLevel] = &[None, Forward, Bounds, Domain];
    const LOGICAL_LEVELS: &[ConsistencyLevel] = &[None, Forward, Arc, Domain];
    match kind {
        Kind::AllDifferent => (&ConsistencyLevel::ALL, Singles),
        Kind::GlobalCardinality => (&[None, Forward, Arc, Domain], Domain),
        // `of_kind` takes `Domain` for one solution.
        Kind::Linear => (&[None, Forward, Bounds, Domain], Bounds),
        Kind::Compare | Kind::Lexicographic => (ORDER_LEVELS, Domain),
        Kind::Table | Kind::Element | Kind::Dimension => (TABLE_LEVELS, Domain),
        Kind::Extremum | Kind::Product => (&[None, Forward, Bounds], Bounds),
        Kind::Inverse => (&[None, Forward, Arc], Arc),
        Kind::Clause | Kind::Reify | Kind::Implies => (LOGICAL_LEVELS, Domain),
        Kind::Global(kind) => global_levels(kind),
    }
}

/// Returns the levels of a global kind.
fn global_levels(kind: GlobalKind) -> (&'static [ConsistencyLevel], ConsistencyLevel) {
    use ConsistencyLevel::{Arc, Bounds, Domain, Forward, None, Singles};
    match kind {
        GlobalKind::Regular => (&[None, Forward, Domain], Domain),
        // One propagator for the two stronger levels.
        GlobalKind::Count => (&[None, Forward, Bounds, Domain], Domain),
        GlobalKind::DistinctCount => (&[None, Forward, Bounds], Bounds),
        GlobalKind::Cumulative => (&[None, Forward, Bounds], Bounds),
        GlobalKind::NoOverlap => (&[None, Forward, Bounds], Bounds),
        GlobalKind::Circuit => (&[None, Forward, Arc, Singles], Singles),
        GlobalKind::BinPacking => (&[None, Forward, Bounds], Bounds),
    }
}

/// Returns the levels of a kind, from weakest to strongest.
#[must_use]
pub fn kind_levels(kind: ConstraintKind) -> &'static [ConsistencyLevel] {
    known_levels(kind).0
}

/// Returns the default level of a kind.
#[must_use]
pub fn default_level(kind: ConstraintKind) -> ConsistencyLevel {
    known_levels(kind).1
}

/// Returns the strongest level of a kind that is not above `level`.
fn at_most(kind: ConstraintKind, level: ConsistencyLevel) -> ConsistencyLevel {
    let known = kind_levels(kind).iter().copied();
    known.filter(|&known| known <= level).max().unwrap_or(ConsistencyLevel::None)
}

/// Returns `level` if the kind has it.
fn require_level(
    kind: ConstraintKind,
    level: ConsistencyLevel,
) -> Result<ConsistencyLevel, MissingLevel> {
    if kind_levels(kind).contains(&level) { Ok(level) } else { Err(MissingLevel { kind, level }) }
}

/// The level of each constraint: the level of its group, else of the kind of its group, else of its
/// kind of constraint, else of the run (the strongest level of the kind that does not exceed it),
/// else the default of the kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsistencySettings {
    /// The level of the run, if set.
    pub all: Option<ConsistencyLevel>,
    kinds: Vec<(ConstraintKind, ConsistencyLevel)>,
    groups: Vec<(String, ConsistencyLevel)>,
    /// Whether the search ends with one solution: then sums without an explicit level take the
    /// strongest one.
    one: bool,
    /// Whether the search learns: then nogoods propagate that each value of a permutation is taken.
    learns: bool,
}

impl ConsistencySettings {
    /// Returns the levels for a search that learns.
    #[must_use]
    pub fn for_learning(self) -> Self {
        ConsistencySettings { learns: true, ..self }
    }

    /// Whether an all-different that is a permutation needs no hidden singles at this level,
    /// because nogoods find them.
    pub(crate) fn leaves_singles_to_nogoods(&self, level: ConsistencyLevel) -> bool {
        // A user who asks for hidden singles by name gets the propagator, even though nogoods do
        // its work.
        let insists = self.requires_level(ConstraintKind::AllDifferent, ConsistencyLevel::Singles);
        self.learns && level == ConsistencyLevel::Singles && !insists
    }

    /// Whether no level for sums is set.
    #[must_use]
    pub fn leaves_sums_open(&self) -> bool {
        self.all.is_none() && self.kinds.iter().all(|(kind, _)| *kind != ConstraintKind::Linear)
    }

    /// Returns the levels for a search that ends with one solution.
    #[must_use]
    pub fn for_one(self) -> Self {
        ConsistencySettings { one: true, ..self }
    }

    /// Sets the level of a kind.
    ///
    /// # Errors
    /// Returns an error if `level` is not one of the levels of the kind.
    pub fn set_kind(
        &mut self,
        kind: ConstraintKind,
        level: ConsistencyLevel,
    ) -> Result<(), MissingLevel> {
        let level = require_level(kind, level)?;
        // The last setting of a kind wins.
        self.kinds.retain(|entry| entry.0 != kind);
        self.kinds.push((kind, level));
        Ok(())
    }

    /// Sets the level of the constraints whose [`label_group`] or [`group_kind`] is `name`. A group
    /// comes before the kind of its label.
    pub fn set_group(&mut self, name: &str, level: ConsistencyLevel) {
        // The last setting of a name wins, as for an option that is given twice.
        self.groups.retain(|entry| entry.0 != name);
        self.groups.push((name.to_owned(), level));
    }

    /// Returns the names of the groups and kinds of groups for which a level is set.
    pub fn group_names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|entry| entry.0.as_str())
    }

    /// Returns the level of a posted constraint.
    ///
    /// # Errors
    /// Returns an error if its group is set to a level that its kind does not have.
    pub fn constraint_level(
        &self,
        posted: &PostedConstraint,
    ) -> Result<ConsistencyLevel, MissingLevel> {
        let kind = posted.constraint.kind();
        match self.of_label(&posted.label) {
            Some(level) => require_level(kind, level),
            None => Ok(self.of_kind(kind)),
        }
    }

    /// Returns the level of a label's group, else of the kind of its group, if one is set.
    fn of_label(&self, label: &str) -> Option<ConsistencyLevel> {
        // Almost always so; the kind of a group would otherwise be built as a string for each
        // constraint.
        if self.groups.is_empty() {
            return None;
        }
        let named = |name: &str| self.groups.iter().find(|entry| entry.0 == name);
        // The exact group first, whichever was set first: it is the narrower name.
        named(label_group(label)).or_else(|| named(&group_kind(label))).map(|entry| entry.1)
    }

    /// Returns the level of a kind, without regard to groups.
    #[must_use]
    pub fn of_kind(&self, kind: ConstraintKind) -> ConsistencyLevel {
        // A level of the kind was validated when it was set; a level of the run may be unknown to
        // the kind and is lowered to one that it has.
        match (self.kinds.iter().find(|entry| entry.0 == kind), self.all) {
            (Some((_, level)), _) => *level,
            (None, Some(level)) => at_most(kind, level),
            (None, None) if self.one && kind == ConstraintKind::Linear => ConsistencyLevel::Domain,
            (None, None) => default_level(kind),
        }
    }

    /// Whether `kind` was set to exactly `level`, so that nothing weaker is acceptable.
    #[must_use]
    pub fn requires_level(&self, kind: ConstraintKind, level: ConsistencyLevel) -> bool {
        self.kinds.contains(&(kind, level))
    }
}

/// Returns the group of a label: the label without a final number.
#[must_use]
pub fn label_group(label: &str) -> &str {
    label.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end()
}

/// Returns the kind of a label's group: the label without any numbers. `pair across 2 4` belongs to
/// the group `pair across 2` of the kind `pair across`.
#[must_use]
pub fn group_kind(label: &str) -> String {
    let words: String = label.chars().filter(|c| !c.is_ascii_digit()).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes the form of engine specs, each setting after a comma: `,gac,sum=bounds,@row=fc`.
impl fmt::Display for ConsistencySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.iter().try_for_each(|level| write!(f, ",{level}"))?;
        self.kinds.iter().try_for_each(|(kind, level)| write!(f, ",{}={level}", kind.name()))?;
        self.groups.iter().try_for_each(|(group, level)| write!(f, ",@{group}={level}"))
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Compare, ComparisonOperator, Constraint, VarId};

    use super::*;

    #[test]
    fn kinds_of_groups_are_labels_without_numbers() {
        for (label, of_label, kind) in [
            ("row 3", "row", "row"),
            ("pair across 2 14", "pair across 2", "pair across"),
            ("use 2 down", "use 2 down", "use down"),
            ("r1c12 = 7", "r1c12 =", "rc ="),
            ("apart", "apart", "apart"),
            ("12", "", ""),
            ("", "", ""),
        ] {
            assert_eq!(
                (label_group(label), group_kind(label).as_str()),
                (of_label, kind),
                "{label}"
            );
        }
    }

    #[test]
    fn a_group_comes_before_its_kind_in_any_order() {
        let level = |settings: [(&str, ConsistencyLevel); 2], label: &str| {
            let mut levels = ConsistencySettings {
                all: Some(ConsistencyLevel::Domain),
                ..ConsistencySettings::default()
            };
            for (name, level) in settings {
                levels.set_group(name, level);
            }
            let [left, right] = [0, 1].map(VarId::new);
            let constraint = Constraint::Compare(Compare::new(left, ComparisonOperator::Ne, right));
            levels.constraint_level(&PostedConstraint { label: label.into(), constraint }).unwrap()
        };
        let kind = ("pair across", ConsistencyLevel::Forward);
        let of_two = ("pair across 2", ConsistencyLevel::None);
        for settings in [[kind, of_two], [of_two, kind]] {
            for (label, expected) in [
                ("pair across 1 2", ConsistencyLevel::Forward),
                ("pair across 2 4", ConsistencyLevel::None),
                ("pair across", ConsistencyLevel::Forward),
                ("pair down 1 2", ConsistencyLevel::Domain),
                ("pair", ConsistencyLevel::Domain),
            ] {
                assert_eq!(level(settings, label), expected, "{label}");
            }
        }
    }
}
