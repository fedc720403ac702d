//! Pieces of a search tree.

use parallax_model::{Value, VarId};

/// What a step of a path does with its decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// `x = v`.
    Is,
    /// `x != v`.
    Not,
    /// `x = v`, and the other side belongs to the same piece: `x != v`, or, where each value has a
    /// branch of its own, these values, the next one last.
    Open(Box<[Value]>),
}

/// A decision on the way to a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The variable that is decided.
    pub variable: VarId,
    /// The value that it takes or loses.
    pub value: Value,
    /// Which of the two, and what comes after it.
    pub side: Side,
}

impl Step {
    fn is_open(&self) -> bool {
        matches!(self.side, Side::Open(_))
    }
}

/// A piece of the tree of a question: the way to a node, and what lies below that node or comes
/// after it on a side that is open. Without open sides it is a *cube*: a list of decisions. The
/// pieces into which a tree is cut are disjoint, and together they are all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The decisions in order.
    pub steps: Vec<Step>,
    /// Whether nobody has counted the last step yet.
    pub fresh: bool,
    /// An estimate of its share in the tree: each value of a domain counts the same.
    pub share: f64,
}

impl Piece {
    /// The whole tree.
    #[must_use]
    pub fn whole() -> Self {
        Piece { steps: Vec::new(), fresh: false, share: 1.0 }
    }

    /// A piece without the exclusions that a later assignment implies. What comes after an open
    /// step stays, because the other side may need it.
    pub(super) fn of(steps: Vec<Step>, fresh: bool, share: f64) -> Self {
        let fixed = steps.iter().take_while(|step| !step.is_open());
        let mut fixed: Vec<VarId> =
            fixed.filter(|step| step.side == Side::Is).map(|step| step.variable).collect();
        fixed.sort_unstable();
        let mut closed = true;
        let kept = steps.into_iter().filter(|step| {
            closed &= !step.is_open();
            let implied = closed && step.side == Side::Not;
            !implied || fixed.binary_search(&step.variable).is_err()
        });
        Piece { steps: kept.collect(), fresh, share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_later_assignment_implies_is_left_out() {
        let step = |variable, value, side| Step { variable: VarId::new(variable), value, side };
        let open = || Side::Open(Box::new([]));
        let steps = vec![
            step(0, 1, Side::Not),
            step(1, 1, Side::Not),
            step(0, 2, Side::Is),
            step(2, 4, open()),
            step(3, 5, Side::Not),
            step(3, 6, Side::Is),
        ];
        let kept = Piece::of(steps.clone(), false, 1.0).steps;
        assert_eq!(kept, steps[1..]);
    }
}
