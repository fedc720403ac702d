//! Different classes of a few variables, by exhaustion.

/// Maximum number of variables for which exhaustion is used; it is faster than matching.
pub(super) const MAX_EXHAUSTIVE_SCOPE: usize = 4;

/// Adds to `allowed` the classes of the assignments in which all variables differ. Each set is one
/// word.
pub(super) fn allow_different(present: &[u64], allowed: &mut [u64]) {
    for i in 0..present.len() {
        // One assignment proves one class of one variable. Classes that are allowed already need no
        // proof.
        let mut left = present[i] & !allowed[i];
        while left != 0 {
            let class = left & left.wrapping_neg();
            left ^= class;
            if can_differ(present, i, 0, class) {
                allowed[i] |= class;
            }
        }
    }
}

/// Whether the variables from `next` on (except `fixed`, whose class is in `used`) can take
/// classes that differ from each other and from `used`.
fn can_differ(present: &[u64], fixed: usize, next: usize, used: u64) -> bool {
    if next == present.len() {
        return true;
    }
    if next == fixed {
        return can_differ(present, fixed, next + 1, used);
    }
    let mut left = present[next] & !used;
    while left != 0 {
        let class = left & left.wrapping_neg();
        left ^= class;
        if can_differ(present, fixed, next + 1, used | class) {
            return true;
        }
    }
    false
}
