//! `parallax cubes --join`: the results of cubes, added up.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use parallax_compare::SolutionCoverage;
use parallax_engines::{JoinedPart, join_certificates};
use parallax_experiment::{ResultsFile, RunCertificates, RunExit, RunRecord, merge_shards};
use parallax_formats::inputs::{CheckerReader, InputSources};
use parallax_instance::InputError;
use parallax_json as json;
use parallax_model::engine_api::{CertificateSubject, CertifiedResult, Control, SolutionCount};
use parallax_model::{Domain, Model, VarId};
use parallax_search::parallel::check_partition;

use super::join_error::CubeSumError;
use super::{CERTIFICATES_FOLDER, CUBE_LIST_FILE, CUBE_LIST_FORMAT, CubeList, WHOLE_MODEL_FILE};
use crate::cli::{CliError, interrupt};

/// The certificate of the whole, next to those of the parts.
const JOINED_CERTIFICATE_FILE: &str = "whole.cert";

/// The splits that lead to a cube: variables and their remaining domains.
type PathDomains = Vec<(VarId, Domain)>;

/// Exit code of a count that is certified, but not for the named source.
const OTHER_SOURCE: u8 = 40;

/// Adds up the results of the cubes in a folder. `source` is the original file or name, if the
/// checker must read it.
pub(super) fn join_cubes(
    folder: &Path,
    files: &[PathBuf],
    source: Option<&str>,
) -> Result<u8, CliError> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path)
            .map_err(|error| InputError::from_io_error(path.display().to_string(), &error))
    };
    let text = read(WHOLE_MODEL_FILE)?;
    let whole = json::read_model(WHOLE_MODEL_FILE, &text)?;
    let list: CubeList = serde_json::from_str(&read(CUBE_LIST_FILE)?)
        .map_err(|error| CliError(format!("{CUBE_LIST_FILE}: {error}")))?;
    if list.format != CUBE_LIST_FORMAT {
        return Err(CliError(format!("{CUBE_LIST_FILE}: the format is not {CUBE_LIST_FORMAT}")));
    }
    let mut paths = Vec::new();
    for listed in &list.cubes {
        let name = format!("cubes/{}", listed.file);
        let cube = json::read_model(&name, &read(&name)?)?;
        let path = cube_path(&whole, &cube, &listed.split)
            .ok_or_else(|| CliError(format!("{name}: this is no part of {WHOLE_MODEL_FILE}")))?;
        paths.push(path);
    }
    // Each cube is the whole model with smaller domains. If the domains also partition the whole,
    // every solution lies in exactly one cube and the sum is right.
    check_partition(&whole, &paths).map_err(|why| CliError(format!("{CUBE_LIST_FILE}: {why}")))?;
    let results =
        files.iter().map(|path| ResultsFile::read_file(path)).collect::<Result<_, _>>()?;
    let (_, records) = merge_shards(results)?;
    let sum = add_counts(&list, &records)?;
    if source.is_some() && !list.certify {
        return Err(CliError("--source is for cubes with certificates".into()));
    }
    let certified = list
        .certify
        .then(|| join_parts(folder, &text, &list, &paths, &records, &sum))
        .transpose()?
        .map(|(digest, words)| certificate_standing(&digest, &words, source, &list))
        .transpose()?;
    let (answer, code) = match (&list.keeps, sum.is_zero()) {
        (_, false) => ("satisfiable", 10),
        // If the kept part of the solutions is empty, the others remain open.
        (SolutionCoverage::Part(_), true) => ("unknown", 0),
        (_, true) => ("unsatisfiable", 20),
    };
    let (scope, number) = (list.keeps.count_scope(&sum, None), list.cubes.len());
    println!("{answer}: {sum} solutions{scope} in {number} cubes, which partition the model");
    let Some((standing, words)) = certified else { return Ok(code) };
    println!("{standing}: {words}");
    Ok(if source.is_some() && standing != CertificateSubject::File { OTHER_SOURCE } else { code })
}

/// Returns the subject of the certificate with this digest: the source, if it is named and the
/// checker builds the same model from it; else the model in the folder.
fn certificate_standing(
    digest: &str,
    words: &str,
    source: Option<&str>,
    list: &CubeList,
) -> Result<(CertificateSubject, String), CliError> {
    let Some(name) = source else {
        let more = format!("--source '{}' has the checker read what was cut", list.source);
        return Ok((CertificateSubject::Flattened, format!("{words}\nnext: {more}")));
    };
    let readings = CheckerReader::default();
    for found in (InputSources { names: vec![name.to_owned()], ..InputSources::default() })
        .stream_instances()
    {
        if readings.model_digest(&found?).as_deref() == Some(digest) {
            return Ok((CertificateSubject::File, format!("{words}, of {name}")));
        }
    }
    let words = format!("{words}; the checker builds no such model from {name}");
    Ok((CertificateSubject::Flattened, words))
}

/// Joins the certificates of all parts and checks the result. Returns the digest of the model and
/// a description of the result.
fn join_parts(
    folder: &Path,
    whole: &str,
    list: &CubeList,
    paths: &[PathDomains],
    records: &[RunRecord],
    sum: &SolutionCount,
) -> Result<(String, String), CliError> {
    let runs: HashMap<&str, u64> =
        records.iter().map(|record| (file_name(record), record.run)).collect();
    let files: Vec<String> = list
        .cubes
        .iter()
        .map(|cube| runs.get(cube.file.as_str()).map(|&run| RunCertificates::file_name(run)))
        .collect::<Option<_>>()
        .ok_or_else(|| CliError("a cube without a run".into()))?;
    let parts: Vec<JoinedPart<'_>> =
        paths.iter().zip(&files).map(|(path, file)| JoinedPart { path, file }).collect();
    let place = folder.join(CERTIFICATES_FOLDER);
    let control: Control = interrupt::interrupt_control();
    let digest = join_certificates(whole, &place, JOINED_CERTIFICATE_FILE, &parts, sum, &control)
        .map_err(|why| {
        CliError(format!("{}: {why}", place.join(JOINED_CERTIFICATE_FILE).display()))
    })?;
    let claim = CertifiedResult::Solutions(sum.clone()).describe_result()
        + &list.keeps.count_scope(sum, None);
    Ok((digest, format!("{claim}, kept in {}", place.join(JOINED_CERTIFICATE_FILE).display())))
}

/// Returns the file of the cube that a record is about.
fn file_name(record: &RunRecord) -> &str {
    record.instance.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Returns the splits that lead to a cube, if it is the whole model with smaller domains of these
/// variables.
fn cube_path(whole: &Model, cube: &Model, split: &[usize]) -> Option<Vec<(VarId, Domain)>> {
    let domain = |&place: &usize| {
        let variable = cube.variables().get(place)?;
        Some((VarId::new(place), variable.domain.clone()))
    };
    let path: Vec<(VarId, Domain)> = split.iter().map(domain).collect::<Option<_>>()?;
    // Compares the texts of whole models: a cube whose constraints or other domains were changed is
    // not a part.
    let is_part = split.iter().all(|&place| place < whole.variables().len())
        && json::write_model(&whole.intersect_domains(&path)) == json::write_model(cube);
    is_part.then_some(path)
}

/// Adds up the solutions of all cubes, each of which must have one record with its total.
fn add_counts(list: &CubeList, records: &[RunRecord]) -> Result<SolutionCount, CubeSumError> {
    let mut counts: HashMap<&str, &SolutionCount> = HashMap::new();
    for record in records {
        let name = file_name(record);
        if record.exit != RunExit::Ok
            || !record.complete
            || !record.checked
            || record.wrong.is_some()
        {
            let (cube, reason) = (name.to_owned(), record.reason.clone());
            return Err(CubeSumError::Uncounted { cube, reason });
        }
        // A cube may have been counted more than once, for example on two machines: equal counts
        // are no fault and enter the sum once.
        if counts.insert(name, &record.count).is_some_and(|other| *other != record.count) {
            return Err(CubeSumError::Different { cube: name.to_owned() });
        }
    }
    let mut sum = SolutionCount::zero();
    for cube in &list.cubes {
        let count = counts
            .remove(cube.file.as_str())
            .ok_or_else(|| CubeSumError::NoResult { cube: cube.file.clone() })?;
        sum += count;
    }
    // Each cube has removed its count, so the remaining ones belong to other models. The smallest
    // name makes the message independent of the order of the map.
    match counts.keys().min() {
        Some(&name) => Err(CubeSumError::NoCube { cube: name.to_owned() }),
        None => Ok(sum),
    }
}
