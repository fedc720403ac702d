//! Runs VeriPB on the files of a certificate.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use parallax_certificates::{Accepted as Shown, Model as Flat, Refused, Stopped, follow};
use parallax_model::ask::Control;

use super::definition::Definition;
use super::definition::Id;
use super::error::FollowError;
use super::follow::Follower;
use super::refute::{Clause, Refuter, refute};
use super::symbols::Truth;
use super::verify::{Verdict, verify};

/// A claim about a model.
#[derive(Clone, Copy, Debug)]
pub enum Claimed<'s> {
    /// These are all solutions, with values for all variables.
    Solutions(&'s [Vec<i32>]),
    /// This is the best value of the objective.
    Best(i64),
}

/// The files of a proof.
#[derive(Clone, Debug)]
pub struct Files {
    /// The definition and the claim.
    pub opb: PathBuf,
    /// The proof that they contradict each other.
    pub proof: PathBuf,
}

impl Files {
    /// Returns the paths of the files in a folder.
    #[must_use]
    pub fn within(folder: &Path) -> Self {
        Files { opb: folder.join("model.opb"), proof: folder.join("model.pbp") }
    }
}

/// Checks a certificate, and has VeriPB judge it. Returns the result of the certificate's own
/// checker, and the verdict of VeriPB.
///
/// `limit` bounds the bytes of the proof. The files of VeriPB are temporary.
///
/// # Errors
/// If the certificate is refused, with the reason.
pub fn judge(
    model: &Flat,
    certificate: impl Read,
    claimed: Claimed<'_>,
    limit: u64,
    control: &Control,
) -> Result<(Shown, Verdict), Refused> {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            let shown =
                follow(model, certificate, &mut no_files, &|| stopped(control), &mut |_| {})?;
            return Ok((shown, Verdict::None(FollowError::Output(error).to_string())));
        }
    };
    let files = Files::within(folder.path());
    let (shown, written) = prove(model, certificate, claimed, limit, control, &files)?;
    let verdict = match written {
        Ok(()) => verify(&files.opb, &files.proof, control),
        Err(why) => Verdict::None(why.to_string()),
    };
    Ok((shown, verdict))
}

/// Has VeriPB judge a refutation of a formula whose auxiliary variables no certificate has
/// ([`refute`]).
pub fn judge_formula<E: From<FollowError> + Display>(
    model: &Flat,
    solutions: &[Vec<i32>],
    clauses: &[Clause],
    limit: u64,
    control: &Control,
    steps: &mut dyn FnMut(&mut Refuter<'_>) -> Result<(), E>,
) -> Verdict {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return Verdict::None(FollowError::Output(error).to_string()),
    };
    let files = Files::within(folder.path());
    match refute(model, solutions, clauses, limit, control, &files, steps) {
        Ok(()) => verify(&files.opb, &files.proof, control),
        Err(why) => Verdict::None(why.to_string()),
    }
}

/// Checks a certificate, and writes it as a proof for VeriPB. Returns the result of the
/// certificate's own checker, and the reason if there is no proof.
///
/// # Errors
/// If the certificate is refused, with the reason.
pub fn prove(
    model: &Flat,
    certificate: impl Read,
    claimed: Claimed<'_>,
    limit: u64,
    control: &Control,
    files: &Files,
) -> Result<(Shown, Result<(), FollowError>), Refused> {
    let definition = Definition::new(model, control);
    let begun = definition.as_ref().map_err(|&why| FollowError::from(why)).and_then(|own| {
        let (text, lines) = contradiction(own, claimed);
        let out = fs::write(&files.opb, text).and_then(|()| File::create(&files.proof));
        let out = out.map(|file| Limited { out: BufWriter::new(file), left: limit });
        Ok(out.and_then(|out| Follower::new(own, lines, out))?)
    });
    let (mut follower, mut fault) = match begun {
        Ok(follower) => (Some(follower), None),
        Err(why) => (None, Some(why)),
    };
    let shown = follow(model, certificate, &mut no_files, &|| stopped(control), &mut |step| {
        let Some(own) = &mut follower else { return };
        let stop = control.check().map_err(FollowError::Stopped);
        if let Err(why) = stop.and_then(|()| own.step(step)) {
            fault = Some(why);
            follower = None;
        }
    })?;
    if let Some(Err(error)) = follower.map(Follower::finish) {
        fault = Some(error.into());
    }
    Ok((shown, fault.map_or(Ok(()), Err)))
}

/// Returns the reason of a stop as an error.
fn stopped(control: &Control) -> Result<(), Stopped> {
    control.check().map_err(|stop| Stopped::Early { word: stop.word() })
}

/// Refuses other files: a certificate is one file here.
fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Writes the definition and the claim; returns them with the number of their lines.
pub(super) fn contradiction(definition: &Definition<'_>, claimed: Claimed<'_>) -> (String, Id) {
    let mut text = definition.opb(false);
    let mut lines = definition.lines;
    match (claimed, &definition.model.objective) {
        (Claimed::Best(best), Some(objective)) => {
            let _ = writeln!(text, "* claim: nothing is better than {best}");
            let (terms, least) = definition.better(objective, best.into());
            for (factor, lit) in terms {
                let _ = write!(text, "{factor} {lit} ");
            }
            let _ = writeln!(text, ">= {least} ;");
            lines += 1;
        }
        // Without an objective the checker refuses the certificate.
        (Claimed::Best(_), None) => {}
        (Claimed::Solutions(solutions), _) => {
            let _ = writeln!(text, "* claim: {} solutions, each forbidden", solutions.len());
            for solution in solutions {
                for (variable, &value) in solution.iter().enumerate() {
                    if definition.model.variables[variable].shown
                        && let Truth::Open(lit) = definition.is(variable, value.into())
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
pub(super) struct Limited<W> {
    pub(super) out: W,
    pub(super) left: u64,
}

impl<W: Write> Write for Limited<W> {
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
