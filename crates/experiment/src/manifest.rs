//! The manifest of an experiment: everything that determines the runs and how each is made. It
//! never changes once results refer to it.

use std::fmt;

use parallax_model::engine_api::Task;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

/// The manifest of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentManifest {
    /// The experiment's name.
    pub name: String,
    /// The task; `None` is the default of each instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The limits of each run.
    pub limits: RunLimits,
    /// Whether each run has its own process.
    pub isolated: bool,
    /// The seed that shuffles the runs.
    pub order: u64,
    /// The seeds of the engines.
    pub seeds: Vec<u64>,
    /// The number of times that each run is made.
    pub repeats: u32,
    /// The engines.
    pub engines: Vec<NamedEngine>,
    /// The sources of instances.
    pub sources: Vec<SourceEntry>,
    /// The certificates, if the runs write any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificates: Option<RunCertificates>,
}

/// Certificates of all runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunCertificates {
    /// Their folder, relative to that of the specification.
    pub folder: String,
    /// The model of which all instances are parts, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts_of: Option<WholeModel>,
}

/// A model in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeModel {
    /// The file, relative to the folder of the specification.
    pub name: String,
    /// A digest of its bytes: 32 hexadecimal digits.
    pub digest: String,
}

impl RunCertificates {
    /// The name of the certificate of a run.
    #[must_use]
    pub fn file_name(run: u64) -> String {
        format!("run-{run}.cert.gz")
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunLimits {
    /// Wall-clock seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// Processor seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Megabytes (10^6 bytes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
}

/// An engine of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedEngine {
    /// Its name in the results.
    pub name: String,
    /// Its spec.
    pub spec: String,
}

/// A file of instances, or a generated instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceEntry {
    /// The file, relative to the folder of the specification, or a name such as `latin:4`.
    pub name: String,
    /// A digest of the file's bytes, or of the generated text: 32 hexadecimal digits.
    pub digest: String,
    /// The instances in order, as groups of consecutive ones with equal viewpoints.
    pub parts: Vec<InstanceRange>,
    /// Messages of instances that cannot be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

/// Consecutive instances that are solved from the same viewpoints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstanceRange {
    /// The viewpoints.
    pub models: Vec<String>,
    /// The number of instances.
    pub instances: usize,
}

/// A run by its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunCoordinates {
    /// Its number.
    pub number: u64,
    /// The instance, counted over all sources.
    pub instance: usize,
    /// The index of the viewpoint among the viewpoints of the instance.
    pub model: usize,
    /// The index of the engine in the manifest.
    pub engine: usize,
    /// The seed.
    pub seed: u64,
    /// The repetition, from 1.
    pub repeat: u32,
}

impl ExperimentManifest {
    /// Maximum number of runs of an experiment.
    pub const MAX_RUNS: u64 = 100_000_000;

    /// Returns a digest of the manifest. Results with equal digests belong together.
    #[must_use]
    pub fn digest(&self) -> String {
        // Fields are written in the order of their declaration, so equal manifests have equal
        // texts. A new field must be left out when empty, or the digests of old results change.
        let text = serde_json::to_vec(self).expect("a manifest has string keys only");
        format!("{:032x}", xxh3_128(&text))
    }

    /// Returns the number of instances.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.instance_ranges().fold(0, |sum, part| sum.saturating_add(part.instances))
    }

    /// Returns the number of runs; saturates.
    #[must_use]
    pub fn len(&self) -> u64 {
        let pairs = self.instance_ranges().fold(0u64, |sum, part| {
            let own = (part.instances as u64).saturating_mul(part.models.len() as u64);
            sum.saturating_add(own)
        });
        pairs.saturating_mul(self.runs_of_pair())
    }

    /// Whether there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the messages of all instances that cannot be read.
    pub fn input_faults(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().flat_map(|source| source.faults.iter().map(String::as_str))
    }

    /// Returns all runs: the instances in order, for each of them the viewpoints, then the engines,
    /// the seeds and the repetitions.
    pub fn runs(&self) -> impl Iterator<Item = RunCoordinates> + '_ {
        let mut first = 0;
        let instances = self.instance_ranges().flat_map(move |part| {
            let start = first;
            first += part.instances;
            (start..first).map(move |instance| (instance, part.models.len()))
        });
        let mut number = 0;
        instances.flat_map(move |(instance, models)| {
            let start = number;
            // Specifications and files of results with more than `MAX_RUNS` runs are refused, so
            // this does not overflow.
            number += models as u64 * self.runs_of_pair();
            (start..number).map(move |number| self.run_at(instance, number, number - start))
        })
    }

    /// Returns run `number`, which has the index `index` among the runs of its instance.
    pub(super) fn run_at(&self, instance: usize, number: u64, index: u64) -> RunCoordinates {
        let repeats = u64::from(self.repeats);
        // Decodes `index` in a mixed radix: the repetition varies fastest, then seed, engine and
        // viewpoint, as `runs` documents.
        let (rest, repeat) = (index / repeats, index % repeats);
        let (rest, seed) = (rest / self.seeds.len() as u64, rest % self.seeds.len() as u64);
        let (model, engine) = (rest / self.engines.len() as u64, rest % self.engines.len() as u64);
        RunCoordinates {
            number,
            instance,
            model: model as usize,
            engine: engine as usize,
            seed: self.seeds[seed as usize],
            repeat: repeat as u32 + 1,
        }
    }

    fn instance_ranges(&self) -> impl Iterator<Item = &InstanceRange> {
        self.sources.iter().flat_map(|source| &source.parts)
    }

    /// Returns the number of runs of an instance from one viewpoint.
    pub(super) fn runs_of_pair(&self) -> u64 {
        let runs = (self.engines.len() as u64).saturating_mul(self.seeds.len() as u64);
        runs.saturating_mul(self.repeats.into())
    }
}

impl fmt::Display for RunLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wall = self.wall_s.map(|s| format!("{s} s"));
        let cpu = self.cpu_s.map(|s| format!("{s} s of processor time"));
        let memory = self.memory_mb.map(|mb| format!("{mb} MB"));
        let all: Vec<String> = [wall, cpu, memory].into_iter().flatten().collect();
        if all.is_empty() { f.write_str("no limits") } else { f.write_str(&all.join(", ")) }
    }
}
