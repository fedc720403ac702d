//! Matches the runs of two files, and checks that the files can be compared.

use std::collections::{HashMap, VecDeque};

use parallax_experiment::{ExperimentManifest, RunExit, RunRecord};
use parallax_instance::InputError;
use parallax_model::engine_api::EffortCounters;

use crate::results::facts;
use crate::results::study::ResultStudy;

/// Returns the first file of a study.
pub(super) fn first_file(study: &ResultStudy) -> &str {
    let first = study.experiments.first().and_then(|experiment| experiment.files.first());
    first.map_or("results", String::as_str)
}

fn study_manifests(study: &ResultStudy) -> impl Iterator<Item = &ExperimentManifest> {
    study.experiments.iter().map(|experiment| &experiment.header.manifest)
}

/// Refuses studies of different tasks or instances, and returns their other differences.
pub(super) fn check_studies(
    before: &ResultStudy,
    after: &ResultStudy,
) -> Result<Vec<String>, InputError> {
    let mut warnings = Vec::new();
    // A joined study has a manifest for each experiment, so every pair is compared. The loops may
    // find one difference several times; duplicates are removed at the end.
    for one in study_manifests(before) {
        for two in study_manifests(after) {
            if one.task != two.task {
                let why = format!("its task differs from that of {}", first_file(before));
                return Err(InputError::new(first_file(after), why));
            }
            for source in &two.sources {
                // Instances are matched by source name and index, which means nothing if the
                // content differs.
                let same = |other: &&parallax_experiment::SourceEntry| other.name == source.name;
                if one.sources.iter().find(same).is_some_and(|o| o.digest != source.digest) {
                    let name = &source.name;
                    let why = format!(
                        "its source '{name}' has other content than in {}",
                        first_file(before)
                    );
                    return Err(InputError::new(first_file(after), why));
                }
            }
            if one.limits != two.limits {
                warnings.push(format!("the limits were {}, then {}", one.limits, two.limits));
            }
            if one.isolated != two.isolated {
                warnings.push("only one of them gave each run a process of its own".into());
            }
            let differ = two.engines.iter().filter_map(|engine| {
                let old = one.engines.iter().find(|other| other.name == engine.name)?;
                (old.spec != engine.spec)
                    .then(|| format!("{} was {}, then {}", engine.name, old.spec, engine.spec))
            });
            warnings.extend(differ);
        }
    }
    let processors = |study: &ResultStudy| -> Vec<_> {
        study
            .machines()
            .iter()
            .map(|m| (m.processor.clone(), m.processors, m.architecture.clone()))
            .collect()
    };
    if processors(before) != processors(after) {
        warnings.push("the machines differ; so do times".into());
    }
    if before.timed != after.timed {
        warnings.push("only one of them has times; times are not compared".into());
    }
    for study in [before, after] {
        let named = |warning: String| format!("{}: {warning}", first_file(study));
        warnings.extend(facts::incomplete_runs(study).into_iter().map(named));
    }
    let mut unique: Vec<String> = Vec::new();
    for warning in warnings {
        if !unique.contains(&warning) {
            unique.push(warning);
        }
    }
    Ok(unique)
}

/// For each engine of both studies, whether it has the same spec in both.
pub(super) fn same_specs(before: &ResultStudy, after: &ResultStudy) -> HashMap<String, bool> {
    let specs = |study: &ResultStudy| -> HashMap<String, String> {
        let engines = study_manifests(study).flat_map(|manifest| &manifest.engines);
        engines.map(|engine| (engine.name.clone(), engine.spec.clone())).collect()
    };
    let after = specs(after);
    let before = specs(before).into_iter();
    before
        .map(|(name, spec)| {
            let same = after.get(&name) == Some(&spec);
            (name, same)
        })
        .collect()
}

/// Returns the records of each run in both studies, in the order of the first, and the numbers of
/// runs in only one.
pub(super) fn pair_records(
    before: &ResultStudy,
    after: &ResultStudy,
) -> (Vec<(usize, usize)>, [usize; 2]) {
    fn run_key(record: &RunRecord) -> (&str, usize, &str, &str, u64, u32) {
        (&record.instance, record.index, &record.model, &record.engine, record.seed, record.repeat)
    }
    // A source that is listed twice has two runs for each key; they are matched in order.
    // The queues take linear time, and pop from the front so that the n-th run of a key before
    // meets the n-th after.
    let mut open: HashMap<_, VecDeque<usize>> = HashMap::new();
    for (at, record) in after.records.iter().enumerate() {
        open.entry(run_key(record)).or_default().push_back(at);
    }
    let mut pairs = Vec::new();
    for (at, record) in before.records.iter().enumerate() {
        if let Some(other) = open.get_mut(&run_key(record)).and_then(VecDeque::pop_front) {
            pairs.push((at, other));
        }
    }
    // Each pair uses up one record of either side, so the differences count the unmatched records.
    let only = [before.records.len() - pairs.len(), after.records.len() - pairs.len()];
    (pairs, only)
}

/// Whether the counters of two records must be equal: both ended by themselves.
pub(super) fn are_counted(one: &RunRecord, two: &RunRecord) -> bool {
    one.exit == RunExit::Ok && two.exit == RunExit::Ok
}

/// Returns the first counter that differs, in the order of the first record: its name, and its
/// values.
pub(super) fn first_difference(
    one: &EffortCounters,
    two: &EffortCounters,
) -> Option<(String, Option<u64>, Option<u64>)> {
    // The names of the second record follow, so that an added counter is reported as well.
    let names = one.iter().chain(two.iter()).map(|(name, _)| name);
    let differs = |name: &&str| one.get(name) != two.get(name);
    let mut differ = names.filter(differs);
    differ.next().map(|name| (name.to_owned(), one.get(name), two.get(name)))
}
