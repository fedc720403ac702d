//! A certificate judged: by the checker, by VeriPB, and against the answer.

use std::time::Instant;

use parallax_certificates::{Accepted, Atom, Claim, Model as Flat};
use parallax_model::ask::{Answer, Certified, Control, Count, Outcome, Proof, Shown};
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
    /// Judges the certificate; `fault` is why it is not whole. `begun` is when the judgement began.
    pub(super) fn judge(
        &self,
        fault: Option<CertificateError>,
        answered: &Answered<'_>,
        begun: Instant,
        control: &Control,
    ) -> Proof {
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
        let mut proof = Proof::of_certificate(accepted, words, begun.elapsed());
        if accepted == Some(true) {
            let how = if twice { Certified::FlattenedTwice } else { Certified::Flattened };
            (proof.certified, proof.shown) = (Some(how), Some(self.claim(answered)));
        }
        proof
    }

    /// Returns what the answer claims, which is what an accepted certificate shows.
    fn claim(&self, answered: &Answered<'_>) -> Shown {
        let read = |value: i64| {
            let objective = self.model.objective();
            objective.map_or(Decimal::integer(value), |own| own.decimal(value))
        };
        match answered.outcome.answer {
            Answer::Optimal(value) => Shown::Best(Some(read(value))),
            Answer::Unsatisfiable => Shown::Solutions(Count::zero()),
            _ => Shown::Solutions(answered.number.clone()),
        }
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

    /// Compares what the certificate shows with the answer. Returns whether it is accepted, and the
    /// reason or the place of the file.
    fn compare(&self, accepted: &Accepted, answered: &Answered<'_>) -> (Option<bool>, String) {
        let claim = &accepted.claim;
        let same = match (claim, &answered.outcome.answer) {
            (Claim::Count(count), _) => count.to_string() == answered.number.to_string(),
            (Claim::Optimum(best), Answer::Optimal(value)) => *best == Some((*value).into()),
            (Claim::Optimum(best), answer) => best.is_none() && *answer == Answer::Unsatisfiable,
        };
        if !same || accepted.part != self.part {
            return (Some(false), format!("the certificate shows something else: {claim}"));
        }
        let kept = self.engine.file.as_ref();
        let kept = kept.map(|file| format!(", kept in {}", file.display())).unwrap_or_default();
        (Some(true), kept)
    }
}

/// The fate of a proof that VeriPB alone has judged, that there are no solutions but this number.
pub(super) fn by_veripb(verdict: Verdict, number: usize, begun: Instant) -> Proof {
    let (accepted, words) = match verdict {
        Verdict::Accepted => (Some(true), String::new()),
        Verdict::Refused(why) => (Some(false), format!("VeriPB refuses the proof: {why}")),
        Verdict::None(why) => (None, format!("not judged by VeriPB: {why}")),
    };
    let mut proof = Proof::of_certificate(accepted, words, begun.elapsed());
    if accepted == Some(true) {
        let number = Count::from(number as u128);
        (proof.certified, proof.shown) = (Some(Certified::Veripb), Some(Shown::Solutions(number)));
    }
    proof
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
