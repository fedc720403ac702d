//! Outcomes of a form of cases, and how cases of this form are asked on account of them.

use crate::case::Expr;
use crate::draw::Drawn;
use crate::operator::Operator;
use crate::reply::{Outcome, Wrong};

/// The operator that a case is about, and the one around it.
pub(super) type Form = (Operator, Option<Operator>);

/// Returns the form of a case.
pub(super) fn form(drawn: &Drawn) -> Form {
    let around = match drawn.case.constraints.first() {
        Some(Expr::Op(operator, _)) => Some(*operator),
        _ => None,
    };
    (drawn.about, around)
}

/// Numbers of outcomes of a form.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub(super) right: u32,
    refused: u32,
    /// Wrong answers that leave those of other cases in the same question readable.
    wrong: u32,
    /// Other faults, and answers that claim nothing.
    spoilt: u32,
}

/// Number of right answers for each spoilt question from which a form is asked in company.
const SUSPECT: u32 = 12;

/// Number of refusals of a form after which it is not asked again, if there was no other reply.
const REFUSALS: u32 = 3;

/// Number of spoilt questions after which a form that is rarely answered rightly is asked rarely.
const TIRED: u32 = 8;

impl Record {
    /// Counts an outcome of a case that was asked alone.
    pub(super) fn add(&mut self, drawn: &Drawn, outcome: &Outcome) {
        match outcome {
            Outcome::Right => self.right += 1,
            // A case of several constraints may be refused for another one.
            Outcome::Refused(_) if drawn.case.constraints.len() > 1 => {}
            Outcome::Refused(why) if names(why, drawn) => self.refused += REFUSALS,
            Outcome::Refused(_) => self.refused += 1,
            Outcome::Wrong(how) if *how != Wrong::Unsatisfiable => self.wrong += 1,
            _ => self.spoilt += 1,
        }
    }

    /// Whether a form is refused and nothing else.
    pub(super) fn is_hopeless(self) -> bool {
        self.refused >= REFUSALS && self.right + self.wrong + self.spoilt == 0
    }

    /// Whether a form would often spoil the question of others.
    pub(super) fn is_suspect(self) -> bool {
        (self.refused + self.spoilt) * SUSPECT > self.right
    }

    /// Whether a form with known faults is passed over this time: three times of four.
    pub(super) fn passes(self, drawn: &Drawn) -> bool {
        self.spoilt >= TIRED && self.spoilt * 3 > self.right && !drawn.case.id.is_multiple_of(4)
    }
}

/// Whether a refusal names the operator that a case is about.
pub(super) fn names(why: &str, drawn: &Drawn) -> bool {
    why.to_lowercase().contains(drawn.about.name())
}
