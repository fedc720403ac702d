//! `--proof` and the options of certificates of `parallax solve`.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parallax_certificates::StepEncoding;
use parallax_compare::ClaimEvidence;
use parallax_engines::{CERTIFICATE_LIMIT, CertifyingEngine, ProvingEngine, Spec};
use parallax_formats::inputs::Stream;
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::engine_api::Engine;
use parallax_solvers::proofs;

use crate::cli::CliError;
use crate::cli::instance_file::{is_instance_file, is_same_file};
use crate::cli::numbers::whole;
use crate::cli::options::{InputOptions, TaskOptions};

/// The options of proofs and certificates.
#[derive(clap::Args)]
pub(super) struct ProofArgs {
    /// Prove that there is no solution, check the proof, and keep it
    ///
    /// The engine writes the proof; the formula that it is about goes to FILE.cnf.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The form of the proof: lrat, binary-lrat, drat or varisat (its own) [default: lrat]
    #[arg(long, value_name = "FORM", requires = "proof")]
    proof_form: Option<proofs::ProofFormat>,
    /// Certify the answer, check the certificate, and keep it
    ///
    /// Native search, sat:varisat or sat:cadical writes a certificate of the answer (no solution,
    /// one, their number, the best value). The model that it is about goes to FILE.model.json. A
    /// certificate whose name ends with .gz is compressed.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    certificate: Option<PathBuf>,
    /// How the certificate is written
    #[arg(long, value_enum, value_name = "FORM", default_value_t, requires = "certificate")]
    certificate_form: CertificateForm,
    /// Certify the answer and check the certificate, without keeping it
    ///
    /// '--certify veripb' has VeriPB judge it also. --certificate keeps it. A bare word after
    /// --certify is never a file: write ./FILE, or the file first.
    #[arg(long, value_parser = judges, value_name = "veripb", num_args = 0..=1, require_equals = true,
        default_missing_value = "own", conflicts_with = "proof")]
    certify: Option<CertificateJudge>,
    /// Maximum megabytes (10^6 bytes) of a certificate before it is compressed [default: 4295]
    ///
    /// Beyond it the answer stays claimed.
    #[arg(long, value_name = "MB", value_parser = whole::<NonZeroU64>)]
    certificate_limit: Option<NonZeroU64>,
}

/// How a certificate is written.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum CertificateForm {
    /// One step per line
    #[default]
    Text,
    /// Half the size
    Binary,
}

/// The judge of a certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CertificateJudge {
    /// The checker of certificates.
    Own,
    /// The checker of certificates, and VeriPB.
    Veripb,
}

/// Reads the judge of a certificate; `own` is the value of the option without one.
fn judges(text: &str) -> Result<CertificateJudge, String> {
    match text {
        "own" => Ok(CertificateJudge::Own),
        "veripb" => Ok(CertificateJudge::Veripb),
        _ => Err(format!("expected veripb; a file of this name is written ./{text}")),
    }
}

impl From<CertificateForm> for StepEncoding {
    fn from(form: CertificateForm) -> Self {
        match form {
            CertificateForm::Text => StepEncoding::Text,
            CertificateForm::Binary => StepEncoding::Binary,
        }
    }
}

impl ProofArgs {
    /// Whether a proof is requested.
    pub(super) fn is_wanted(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether a certificate is requested.
    pub(super) fn wants_certificate(&self) -> bool {
        self.certificate.is_some() || self.certify.is_some()
    }

    /// Whether a certificate is requested that may count without a list of solutions. VeriPB has no
    /// rule for such steps.
    pub(super) fn certifies_counts(&self) -> bool {
        self.wants_certificate() && self.certify != Some(CertificateJudge::Veripb)
    }

    /// Returns the standing that claims need, if certificates are requested.
    pub(super) fn needed_standing(&self) -> Option<ClaimEvidence> {
        match self.certify {
            Some(CertificateJudge::Veripb) => Some(ClaimEvidence::CertifiedVeripb),
            Some(CertificateJudge::Own) => Some(ClaimEvidence::CertifiedFlattened),
            None => self.certificate.is_some().then_some(ClaimEvidence::CertifiedFlattened),
        }
    }

    /// Whether a proof or a certificate is requested.
    pub(super) fn is_used(&self) -> bool {
        self.proof.is_some() || self.certificate.is_some() || self.certify.is_some()
    }

    /// Returns the certifying engine of a spec.
    fn certifying_engine(&self, spec: &Spec) -> Result<CertifyingEngine, CliError> {
        let megabytes = self
            .certificate_limit
            .map_or(CERTIFICATE_LIMIT, |own| own.get().saturating_mul(1_000_000));
        let engine = CertifyingEngine::new(spec)?.limited_to(megabytes);
        let engine = match self.certify {
            Some(CertificateJudge::Veripb) => engine.judged_by_veripb(),
            _ => engine,
        };
        Ok(match &self.certificate {
            Some(file) => engine.kept_in(file.clone(), self.certificate_form.into()),
            None => engine,
        })
    }

    /// Returns the engine, and the instances, of which there may be only one if a proof is
    /// requested.
    ///
    /// # Errors
    /// If the engine writes no such proofs or must run in a child process, the file cannot be
    /// written, or there are several instances.
    pub(super) fn apply_proof(
        &self,
        spec: &Spec,
        input: &InputOptions,
        wanted: &TaskOptions,
        stream: Stream,
    ) -> Result<(Arc<dyn Engine>, Stream), CliError> {
        let (engine, file): (Arc<dyn Engine>, &PathBuf) = match (&self.proof, &self.certificate) {
            (None, None) if self.certify.is_some() => {
                wanted.refuse_child("--certify")?;
                return Ok((Arc::new(self.certifying_engine(spec)?), stream));
            }
            (None, None) => return Ok((wanted.wrap_engine(spec.clone())?, stream)),
            (Some(file), _) => {
                wanted.refuse_child("--proof")?;
                let engine = ProvingEngine::new(spec, self.proof_form, Some(file.clone()));
                (Arc::new(engine?), file)
            }
            (None, Some(file)) => {
                wanted.refuse_child("--certificate")?;
                (Arc::new(self.certifying_engine(spec)?), file)
            }
        };
        let flag = if self.proof.is_some() { "--proof" } else { "--certificate" };
        // One file holds one proof, so the stream is read to the end before anything is written.
        // Errors of inputs stay in the list, for the reports of the run.
        let mut all: Vec<Result<SourcedInstance, InputError>> = Vec::new();
        for next in stream {
            if next.is_ok() && all.iter().any(Result::is_ok) {
                return Err(CliError(format!("{flag} is for one instance, and here are several")));
            }
            all.push(next);
        }
        for found in all.iter().flatten() {
            check_destination(flag, file, found, input.data_file())?;
        }
        Ok((engine, Box::new(all.into_iter())))
    }
}

/// Checks that the file, and the one next to it, may be created or replaced.
fn check_destination(
    flag: &str,
    file: &Path,
    found: &SourcedInstance,
    data: Option<&Path>,
) -> Result<(), CliError> {
    let refused = |why: &str| Err(CliError(format!("{flag} {}: {why}", file.display())));
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return refused("there is no such folder");
    }
    if file.is_dir() {
        return refused("this is a folder");
    }
    // The checker reads the certificate again, which a pipe or a device does not allow.
    if flag == "--certificate" && file.exists() && !file.is_file() {
        return refused("this is no regular file");
    }
    let written = match flag {
        "--proof" => ProvingEngine::kept_files(file),
        _ => CertifyingEngine::kept_files(file),
    };
    if written.iter().any(|path| is_instance_file(found, path)) {
        return refused("this would replace the instance");
    }
    if data.is_some_and(|data| written.iter().any(|path| is_same_file(data, path))) {
        return refused("this would replace the file of --data");
    }
    Ok(())
}
