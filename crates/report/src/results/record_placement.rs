//! Assigns records to instances and lanes, and checks which experiments can be reported together.

use std::collections::{HashMap, HashSet};

use parallax_engines::Spec;
use parallax_experiment::{AnswerKind, ExperimentManifest, ResultsHeader, RunFinder, RunRecord};
use parallax_instance::InputError;
use parallax_model::engine_api::{Engine, EngineFamily};

use super::coverage::{LaneKey, StudyCoverage};
use super::study::{InstanceName, LaneName, ResultStudy, StudyExperiment};

/// Checks that a record fits its manifest, and that its measurements are possible. Returns the
/// place of its instance among those of its source that can be read.
pub(super) fn check_record(
    record: &RunRecord,
    finder: &RunFinder<'_>,
    manifest: &ExperimentManifest,
    source: &str,
) -> Result<usize, InputError> {
    let fault = |why: String| Err(InputError::new(source, format!("run {}: {why}", record.run)));
    if !manifest.engines.iter().any(|engine| engine.name == record.engine) {
        return fault(format!("the manifest has no engine '{}'", record.engine));
    }
    if !manifest.sources.iter().any(|entry| entry.name == record.instance) {
        return fault(format!("the manifest has no source '{}'", record.instance));
    }
    if record.answer == AnswerKind::Optimal && record.value.is_none() {
        return fault("an optimal answer without a value".into());
    }
    let Some(found) = finder.find_run(record.run) else {
        return fault(format!("the manifest has {} runs", manifest.len()));
    };
    let run = found.run;
    let (planned, engine) = (&manifest.sources[found.source].name, &manifest.engines[run.engine]);
    // The number of a run determines everything else. A record that says otherwise belongs to
    // another manifest.
    let is_planned = (planned, &engine.name) == (&record.instance, &record.engine)
        && (found.model, run.seed, run.repeat) == (&*record.model, record.seed, record.repeat);
    if !is_planned {
        return fault(format!(
            "the manifest has {} on {planned} ({}) with seed {}, repetition {}, not {} on {} ({}) with seed {}, repetition {}",
            engine.name,
            found.model,
            run.seed,
            run.repeat,
            record.engine,
            record.instance,
            record.model,
            record.seed,
            record.repeat
        ));
    }
    let Some(measured) = record.measured else { return Ok(found.index) };
    let times = [
        ("wall_s", Some(measured.wall_s)),
        ("start_s", measured.start_s),
        ("encode_s", Some(measured.encode_s)),
        ("solve_s", Some(measured.solve_s)),
        ("check_s", Some(measured.check_s)),
        ("cpu_s", measured.cpu_s),
    ];
    for (name, time) in times {
        if let Some(time) = time.filter(|time| !(0.0..=1e12).contains(time)) {
            return fault(format!("{name} is {time}; expected seconds from 0 to 10^12"));
        }
    }
    Ok(found.index)
}

/// Refuses experiments that cannot be reported together.
pub(super) fn check_compatible(
    one: &StudyExperiment,
    two: &ResultsHeader,
    source: &str,
) -> Result<(), InputError> {
    let (a, b) = (&one.header.manifest, &two.manifest);
    let other = one.files.first().map_or("another file", String::as_str);
    let differ = |what: String| {
        let why = format!(
            "another experiment than {other}, and {what}; 'report compare' compares two files"
        );
        Err(InputError::new(source, why))
    };
    if a.limits != b.limits {
        return differ(format!("its limits are {}, not {}", b.limits, a.limits));
    }
    if a.task != b.task {
        return differ("its task differs".into());
    }
    for engine in &b.engines {
        let same = |other: &&parallax_experiment::NamedEngine| other.name == engine.name;
        if let Some(other) = a.engines.iter().find(same).filter(|o| o.spec != engine.spec) {
            let (name, one, two) = (&engine.name, &other.spec, &engine.spec);
            return differ(format!("its engine '{name}' is {two}, not {one}"));
        }
    }
    for entry in &b.sources {
        let same = |other: &&parallax_experiment::SourceEntry| other.name == entry.name;
        if a.sources.iter().find(same).is_some_and(|o| o.digest != entry.digest) {
            return differ(format!("its source '{}' has other content", entry.name));
        }
    }
    Ok(())
}

/// Finds the instances and lanes of the records, and returns their order: instance, lane, record.
/// `ordinals` has the place of the instance of each record in its source.
pub(super) fn place_records(
    study: &mut ResultStudy,
    records: &[RunRecord],
    ordinals: &[usize],
) -> Vec<(usize, usize, usize)> {
    let manifests: Vec<&ExperimentManifest> =
        study.experiments.iter().map(|experiment| &experiment.header.manifest).collect();
    let mut sources: HashMap<&str, usize> = HashMap::new();
    for source in manifests.iter().flat_map(|manifest| &manifest.sources) {
        let next = sources.len();
        sources.entry(&source.name).or_insert(next);
    }
    let key = |record: &RunRecord| (sources[record.instance.as_str()], record.index);
    let mut keys: Vec<(usize, usize)> = records.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    let names: HashMap<usize, &str> = sources.iter().map(|(name, place)| (*place, *name)).collect();
    let name = |&(source, index): &(usize, usize)| InstanceName {
        source: names[&source].to_owned(),
        index,
    };
    let instances: Vec<InstanceName> = keys.iter().map(name).collect();
    let (lanes, of_lane) = lane_names(&manifests, records);
    let mut order: Vec<(usize, usize, usize)> = records
        .iter()
        .enumerate()
        .map(|(at, record)| {
            // The keys contain the key of every record, so the search always succeeds.
            let instance = keys.binary_search(&key(record)).unwrap_or_default();
            (instance, of_lane[at], at)
        })
        .collect();
    // The number of the run makes the order total, so that it does not depend on the order of the
    // files.
    order.sort_by_key(|&(instance, lane, at)| {
        let record = &records[at];
        (instance, lane, record.seed, record.repeat, record.run)
    });
    // All records of an instance have the same ordinal, so it does not matter which one is written
    // last.
    let mut of_instance = vec![0; instances.len()];
    order.iter().for_each(|&(instance, _, at)| of_instance[instance] = ordinals[at]);
    let names: Vec<LaneKey<'_>> =
        lanes.iter().map(|lane| (lane.model.as_deref(), lane.engine.as_str())).collect();
    let coverage = StudyCoverage::from_manifests(&manifests, &instances, &of_instance, &names);
    (study.instances, study.lanes, study.coverage) = (instances, lanes, coverage);
    order
}

/// Returns the lanes in the order of the manifests, and the lane of each record.
fn lane_names(
    manifests: &[&ExperimentManifest],
    records: &[RunRecord],
) -> (Vec<LaneName>, Vec<usize>) {
    // Viewpoints split lanes if an instance is planned or was run with more than one. The records
    // decide as well, since two joined experiments may have one viewpoint each.
    let several = are_several(manifests) || has_several_viewpoints(records);
    let mut specs: Vec<(&str, &str)> = Vec::new();
    for engine in manifests.iter().flat_map(|manifest| &manifest.engines) {
        if !specs.iter().any(|(name, _)| *name == engine.name) {
            specs.push((&engine.name, &engine.spec));
        }
    }
    let models = manifests.iter().flat_map(|manifest| &manifest.sources);
    let models = models.flat_map(|source| &source.parts).flat_map(|part| &part.models);
    // The rank of a viewpoint is its first appearance, so that lanes follow the manifests.
    let mut rank: HashMap<&str, usize> = HashMap::new();
    for model in models.map(String::as_str).chain(records.iter().map(|r| r.model.as_str())) {
        let next = rank.len();
        rank.entry(model).or_insert(next);
    }
    let engines: HashMap<&str, usize> =
        specs.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
    let key = |record: &RunRecord| {
        let model = if several { rank[record.model.as_str()] } else { 0 };
        (model, engines[record.engine.as_str()])
    };
    let mut keys: Vec<(usize, usize)> = records.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    let names: HashMap<usize, &str> = rank.iter().map(|(name, place)| (*place, *name)).collect();
    let lane = |&(model, engine): &(usize, usize)| {
        let (family, compiler) = engine_facts(specs[engine].1);
        LaneName {
            engine: specs[engine].0.to_owned(),
            spec: specs[engine].1.to_owned(),
            family,
            compiler,
            model: several.then(|| names[&model].to_owned()),
        }
    };
    let of = records.iter().map(|record| keys.binary_search(&key(record)).unwrap_or_default());
    (keys.iter().map(lane).collect(), of.collect())
}

/// Whether an instance is to be run from several viewpoints.
fn are_several(manifests: &[&ExperimentManifest]) -> bool {
    let parts = manifests.iter().flat_map(|manifest| &manifest.sources);
    parts.flat_map(|source| &source.parts).any(|part| part.models.len() > 1)
}

/// Whether an instance was run from several viewpoints.
fn has_several_viewpoints(records: &[RunRecord]) -> bool {
    let mut first: HashMap<(&str, usize), &str> = HashMap::new();
    let mut other = HashSet::new();
    for record in records {
        let model = first.entry((&record.instance, record.index)).or_insert(&record.model);
        if **model != *record.model {
            other.insert(&record.instance);
        }
    }
    !other.is_empty()
}

/// Returns the solver of a spec and the compiler before it; unknown if this program does not
/// know the spec. A file of results has nothing else about its engines.
pub(super) fn engine_facts(spec: &str) -> (EngineFamily, Option<&'static str>) {
    let engine = spec.parse::<Spec>().ok();
    engine.map_or_else(Default::default, |engine| (engine.family(), engine.compiler_name()))
}
