//! A certificate judged: by the checker, by VeriPB, and against the answer.

use std::time::Instant;

use parallax_certificates::{Accepted, Atom, Claim, Model as Flat};
use parallax_model::ask::{Answer, Certified, Control, Count, Outcome, Proof};
use parallax_model::decimal::Decimal;
use parallax_model::{Model, Value};
use parallax_solvers::proofs::veripb::{self, Claimed, Verdict};

use super::engine::Certifying;
use super::lemmas::MOST_SOLUTIONS;
use super::outlet::{Unshown, Watched, checked};
use super::place::Place;
use super::write::opened;
use super::writer::CertificateError;

/// An answer that a certificate is about.
pub(super) struct Answered<'a> {
    pub(super) outcome: &'a Outcome,
    /// The number of solutions that were passed on, or counted without a list.
    pub(super) number: Count,
    /// The solutions that VeriPB checks: all, unless there are more than [`MOST_SOLUTIONS`].
    pub(super) solutions: &'a [Vec<Value>],
}

/// A certificate to judge.
pub(super) struct Written<'a> {
    pub(super) engine: &'a Certifying,
    /// The model of the session.
    pub(super) model: &'a Model,
    /// The model that the certificate is about, and the part of it.
    pub(super) judged: &'a Flat,
    pub(super) part: &'a [Atom],
    pub(super) place: &'a Place,
}

impl Written<'_> {
    /// Judges the certificate; `fault` is why it is not whole. Returns whether it is accepted, what it
    /// then certifies, and the reason.
    pub(super) fn judge(
        &self,
        fault: Option<CertificateError>,
        answered: &Answered<'_>,
        control: &Control,
    ) -> (Option<bool>, Option<Certified>, String) {
        let (shown, verdict) = match self.shown(answered, control) {
            Ok((shown, verdict)) => (Ok(shown), verdict),
            Err(unshown) => (Err(unshown), None),
        };
        let (accepted, words) = match (shown, fault) {
            _ if !answered.outcome.complete => {
                (None, "no certificate: the search is not complete".to_owned())
            }
            // A refusal comes before a pipe that is closed because of it.
            (Err(unshown), None | Some(CertificateError::Closed)) => {
                match (control.check(), unshown) {
                    (Err(stop), _) => (None, format!("not certified: {stop}")),
                    (_, Unshown::Unchecked(why)) => (None, format!("not certified: {why}")),
                    (_, Unshown::Refused(why)) => {
                        (Some(false), format!("certificate refused: {why}"))
                    }
                }
            }
            (_, Some(fault)) => (None, format!("not certified: {}", fault.description())),
            (Ok(accepted), None) => self.compare(&accepted, answered),
        };
        let (accepted, twice, words) = twice(accepted, verdict, words);
        let how = if twice { Certified::FlattenedTwice } else { Certified::Flattened };
        (accepted, (accepted == Some(true)).then_some(how), words)
    }

    /// Returns the claim that the certificate shows, and VeriPB's verdict if it is requested.
    fn shown(
        &self,
        answered: &Answered<'_>,
        control: &Control,
    ) -> Result<(Accepted, Option<Verdict>), Unshown> {
        let solutions = answered.solutions;
        let file = match self.place {
            Place::Checker(outlet) => return outlet.shown().map(|shown| (shown, None)),
            Place::Dropped(file) => file.path(),
            Place::Kept(file) => file,
        };
        let reader = opened(file);
        let unread = |error| Unshown::Unchecked(format!("the certificate cannot be read: {error}"));
        let reader = reader.map_err(unread)?;
        if !self.engine.veripb || solutions.len() > MOST_SOLUTIONS {
            let shown = checked(self.judged, reader, control).map_err(Unshown::of)?;
            let why = format!("more than {MOST_SOLUTIONS} solutions");
            return Ok((shown, self.engine.veripb.then_some(Verdict::None(why))));
        }
        let reader = Watched { reader, control: control.clone() };
        let limit = self.engine.limit;
        let claimed = match answered.outcome.answer {
            Answer::Optimal(value) => Claimed::Best(value),
            _ => Claimed::Solutions(solutions),
        };
        veripb::judge(self.judged, reader, claimed, limit, control)
            .map(|(shown, verdict)| (shown, Some(verdict)))
            .map_err(Unshown::of)
    }

    /// Compares what the certificate shows with the answer.
    fn compare(&self, accepted: &Accepted, answered: &Answered<'_>) -> (Option<bool>, String) {
        let claim = &accepted.claim;
        let (same, words) = match (claim, &answered.outcome.answer) {
            (Claim::Count(count), _) => {
                let same = count.to_string() == answered.number.to_string();
                let words = if answered.number == 0 {
                    "unsatisfiable".to_owned()
                } else if answered.number == 1 {
                    "exactly one solution".to_owned()
                } else {
                    format!("exactly {count} solutions")
                };
                (same, words)
            }
            (Claim::Optimum(best), Answer::Optimal(value)) => {
                let objective = self.model.objective();
                let read = objective.map_or(Decimal::integer(*value), |own| own.decimal(*value));
                (*best == Some((*value).into()), format!("{read} is the best value"))
            }
            (Claim::Optimum(best), answer) => {
                (best.is_none() && *answer == Answer::Unsatisfiable, "unsatisfiable".to_owned())
            }
        };
        if !same || accepted.part != self.part {
            return (Some(false), format!("the certificate shows something else: {claim}"));
        }
        let kept = self.engine.file.as_ref();
        let kept = kept.map(|file| format!(", kept in {}", file.display())).unwrap_or_default();
        (Some(true), words + &kept)
    }
}

/// The fate of a proof that VeriPB alone has judged, that there are no solutions but this number.
pub(super) fn by_veripb(verdict: Verdict, number: usize, begun: Instant) -> Proof {
    let claim = match number {
        0 => "unsatisfiable".to_owned(),
        1 => "exactly one solution".to_owned(),
        _ => format!("exactly {number} solutions"),
    };
    let (accepted, certified, words) = match verdict {
        Verdict::Accepted => (Some(true), Some(Certified::Veripb), claim),
        Verdict::Refused(why) => (Some(false), None, format!("VeriPB refuses the proof: {why}")),
        Verdict::None(why) => (None, None, format!("not judged by VeriPB: {why}")),
    };
    let (is_certificate, digest, time) = (true, None, begun.elapsed());
    Proof { accepted, is_certificate, certified, digest, words, time }
}

/// The fate of a certificate with what VeriPB says: whether it is accepted, whether VeriPB accepts
/// it, too, and why.
fn twice(
    accepted: Option<bool>,
    verdict: Option<Verdict>,
    words: String,
) -> (Option<bool>, bool, String) {
    match (accepted, verdict) {
        (Some(true), Some(Verdict::Accepted)) => (accepted, true, words),
        (Some(true), Some(Verdict::Refused(why))) => {
            (Some(false), false, format!("VeriPB refuses what the checker accepts: {why}"))
        }
        (Some(true), Some(Verdict::None(why))) => {
            (accepted, false, format!("{words}; not judged by VeriPB: {why}"))
        }
        _ => (accepted, false, words),
    }
}
