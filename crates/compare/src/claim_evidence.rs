//! Claims of engines about all solutions, and the evidence for them.

use std::fmt;

use parallax_model::engine_api::{Answer, CertificateSubject, QuestionOutcome, SolutionCount};
use serde::{Deserialize, Serialize};

use super::{Row, SolutionCoverage};

/// A claim of an engine about all solutions. Single solutions need none: they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EngineClaim {
    /// There is no solution.
    Unsat,
    /// There is one solution and no other.
    Unique,
    /// There are no other solutions than those found.
    Count,
    /// There are no other solutions than those found, up to symmetry: the model keeps some that
    /// represent all.
    Orbits,
    /// The model keeps a part of the solutions, and the claim, of any kind, is about that part.
    Part,
    /// No solution is better.
    Optimum,
}

impl EngineClaim {
    /// The name in CSV and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EngineClaim::Unsat => "unsat",
            EngineClaim::Unique => "unique",
            EngineClaim::Count => "count",
            EngineClaim::Orbits => "orbits",
            EngineClaim::Part => "part",
            EngineClaim::Optimum => "optimum",
        }
    }

    /// Returns the claim of an outcome, if it makes one. `count` is the number of solutions that
    /// were found, `weighted` the number of solutions of the plain model that they represent.
    pub(super) fn from_outcome(
        outcome: &QuestionOutcome,
        keeps: &SolutionCoverage,
        count: &SolutionCount,
        weighted: Option<&SolutionCount>,
    ) -> Option<Self> {
        let claim = match outcome.answer {
            Answer::Unsatisfiable => EngineClaim::Unsat,
            Answer::Optimal(_) => EngineClaim::Optimum,
            Answer::Satisfiable if !outcome.complete => return None,
            Answer::Satisfiable if *count == 1 => EngineClaim::Unique,
            Answer::Satisfiable => EngineClaim::Count,
            Answer::Unknown(_) | Answer::Unsupported(_) => return None,
        };
        let is_number = matches!(claim, EngineClaim::Unique | EngineClaim::Count);
        Some(match keeps {
            SolutionCoverage::Part(_) => EngineClaim::Part,
            SolutionCoverage::Orbits
                if is_number && !keeps.count_scope(count, weighted).is_empty() =>
            {
                EngineClaim::Orbits
            }
            SolutionCoverage::All | SolutionCoverage::Orbits => claim,
        })
    }
}

/// The evidence for a claim, from weakest to strongest. A proof is about the formula that the
/// solver received, a certificate about the model that the formula was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ClaimEvidence {
    /// One engine claims it, without other evidence.
    #[serde(rename = "claimed")]
    Claimed,
    /// Engines of independent families
    /// claim it, and no engine contradicts them.
    #[serde(rename = "cross-agreed")]
    CrossAgreed,
    /// A checker accepted a proof.
    #[serde(rename = "proved")]
    Proved,
    /// VeriPB accepted a proof about the model that the file was flattened to; there is no
    /// certificate.
    #[serde(rename = "certified by VeriPB")]
    CertifiedVeripb,
    /// The checker of certificates accepted one about the model that the file was flattened to.
    #[serde(rename = "certified (flattened model)")]
    CertifiedFlattened,
    /// The checker of certificates accepted one about the model that it built from the user's file.
    #[serde(rename = "certified (file)")]
    CertifiedFile,
    /// The checker of certificates accepted one about the flattened model, and VeriPB a proof from
    /// that model.
    #[serde(rename = "certified (flattened model) and by VeriPB")]
    FlattenedTwice,
    /// The checker of certificates accepted one about the model that it built from the user's file,
    /// and VeriPB a proof from that model.
    #[serde(rename = "certified (file) and by VeriPB")]
    FileTwice,
}

impl ClaimEvidence {
    /// All standings, from weakest to strongest.
    pub const ALL: [ClaimEvidence; 8] = [
        ClaimEvidence::Claimed,
        ClaimEvidence::CrossAgreed,
        ClaimEvidence::Proved,
        ClaimEvidence::CertifiedVeripb,
        ClaimEvidence::CertifiedFlattened,
        ClaimEvidence::CertifiedFile,
        ClaimEvidence::FlattenedTwice,
        ClaimEvidence::FileTwice,
    ];

    /// The name in tables, CSV and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ClaimEvidence::Claimed => "claimed",
            ClaimEvidence::CrossAgreed => "cross-agreed",
            ClaimEvidence::Proved => "proved",
            ClaimEvidence::CertifiedVeripb => "certified by VeriPB",
            ClaimEvidence::CertifiedFlattened => "certified (flattened model)",
            ClaimEvidence::CertifiedFile => "certified (file)",
            ClaimEvidence::FlattenedTwice => "certified (flattened model) and by VeriPB",
            ClaimEvidence::FileTwice => "certified (file) and by VeriPB",
        }
    }

    /// Whether this evidence includes another.
    #[must_use]
    pub fn includes_evidence(self, other: ClaimEvidence) -> bool {
        match (self, other) {
            // Two checks of a flattened model show nothing about the file.
            (ClaimEvidence::FlattenedTwice, ClaimEvidence::CertifiedFile) => false,
            // A certificate that only its checker accepted is not evidence by VeriPB.
            (
                ClaimEvidence::CertifiedFlattened | ClaimEvidence::CertifiedFile,
                ClaimEvidence::CertifiedVeripb,
            ) => false,
            _ => self >= other,
        }
    }

    /// Whether a certificate, or a proof by VeriPB about the model, was accepted.
    #[must_use]
    pub fn is_certified(self) -> bool {
        self >= ClaimEvidence::CertifiedVeripb
    }

    /// Returns the standing of a claim, by the proof or certificate of its outcome, or by the
    /// engines that agree within an engine that races several.
    pub(super) fn from_outcome(outcome: &QuestionOutcome) -> Self {
        let by = outcome.by.iter().map(|by| by.family);
        let families: Vec<_> = by.chain(outcome.agreed.iter().map(|other| other.family)).collect();
        // An engine that races others may have several that agree: two independent ones among them
        // suffice.
        let agrees =
            families.iter().any(|one| families.iter().any(|other| one.is_independent_of(*other)));
        let claimed = if agrees { ClaimEvidence::CrossAgreed } else { ClaimEvidence::Claimed };
        let Some(proof) = &outcome.proof else { return claimed };
        match (proof.certified, proof.accepted) {
            (Some(CertificateSubject::Veripb), Some(true)) => ClaimEvidence::CertifiedVeripb,
            (Some(CertificateSubject::File), Some(true)) => ClaimEvidence::CertifiedFile,
            (Some(CertificateSubject::Flattened), Some(true)) => ClaimEvidence::CertifiedFlattened,
            (Some(CertificateSubject::FileTwice), Some(true)) => ClaimEvidence::FileTwice,
            (Some(CertificateSubject::FlattenedTwice), Some(true)) => ClaimEvidence::FlattenedTwice,
            (None, Some(true)) if outcome.answer == Answer::Unsatisfiable => ClaimEvidence::Proved,
            _ => claimed,
        }
    }
}

impl fmt::Display for ClaimEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Raises claims to [`ClaimEvidence::CrossAgreed`] if engines of independent families make them
/// about one instance and no row opposes them.
pub(super) fn raise_agreed_claims(rows: &mut [Row]) {
    let supported: Vec<bool> = rows
        .iter()
        .map(|row| {
            row.standing.is_some()
                && !rows.iter().any(|other| opposes_claim(other, row))
                && rows.iter().any(|other| supports_claim(other, row))
        })
        .collect();
    for (row, _) in rows.iter_mut().zip(supported).filter(|(_, supported)| *supported) {
        row.standing = row.standing.max(Some(ClaimEvidence::CrossAgreed));
    }
}

/// Whether a row contradicts the claim of another.
fn opposes_claim(row: &Row, other: &Row) -> bool {
    let has = row.count > 0 || row.answer == Answer::Satisfiable;
    let is_alike = row.keeps == other.keeps;
    match (other.claim, &other.answer) {
        (None, _) => false,
        // Solutions beyond a part do not concern it.
        (Some(EngineClaim::Part), Answer::Unsatisfiable) => is_alike && has,
        (Some(_), Answer::Unsatisfiable) => has,
        (Some(_), _) => is_alike && row.claim.is_some() && !makes_same_claim(row, other),
    }
}

/// Whether two rows, which make claims, make equal ones about the sets of solutions that their
/// models keep.
fn makes_same_claim(row: &Row, other: &Row) -> bool {
    // A count without solutions has no digest, so only the numbers can be compared.
    let digests = match (row.digest, other.digest) {
        (Some(one), Some(two)) => one == two,
        _ => true,
    };
    match (&row.answer, &other.answer) {
        // An empty part is claimed as `Part`, and an empty whole as `Unsat`, so claims are not
        // compared.
        (Answer::Unsatisfiable, Answer::Unsatisfiable) => true,
        (Answer::Optimal(_), Answer::Optimal(_)) => row.value == other.value,
        _ => row.claim == other.claim && row.count == other.count && digests,
    }
}

/// Whether `row` supports the claim of `other` independently. For unsatisfiability, a model that
/// keeps all solutions, or representatives of all, supports every model; one that keeps a part
/// supports only models with that part.
fn supports_claim(row: &Row, other: &Row) -> bool {
    let answers = match other.answer {
        Answer::Unsatisfiable => {
            !matches!(row.keeps, SolutionCoverage::Part(_)) || row.keeps == other.keeps
        }
        _ => row.keeps == other.keeps,
    };
    let claims = row.claim.is_some() && makes_same_claim(row, other) && row.checked;
    claims && answers && row.family.is_independent_of(other.family)
}
