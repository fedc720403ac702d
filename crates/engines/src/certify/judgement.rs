//! A certificate judged: by the checker, by VeriPB, and against the answer.

use std::time::Instant;

use parallax_certificates::{AcceptedClaim, Atom, CertificateClaim, CheckerModel as Flat};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{
    Answer, CertificateSubject, CertifiedResult, Control, ProofOutcome, QuestionOutcome,
    SolutionCount,
};
use parallax_model::{Model, Value};
use parallax_solvers::proofs::veripb::{self, VeripbClaim, VeripbVerdict};

use super::certificate_destination::CertificateDestination;
use super::checker_writer::{CancellableReader, CertificateCheckError, check_whole_certificate};
use super::engine::CertifyingEngine;
use super::lemmas::MOST_SOLUTIONS;
use super::write::open_certificate;
use super::writer::CertificateError;

/// An answer that a certificate is about.
pub(super) struct ClaimedAnswer<'a> {
    pub(super) outcome: &'a QuestionOutcome,
    /// The number of solutions that were passed on, or counted without a list.
    pub(super) number: SolutionCount,
    /// The solutions that VeriPB checks: all, unless there are more than [`MOST_SOLUTIONS`].
    pub(super) solutions: &'a [Vec<Value>],
}

/// A certificate to judge.
pub(super) struct WrittenCertificate<'a> {
    pub(super) engine: &'a CertifyingEngine,
    /// The model of the session.
    pub(super) model: &'a Model,
    /// The model that the certificate is about, and the part of it.
    pub(super) judged: &'a Flat,
    pub(super) part: &'a [Atom],
    pub(super) place: &'a CertificateDestination,
}

impl WrittenCertificate<'_> {
    /// Judges the certificate. `fault` is the reason why it is incomplete, if it is; the judgement
    /// began at `begun`.
    pub(super) fn judge_certificate(
        &self,
        fault: Option<CertificateError>,
        answered: &ClaimedAnswer<'_>,
        begun: Instant,
        control: &Control,
    ) -> ProofOutcome {
        let (shown, verdict) = match self.check_certificate(answered, control) {
            Ok((shown, verdict)) => (Ok(shown), verdict),
            Err(unshown) => (Err(unshown), None),
        };
        let (accepted, words) = match (shown, fault) {
            _ if !answered.outcome.complete => {
                (None, "no certificate: the search is not complete".to_owned())
            }
            // The checker's refusal is reported, not the closed pipe that it causes.
            (Err(unshown), None | Some(CertificateError::Closed)) => {
                match (control.check_stop(), unshown) {
                    (Err(stop), _) => (None, format!("not certified: {stop}")),
                    (_, CertificateCheckError::Unchecked(why)) => {
                        (None, format!("not certified: {why}"))
                    }
                    (_, CertificateCheckError::Refused(why)) => {
                        (Some(false), format!("certificate refused: {why}"))
                    }
                }
            }
            (_, Some(fault)) => (None, format!("not certified: {}", fault.describe_error())),
            (Ok(accepted), None) => self.compare_answer(&accepted, answered),
        };
        let (accepted, twice, words) = combine_verdicts(accepted, verdict, words);
        let mut proof = ProofOutcome::of_certificate(accepted, words, begun.elapsed());
        if accepted == Some(true) {
            let how = if twice {
                CertificateSubject::FlattenedTwice
            } else {
                CertificateSubject::Flattened
            };
            (proof.certified, proof.shown) = (Some(how), Some(self.answer_claim(answered)));
        }
        proof
    }

    /// Returns the claim of the answer, which an accepted certificate shows.
    fn answer_claim(&self, answered: &ClaimedAnswer<'_>) -> CertifiedResult {
        let read = |value: i64| {
            let objective = self.model.objective();
            objective
                .map_or(DecimalNumber::from_integer(value), |objective| objective.to_decimal(value))
        };
        match answered.outcome.answer {
            Answer::Optimal(value) => CertifiedResult::Best(Some(read(value))),
            Answer::Unsatisfiable => CertifiedResult::Solutions(SolutionCount::zero()),
            _ => CertifiedResult::Solutions(answered.number.clone()),
        }
    }

    /// Returns the claim that the certificate shows, and VeriPB's verdict if it is requested.
    fn check_certificate(
        &self,
        answered: &ClaimedAnswer<'_>,
        control: &Control,
    ) -> Result<(AcceptedClaim, Option<VeripbVerdict>), CertificateCheckError> {
        let solutions = answered.solutions;
        let file = match self.place {
            CertificateDestination::Checker(outlet) => {
                return outlet.finish_check().map(|shown| (shown, None));
            }
            CertificateDestination::Dropped(file) => file.path(),
            CertificateDestination::Kept(file) => file,
        };
        let reader = open_certificate(file);
        let unread = |error| {
            CertificateCheckError::Unchecked(format!("the certificate cannot be read: {error}"))
        };
        let reader = reader.map_err(unread)?;
        if !self.engine.veripb || solutions.len() > MOST_SOLUTIONS {
            let shown = check_whole_certificate(self.judged, reader, control)
                .map_err(CertificateCheckError::from_refusal)?;
            // VeriPB needs every solution as a line of its proof; beyond the limit the list is not
            // even kept.
            let why = format!("more than {MOST_SOLUTIONS} solutions");
            return Ok((shown, self.engine.veripb.then_some(VeripbVerdict::None(why))));
        }
        let reader = CancellableReader { reader, control: control.clone() };
        let limit = self.engine.limit;
        let claimed = match answered.outcome.answer {
            Answer::Optimal(value) => VeripbClaim::Best(value),
            _ => VeripbClaim::Solutions(solutions),
        };
        veripb::judge_certificate(self.judged, reader, claimed, limit, control)
            .map(|(shown, verdict)| (shown, Some(verdict)))
            .map_err(CertificateCheckError::from_refusal)
    }

    /// Compares the claim of the certificate with the answer. Returns whether it is accepted, and
    /// the reason or the name of the file.
    fn compare_answer(
        &self,
        accepted: &AcceptedClaim,
        answered: &ClaimedAnswer<'_>,
    ) -> (Option<bool>, String) {
        let claim = &accepted.claim;
        let same = match (claim, &answered.outcome.answer) {
            // The checker has its own type of large numbers, which shares no code with this one, so
            // the texts are compared.
            (CertificateClaim::Count(count), _) => count.to_string() == answered.number.to_string(),
            (CertificateClaim::Optimum(best), Answer::Optimal(value)) => {
                *best == Some((*value).into())
            }
            (CertificateClaim::Optimum(best), answer) => {
                best.is_none() && *answer == Answer::Unsatisfiable
            }
        };
        if !same || accepted.part != self.part {
            return (Some(false), format!("the certificate shows something else: {claim}"));
        }
        let kept = self.engine.file.as_ref();
        let kept = kept.map(|file| format!(", kept in {}", file.display())).unwrap_or_default();
        (Some(true), kept)
    }
}

/// Returns the result of a proof that VeriPB alone has judged: that there are exactly `number`
/// solutions.
pub(super) fn by_veripb(verdict: VeripbVerdict, number: usize, begun: Instant) -> ProofOutcome {
    let (accepted, words) = match verdict {
        VeripbVerdict::Accepted => (Some(true), String::new()),
        VeripbVerdict::Refused(why) => (Some(false), format!("VeriPB refuses the proof: {why}")),
        VeripbVerdict::None(why) => (None, format!("not judged by VeriPB: {why}")),
    };
    let mut proof = ProofOutcome::of_certificate(accepted, words, begun.elapsed());
    if accepted == Some(true) {
        let number = SolutionCount::from(number as u128);
        (proof.certified, proof.shown) =
            (Some(CertificateSubject::Veripb), Some(CertifiedResult::Solutions(number)));
    }
    proof
}

/// Adds VeriPB's verdict to that of the checker. Returns whether the certificate is accepted,
/// whether VeriPB accepts it as well, and the reason.
fn combine_verdicts(
    accepted: Option<bool>,
    verdict: Option<VeripbVerdict>,
    words: String,
) -> (Option<bool>, bool, String) {
    match (accepted, verdict) {
        (Some(true), Some(VeripbVerdict::Accepted)) => (accepted, true, words),
        (Some(true), Some(VeripbVerdict::Refused(why))) => {
            (Some(false), false, format!("VeriPB refuses what the checker accepts: {why}"))
        }
        (Some(true), Some(VeripbVerdict::None(why))) => {
            (accepted, false, format!("{words}; not judged by VeriPB: {why}"))
        }
        _ => (accepted, false, words),
    }
}
