//! Claims of engines about all solutions, and the evidence for them.

use std::fmt;

use parallax_model::ask::{Answer, Certified, Count, Outcome};
use serde::{Deserialize, Serialize};

use super::{Keeps, Row};

/// A claim of an engine about all solutions. Single solutions need none: they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Claim {
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

impl Claim {
    /// The name in CSV and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Claim::Unsat => "unsat",
            Claim::Unique => "unique",
            Claim::Count => "count",
            Claim::Orbits => "orbits",
            Claim::Part => "part",
            Claim::Optimum => "optimum",
        }
    }

    /// Returns the claim of an outcome, if it makes one. `count` is the number of solutions, of a
    /// model that keeps these, and `weighted` that of those which they represent.
    pub(super) fn of(
        outcome: &Outcome,
        keeps: &Keeps,
        count: &Count,
        weighted: Option<&Count>,
    ) -> Option<Self> {
        let claim = match outcome.answer {
            Answer::Unsatisfiable => Claim::Unsat,
            Answer::Optimal(_) => Claim::Optimum,
            Answer::Satisfiable if !outcome.complete => return None,
            Answer::Satisfiable if *count == 1 => Claim::Unique,
            Answer::Satisfiable => Claim::Count,
            Answer::Unknown(_) | Answer::Unsupported(_) => return None,
        };
        let is_number = matches!(claim, Claim::Unique | Claim::Count);
        Some(match keeps {
            Keeps::Part(_) => Claim::Part,
            Keeps::Orbits if is_number && !keeps.scope(count, weighted).is_empty() => Claim::Orbits,
            Keeps::All | Keeps::Orbits => claim,
        })
    }
}

/// The evidence for a claim, from weakest to strongest. A proof is about the formula that the
/// solver received, a certificate about the model that the formula was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Standing {
    /// One engine claims it, without other evidence.
    #[serde(rename = "claimed")]
    Claimed,
    /// Engines of [independent families](parallax_model::ask::Family::is_independent_of)
    /// claim it, and no engine contradicts them.
    #[serde(rename = "cross-agreed")]
    CrossAgreed,
    /// A checker accepted a proof.
    #[serde(rename = "proved")]
    Proved,
    /// VeriPB accepted a proof about the model that the file was flattened to, which no certificate
    /// has.
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

impl Standing {
    /// All standings, from weakest to strongest.
    pub const ALL: [Standing; 8] = [
        Standing::Claimed,
        Standing::CrossAgreed,
        Standing::Proved,
        Standing::CertifiedVeripb,
        Standing::CertifiedFlattened,
        Standing::CertifiedFile,
        Standing::FlattenedTwice,
        Standing::FileTwice,
    ];

    /// The name in tables, CSV and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Standing::Claimed => "claimed",
            Standing::CrossAgreed => "cross-agreed",
            Standing::Proved => "proved",
            Standing::CertifiedVeripb => "certified by VeriPB",
            Standing::CertifiedFlattened => "certified (flattened model)",
            Standing::CertifiedFile => "certified (file)",
            Standing::FlattenedTwice => "certified (flattened model) and by VeriPB",
            Standing::FileTwice => "certified (file) and by VeriPB",
        }
    }

    /// Whether this evidence includes another.
    #[must_use]
    pub fn meets(self, other: Standing) -> bool {
        match (self, other) {
            // Two checks of a flattened model show nothing about the file.
            (Standing::FlattenedTwice, Standing::CertifiedFile) => false,
            // VeriPB has not checked what only the checker of certificates accepted.
            (Standing::CertifiedFlattened | Standing::CertifiedFile, Standing::CertifiedVeripb) => {
                false
            }
            _ => self >= other,
        }
    }

    /// Whether a certificate, or a proof by VeriPB about the model, was accepted.
    #[must_use]
    pub fn is_certified(self) -> bool {
        self >= Standing::CertifiedVeripb
    }

    /// Returns the standing of a claim, by the proof or certificate of its outcome, or by the
    /// engines that agree within an engine that races several.
    pub(super) fn of(outcome: &Outcome) -> Self {
        let by = outcome.by.iter().map(|by| by.family);
        let families: Vec<_> = by.chain(outcome.agreed.iter().map(|other| other.family)).collect();
        let agrees =
            families.iter().any(|one| families.iter().any(|other| one.is_independent_of(*other)));
        let claimed = if agrees { Standing::CrossAgreed } else { Standing::Claimed };
        let Some(proof) = &outcome.proof else { return claimed };
        match (proof.certified, proof.accepted) {
            (Some(Certified::Veripb), Some(true)) => Standing::CertifiedVeripb,
            (Some(Certified::File), Some(true)) => Standing::CertifiedFile,
            (Some(Certified::Flattened), Some(true)) => Standing::CertifiedFlattened,
            (Some(Certified::FileTwice), Some(true)) => Standing::FileTwice,
            (Some(Certified::FlattenedTwice), Some(true)) => Standing::FlattenedTwice,
            (None, Some(true)) if outcome.answer == Answer::Unsatisfiable => Standing::Proved,
            _ => claimed,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Raises claims to [`Standing::CrossAgreed`] if engines of independent families make them about
/// one instance and no row opposes them.
pub(super) fn agree(rows: &mut [Row]) {
    let supported: Vec<bool> = rows
        .iter()
        .map(|row| {
            row.standing.is_some()
                && !rows.iter().any(|other| opposes(other, row))
                && rows.iter().any(|other| supports(other, row))
        })
        .collect();
    for (row, _) in rows.iter_mut().zip(supported).filter(|(_, supported)| *supported) {
        row.standing = row.standing.max(Some(Standing::CrossAgreed));
    }
}

/// Whether a row contradicts the claim of another.
fn opposes(row: &Row, other: &Row) -> bool {
    let has = row.count > 0 || row.answer == Answer::Satisfiable;
    let is_alike = row.keeps == other.keeps;
    match (other.claim, &other.answer) {
        (None, _) => false,
        // Solutions beyond a part do not concern it.
        (Some(Claim::Part), Answer::Unsatisfiable) => is_alike && has,
        (Some(_), Answer::Unsatisfiable) => has,
        (Some(_), _) => is_alike && row.claim.is_some() && !is_same(row, other),
    }
}

/// Whether two rows, which make claims, make equal ones about the sets of solutions that their
/// models keep.
fn is_same(row: &Row, other: &Row) -> bool {
    let digests = match (row.digest, other.digest) {
        (Some(one), Some(two)) => one == two,
        _ => true,
    };
    match (&row.answer, &other.answer) {
        // A part without solutions is claimed in other words than a whole.
        (Answer::Unsatisfiable, Answer::Unsatisfiable) => true,
        (Answer::Optimal(_), Answer::Optimal(_)) => row.value == other.value,
        _ => row.claim == other.claim && row.count == other.count && digests,
    }
}

/// Whether `row` supports the claim of `other` independently. For unsatisfiability, a model that
/// keeps all solutions, or representatives of all, supports every model; one that keeps a part
/// supports only models with that part.
fn supports(row: &Row, other: &Row) -> bool {
    let answers = match other.answer {
        Answer::Unsatisfiable => !matches!(row.keeps, Keeps::Part(_)) || row.keeps == other.keeps,
        _ => row.keeps == other.keeps,
    };
    let claims = row.claim.is_some() && is_same(row, other) && row.checked;
    claims && answers && row.family.is_independent_of(other.family)
}
