//! The effort that Z3 reports.

use z3::{Solver, StatisticsValue};

/// Deterministic effort by name.
pub type Z3Statistics = Vec<(&'static str, u64)>;

/// Z3's names, which differ between its solvers, and ours.
const EFFORT_NAMES: [(&str, &str); 10] = [
    ("conflicts", "conflicts"),
    ("sat conflicts", "conflicts"),
    ("decisions", "decisions"),
    ("sat decisions", "decisions"),
    ("propagations", "propagations"),
    ("sat propagations nary", "propagations"),
    ("sat propagations 2ary", "propagations"),
    ("restarts", "restarts"),
    ("sat restarts", "restarts"),
    ("rlimit count", "rlimit"),
];

/// Returns the total effort of a solver.
pub(super) fn measure_effort(solver: &Solver) -> Z3Statistics {
    let mut effort = Z3Statistics::new();
    for entry in solver.get_statistics().entries() {
        let StatisticsValue::UInt(value) = entry.value else {
            continue;
        };
        if let Some((_, name)) = EFFORT_NAMES.iter().find(|(key, _)| *key == entry.key) {
            match effort.iter_mut().find(|(n, _)| n == name) {
                Some((_, sum)) => *sum += u64::from(value),
                None => effort.push((name, value.into())),
            }
        }
    }
    effort
}

/// Returns the effort since an earlier measurement.
pub(super) fn subtract_effort(mut effort: Z3Statistics, earlier: &Z3Statistics) -> Z3Statistics {
    for (name, value) in &mut effort {
        // A statistic that did not exist before counts from 0.
        let before = earlier.iter().find(|(n, _)| n == name).map_or(0, |(_, v)| *v);
        *value = value.saturating_sub(before);
    }
    effort
}
