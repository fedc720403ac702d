//! Certificates of parts of a model, and the certificate that joins them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use parallax_certificates::{
    AcceptedClaim, Atom, CertificateClaim, CertificateStep, CheckerModel as Flat, ClaimKind,
    Relation, StepEncoding, check_certificate, json,
};
use parallax_json as own_json;
use parallax_model::engine_api::{Control, SolutionCount};
use parallax_model::{Domain, Model, Value, VarId};

use super::check_stop;
use super::checker_writer::CancellableReader;
use super::write::{CertificateHeader, CertificateStepWriter, open_certificate};
use super::{CertifyingError, JoinError};

/// A model whose parts get certificates: the parts have smaller domains, and the same constraints.
#[derive(Clone, Debug)]
pub(super) struct PartitionedModel {
    model: Arc<Model>,
    /// The model as the checker reads it.
    pub(super) flat: Arc<Flat>,
}

impl PartitionedModel {
    /// Reads a model from its JSON.
    ///
    /// # Errors
    /// If the text is not a model.
    pub(super) fn read_model(text: &str) -> Result<Self, CertifyingError> {
        let model = own_json::read_model("the whole model", text)?;
        let flat =
            json::read_model(text).map_err(|why| CertifyingError::CheckerModel(why.to_string()))?;
        Ok(PartitionedModel { model: Arc::new(model), flat: Arc::new(flat) })
    }

    /// Returns the atoms that restrict this model to `part`; `None` if that is not a part of it, or
    /// an empty one.
    pub(super) fn part_atoms(&self, part: &Model) -> Option<Vec<Atom>> {
        let (whole, restricted) = (self.model.variables(), part.variables());
        let domains: Vec<(VarId, Domain)> =
            (0..restricted.len()).map(VarId::new).map(|v| (v, part.domain(v).clone())).collect();
        // The written texts are equal only if constraints, names, objective and all else agree.
        let is_part = whole.len() == restricted.len()
            && own_json::write_model(&self.model.intersect_domains(&domains))
                == own_json::write_model(part);
        let mut atoms = Vec::new();
        for (variable, (whole, restricted)) in
            whole.iter().zip(restricted).enumerate().filter(|_| is_part)
        {
            atoms.extend(domain_atoms(variable, &whole.domain, &restricted.domain)?);
        }
        is_part.then_some(atoms)
    }
}

/// Returns the atoms that leave the values `left` of a domain; `None` if no value remains.
fn domain_atoms(variable: usize, whole: &Domain, left: &Domain) -> Option<Vec<Atom>> {
    let wide = i64::from;
    if whole == left {
        return Some(Vec::new());
    }
    let (low, high) = (left.min()?, left.max()?);
    if low == high {
        return Some(vec![Atom { variable, relation: Relation::Eq, value: wide(low) }]);
    }
    let mut atoms = Vec::new();
    if whole.min() != Some(low) {
        atoms.push(Atom { variable, relation: Relation::Ge, value: wide(low) });
    }
    if whole.max() != Some(high) {
        atoms.push(Atom { variable, relation: Relation::Le, value: wide(high) });
    }
    // The bounds remove what lies outside of `low..=high`, so only the gaps inside need an atom
    // each. `high` itself is a value of the part.
    let between = whole.iter().filter(|value| (low..high).contains(value));
    let gone = between.filter(|&value| !left.contains(value));
    atoms.extend(gone.map(|value| Atom { variable, relation: Relation::Ne, value: wide(value) }));
    Some(atoms)
}

/// A part of a model in a joined certificate.
#[derive(Clone, Copy, Debug)]
pub struct JoinedPart<'a> {
    /// The splits that lead to it: variables and their remaining domains.
    pub path: &'a [(VarId, Domain)],
    /// The name of its certificate, without a folder.
    pub file: &'a str,
}

/// Writes the certificate of a model's count from those of its parts, which lie in the same folder,
/// and has the checker read all of them, which must show `total` together. A joined certificate
/// that is refused is removed again. Returns the digest of the model that it is about.
///
/// # Errors
/// Returns the reason: parts that no tree of values leads to, a file that cannot be written, what
/// the checker refuses, a stop.
pub fn join_certificates(
    whole: &str,
    folder: &Path,
    name: &str,
    parts: &[JoinedPart<'_>],
    total: &SolutionCount,
    control: &Control,
) -> Result<String, JoinError> {
    let flat = json::read_model(whole).map_err(|why| JoinError::CheckerModel(why.to_string()))?;
    let digest = flat.digest();
    let path = folder.join(name);
    let failed = |error: io::Error| JoinError::File { path: path.clone(), error };
    let about = CertificateHeader {
        digest: digest.clone(),
        kind: ClaimKind::Count,
        form: StepEncoding::Text,
        part: Vec::new(),
    };
    let written = File::create(&path).map_err(failed).and_then(|file| {
        let mut writer =
            CertificateStepWriter::new(file, false, &about, u64::MAX).map_err(failed)?;
        // A box without points is closed from the start: nothing can be said of it.
        if flat.variables.iter().all(|variable| !variable.domain.is_empty()) {
            write_part_steps(parts, &mut |step| writer.write_step(step).map_err(failed))?;
        }
        writer.write_step(&CertificateStep::End(&total.to_string())).map_err(failed)?;
        writer.finish_output().map_err(failed)
    });
    let shown = written.and_then(|()| check_part(&flat, folder, &path, control));
    if shown.is_err() {
        // A certificate that its check refuses shows nothing, and its file could only mislead.
        let _ = fs::remove_file(&path);
    }
    let shown = shown?;
    let same = matches!(&shown.claim, CertificateClaim::Count(count) if count.to_string() == total.to_string());
    if !same || !shown.part.is_empty() {
        return Err(JoinError::Claim(shown.claim));
    }
    Ok(digest)
}

/// Checks a certificate and the parts that it names.
fn check_part(
    flat: &Flat,
    folder: &Path,
    path: &Path,
    control: &Control,
) -> Result<AcceptedClaim, JoinError> {
    let open = |path: &Path| -> io::Result<Box<dyn Read>> {
        Ok(Box::new(CancellableReader {
            reader: open_certificate(path)?,
            control: control.clone(),
        }))
    };
    let file = open(path).map_err(|error| JoinError::File { path: path.to_owned(), error })?;
    let mut files = |name: &str| open(&folder.join(name));
    let checked = check_certificate(flat, file, &mut files, &|| check_stop(control));
    match (checked, control.check_stop()) {
        (Ok(accepted), _) => Ok(accepted),
        (Err(_), Err(stop)) => Err(JoinError::Stopped(stop)),
        (Err(refused), Ok(())) => Err(JoinError::Refused(refused)),
    }
}

/// A node of the tree of parts that is still to be written.
enum PartTreeStep {
    /// The parts whose paths agree up to this depth.
    Group(usize, Vec<usize>),
    /// The branch where a variable has a value.
    Branch(VarId, Value),
    /// The return from a branch.
    Up,
}

/// Writes the steps that lead to each part: a branch for each single value, and the remaining
/// values last.
fn write_part_steps(
    parts: &[JoinedPart<'_>],
    say: &mut dyn FnMut(&CertificateStep<'_>) -> Result<(), JoinError>,
) -> Result<(), JoinError> {
    let mut open = vec![PartTreeStep::Group(0, (0..parts.len()).collect())];
    while let Some(next) = open.pop() {
        match next {
            PartTreeStep::Branch(variable, value) => {
                say(&CertificateStep::Branch(variable.index(), value.into()))?;
            }
            PartTreeStep::Up => say(&CertificateStep::Up)?,
            PartTreeStep::Group(depth, group) => match group[..] {
                [part] if parts[part].path.len() == depth => {
                    say(&CertificateStep::Part(parts[part].file))?;
                }
                // The stack takes the steps in reverse, so that the first is written next.
                _ => open.extend(split_node(parts, depth, group)?.into_iter().rev()),
            },
        }
    }
    Ok(())
}

/// Returns the branches of a node of the tree.
fn split_node(
    parts: &[JoinedPart<'_>],
    depth: usize,
    group: Vec<usize>,
) -> Result<Vec<PartTreeStep>, JoinError> {
    let mut branches: Vec<(VarId, &Domain, Vec<usize>)> = Vec::new();
    for part in group {
        let overlap = || JoinError::Overlap { file: parts[part].file.to_owned() };
        let (variable, domain) = parts[part].path.get(depth).ok_or_else(overlap)?;
        match branches.iter_mut().find(|branch| branch.0 == *variable && branch.1 == domain) {
            Some((_, _, members)) => members.push(part),
            None => branches.push((*variable, domain, vec![part])),
        }
    }
    // A branch removes its value from the box when it returns. After all single values, the box is
    // that of the remaining part, which therefore comes last, without a branch, and is only one.
    let (single, wide): (Vec<_>, Vec<_>) =
        branches.into_iter().partition(|branch| branch.1.len() == 1);
    let mut steps = Vec::new();
    for (variable, domain, members) in single {
        let value = domain.min().ok_or(JoinError::Empty)?;
        steps.extend([
            PartTreeStep::Branch(variable, value),
            PartTreeStep::Group(depth + 1, members),
            PartTreeStep::Up,
        ]);
    }
    match wide.into_iter().map(|branch| branch.2).collect::<Vec<_>>() {
        rests if rests.len() > 1 => Err(JoinError::Wide),
        rests => {
            steps.extend(rests.into_iter().map(|members| PartTreeStep::Group(depth + 1, members)));
            Ok(steps)
        }
    }
}
