//! The runs that the manifests of a study plan, next to those that its files have.

use std::collections::HashMap;

use parallax_experiment::{ExperimentManifest, SourceEntry};

use super::study::InstanceName;

/// The planned runs of a study.
#[derive(Clone, Debug, Default)]
pub(super) struct StudyCoverage {
    /// The number of planned instances, also of those without any run.
    pub(super) instances: usize,
    /// By instance of the study, then by lane: the number of planned runs.
    of_case: Vec<u64>,
    /// By lane: the number of planned runs.
    pub(super) of_lane: Vec<u64>,
    /// Engines without a single run, with the numbers of their planned runs.
    pub(super) absent: Vec<(String, u64)>,
}

/// The key of a lane: its viewpoint, if there are several, and its engine.
pub(super) type LaneKey<'m> = (Option<&'m str>, &'m str);

impl StudyCoverage {
    /// Returns the number of planned runs of a lane on an instance.
    pub(super) fn planned_runs(&self, instance: usize, lane: usize) -> u64 {
        self.of_case.get(instance * self.of_lane.len() + lane).copied().unwrap_or(0)
    }

    /// Counts the planned runs. `instances` are those with a run; `ordinals` has the place of each
    /// among those of its source that can be read.
    pub(super) fn from_manifests(
        manifests: &[&ExperimentManifest],
        instances: &[InstanceName],
        ordinals: &[usize],
        lanes: &[LaneKey<'_>],
    ) -> Self {
        let several = lanes.iter().any(|(model, _)| model.is_some());
        let places: HashMap<LaneKey<'_>, usize> =
            lanes.iter().enumerate().map(|(lane, key)| (*key, lane)).collect();
        let mut entries: HashMap<&str, Vec<(&ExperimentManifest, &SourceEntry)>> = HashMap::new();
        for manifest in manifests {
            for entry in &manifest.sources {
                entries.entry(&entry.name).or_default().push((manifest, entry));
            }
        }
        // Joined manifests use a name of a source for the same content. A source in several
        // manifests counts once, by its largest entry, which includes the instances of the smaller
        // ones.
        let number = |entry: &SourceEntry| entry.parts.iter().map(|part| part.instances).sum();
        let largest_entry = |of: &Vec<(&ExperimentManifest, &SourceEntry)>| {
            of.iter().map(|(_, entry)| number(entry)).max().unwrap_or(0)
        };
        let mut coverage = StudyCoverage {
            instances: entries.values().map(largest_entry).sum(),
            of_case: vec![0; instances.len() * lanes.len()],
            of_lane: vec![0; lanes.len()],
            absent: Vec::new(),
        };
        for (at, (instance, ordinal)) in instances.iter().zip(ordinals).enumerate() {
            for (manifest, entry) in entries.get(&*instance.source).into_iter().flatten() {
                // Cases are stored row by row: one row for each instance, one column for each lane.
                let row = &mut coverage.of_case[at * lanes.len()..][..lanes.len()];
                for model in instance_models(entry, *ordinal) {
                    for engine in &manifest.engines {
                        // Lanes are split by viewpoint only if the study has several; otherwise the
                        // key has none, and all viewpoints of an entry count for the engine's
                        // single lane.
                        let key = (several.then_some(model.as_str()), engine.name.as_str());
                        if let Some(&lane) = places.get(&key) {
                            row[lane] += rounds_per_model(manifest);
                        }
                    }
                }
            }
        }
        coverage.count_lanes(manifests, several, &places);
        coverage
    }

    /// Counts the planned runs of each lane, and names the engines without a run.
    fn count_lanes(
        &mut self,
        manifests: &[&ExperimentManifest],
        several: bool,
        places: &HashMap<LaneKey<'_>, usize>,
    ) {
        for manifest in manifests {
            let mut instances: Vec<(Option<&str>, u64)> = Vec::new();
            for part in manifest.sources.iter().flat_map(|source| &source.parts) {
                for model in &part.models {
                    let model = several.then_some(model.as_str());
                    // A linear search suffices: a study has a handful of viewpoints.
                    match instances.iter_mut().find(|(known, _)| *known == model) {
                        Some((_, sum)) => *sum += part.instances as u64,
                        None => instances.push((model, part.instances as u64)),
                    }
                }
            }
            for (model, number) in instances {
                for engine in &manifest.engines {
                    let planned = number.saturating_mul(rounds_per_model(manifest));
                    match places.get(&(model, engine.name.as_str())) {
                        Some(&lane) => self.of_lane[lane] += planned,
                        None => self.add_absent(model, &engine.name, planned),
                    }
                }
            }
        }
    }

    fn add_absent(&mut self, model: Option<&str>, engine: &str, planned: u64) {
        let name = model.map_or(engine.to_owned(), |model| format!("{engine} ({model})"));
        match self.absent.iter_mut().find(|(known, _)| *known == name) {
            // An engine for which nothing is planned is not absent.
            _ if planned == 0 => {}
            Some((_, sum)) => *sum += planned,
            None => self.absent.push((name, planned)),
        }
    }
}

/// Returns the viewpoints of an instance by its place in a source.
fn instance_models(entry: &SourceEntry, ordinal: usize) -> &[String] {
    let mut first = 0;
    // Parts follow one another: with parts of 3 and 2 instances, ordinal 4 is the second of part
    // two.
    for part in &entry.parts {
        if ordinal < first + part.instances {
            return &part.models;
        }
        first += part.instances;
    }
    &[]
}

/// Returns the number of runs of an engine on one viewpoint of an instance.
fn rounds_per_model(manifest: &ExperimentManifest) -> u64 {
    (manifest.seeds.len() as u64).saturating_mul(manifest.repeats.into())
}
