//! Runs VeriPB on the files of a certificate.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use parallax_certificates::{
    AcceptedClaim as Shown, CertificateLineError, CheckerModel as Flat, Stopped, follow_certificate,
};
use parallax_model::engine_api::Control;

use super::definition::Id;
use super::definition::PseudoBooleanDefinition;
use super::error::FollowError;
use super::follow::CertificateFollower;
use super::refute::{RefutationWriter, SourcedClause, write_refutation};
use super::symbols::DefinitionTruth;
use super::verify::{VeripbVerdict, run_veripb};

/// A claim about a model.
#[derive(Clone, Copy, Debug)]
pub enum VeripbClaim<'s> {
    /// These are all solutions, with values for all variables.
    Solutions(&'s [Vec<i32>]),
    /// This is the best value of the objective.
    Best(i64),
}

/// The files of a proof.
#[derive(Clone, Debug)]
pub struct VeripbFiles {
    /// The definition and the claim.
    pub opb: PathBuf,
    /// The proof that they contradict each other.
    pub proof: PathBuf,
}

impl VeripbFiles {
    /// Returns the paths of the files in a folder.
    #[must_use]
    pub fn from_folder(folder: &Path) -> Self {
        VeripbFiles { opb: folder.join("model.opb"), proof: folder.join("model.pbp") }
    }
}

/// Checks a certificate, and has VeriPB judge it. Returns the result of the certificate's own
/// checker, and the verdict of VeriPB.
///
/// `limit` bounds the bytes of the proof. The files of VeriPB are temporary.
///
/// # Errors
/// If the certificate is refused, with the reason.
pub fn judge_certificate(
    model: &Flat,
    certificate: impl Read,
    claimed: VeripbClaim<'_>,
    limit: u64,
    control: &Control,
) -> Result<(Shown, VeripbVerdict), CertificateLineError> {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            let shown = follow_certificate(
                model,
                certificate,
                &mut no_files,
                &|| check_stop(control),
                &mut |_| {},
            )?;
            return Ok((shown, VeripbVerdict::None(FollowError::Output(error).to_string())));
        }
    };
    let files = VeripbFiles::from_folder(folder.path());
    let (shown, written) = write_proof(model, certificate, claimed, limit, control, &files)?;
    let verdict = match written {
        Ok(()) => run_veripb(&files.opb, &files.proof, control),
        Err(why) => VeripbVerdict::None(why.to_string()),
    };
    Ok((shown, verdict))
}

/// Has VeriPB judge a refutation of a formula whose auxiliary variables no certificate has
/// ([`write_refutation`]).
pub fn judge_formula<E: From<FollowError> + Display>(
    model: &Flat,
    solutions: &[Vec<i32>],
    clauses: &[SourcedClause],
    limit: u64,
    control: &Control,
    steps: &mut dyn FnMut(&mut RefutationWriter<'_>) -> Result<(), E>,
) -> VeripbVerdict {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return VeripbVerdict::None(FollowError::Output(error).to_string()),
    };
    let files = VeripbFiles::from_folder(folder.path());
    match write_refutation(model, solutions, clauses, limit, control, &files, steps) {
        Ok(()) => run_veripb(&files.opb, &files.proof, control),
        Err(why) => VeripbVerdict::None(why.to_string()),
    }
}

/// Checks a certificate, and writes it as a proof for VeriPB. Returns the result of the
/// certificate's own checker, and the reason if there is no proof.
///
/// # Errors
/// If the certificate is refused, with the reason.
pub fn write_proof(
    model: &Flat,
    certificate: impl Read,
    claimed: VeripbClaim<'_>,
    limit: u64,
    control: &Control,
    files: &VeripbFiles,
) -> Result<(Shown, Result<(), FollowError>), CertificateLineError> {
    let definition = PseudoBooleanDefinition::new(model, control);
    let begun = definition.as_ref().map_err(|&why| FollowError::from(why)).and_then(|definition| {
        let (text, lines) = write_contradiction(definition, claimed);
        let out = fs::write(&files.opb, text).and_then(|()| File::create(&files.proof));
        let out = out.map(|file| LimitedProofWriter { out: BufWriter::new(file), left: limit });
        Ok(out.and_then(|out| CertificateFollower::new(definition, lines, out))?)
    });
    let (mut follower, mut fault) = match begun {
        Ok(follower) => (Some(follower), None),
        Err(why) => (None, Some(why)),
    };
    let shown = follow_certificate(
        model,
        certificate,
        &mut no_files,
        &|| check_stop(control),
        &mut |step| {
            let Some(translator) = &mut follower else { return };
            let stop = control.check_stop().map_err(FollowError::Stopped);
            if let Err(why) = stop.and_then(|()| translator.follow_step(step)) {
                // A step without a counterpart ends the translation only. The checker reads on,
                // because its verdict does not depend on VeriPB.
                fault = Some(why);
                follower = None;
            }
        },
    )?;
    if let Some(Err(error)) = follower.map(CertificateFollower::finish_proof) {
        fault = Some(error.into());
    }
    Ok((shown, fault.map_or(Ok(()), Err)))
}

/// Returns the reason of a stop as an error.
fn check_stop(control: &Control) -> Result<(), Stopped> {
    control.check_stop().map_err(|stop| Stopped::Early { word: stop.description() })
}

/// Refuses other files: a certificate is one file here.
fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Writes the definition and the claim; returns them with the number of their lines.
pub(super) fn write_contradiction(
    definition: &PseudoBooleanDefinition<'_>,
    claimed: VeripbClaim<'_>,
) -> (String, Id) {
    let mut text = definition.write_opb(false);
    let mut lines = definition.lines;
    match (claimed, &definition.model.objective) {
        (VeripbClaim::Best(best), Some(objective)) => {
            let _ = writeln!(text, "* claim: nothing is better than {best}");
            let (terms, least) = definition.better_objective_line(objective, best.into());
            for (factor, lit) in terms {
                let _ = write!(text, "{factor} {lit} ");
            }
            let _ = writeln!(text, ">= {least} ;");
            lines += 1;
        }
        // Without an objective the checker refuses the certificate.
        (VeripbClaim::Best(_), None) => {}
        (VeripbClaim::Solutions(solutions), _) => {
            let _ = writeln!(text, "* claim: {} solutions, each forbidden", solutions.len());
            for solution in solutions {
                for (variable, &value) in solution.iter().enumerate() {
                    if definition.model.variables[variable].shown
                        && let DefinitionTruth::Open(lit) =
                            definition.value_truth(variable, value.into())
                    {
                        let _ = write!(text, "1 {} ", !lit);
                    }
                }
                text.push_str(">= 1 ;\n");
                lines += 1;
            }
        }
    }
    (text, lines)
}

/// An output of limited length.
pub(super) struct LimitedProofWriter<W> {
    pub(super) out: W,
    pub(super) left: u64,
}

impl<W: Write> Write for LimitedProofWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.left = self
            .left
            .checked_sub(written as u64)
            .ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
