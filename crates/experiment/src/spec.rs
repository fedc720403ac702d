//! The specification of an experiment, as users write it.

use std::collections::BTreeMap;
use std::path::Path;

use parallax_instance::InputError;
use parallax_model::engine_api::Task;
use serde::Deserialize;

use super::RunLimits;
use super::spec_error::{NumberRangeError, SeedsError, SpecificationError};
use super::toml_document::{TomlDocument, error_at};

/// Maximum number of seeds of a range.
pub(super) const MAX_SEEDS: u64 = 1_000_000;

/// The specification of an experiment: a file in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExperimentSpecification {
    /// The experiment's name; by default that of the file.
    pub name: Option<String>,
    /// Files, folders, patterns such as `boards/*.txt`, and names such as `latin:4` or
    /// `set:12@1..20`. Paths start from the folder of the specification.
    #[serde(default)]
    pub instances: OneOrMore<String>,
    /// Arguments of `parallax generate`, each for one source of instances.
    #[serde(default)]
    pub generate: OneOrMore<String>,
    /// The form of the files, if their content does not decide it.
    pub puzzle: Option<String>,
    /// The viewpoints; `all` for all plain ones. By default the default of each puzzle.
    #[serde(default)]
    pub models: OneOrMore<String>,
    /// The engines: names of `programs`, specs, and patterns.
    pub engines: OneOrMore<String>,
    /// Encodings for each SAT engine that names none, for example `order,sum=totalizer`; `each`
    /// for every choice that makes a difference, one at a time.
    #[serde(default)]
    pub encodings: OneOrMore<String>,
    /// Short names for engines: `mine = "dimacs:./mysolver {cnf}"`.
    #[serde(default)]
    pub programs: BTreeMap<String, String>,
    /// The seeds of the engines: a number, a list, or a range such as `"1..5"`.
    #[serde(default)]
    pub seeds: SeedSpecification,
    /// The number of times that each run is made.
    #[serde(default = "once")]
    pub repeats: u32,
    /// The task: `first`, `all`, `count`, `optimise`, or `{ limit = 2 }`; the default is that of
    /// each instance.
    pub task: Option<Task>,
    /// The seed that shuffles the runs.
    #[serde(default)]
    pub order: u64,
    /// Whether the runs share this process. Such runs start faster, but have no limits on
    /// memory and processor time.
    #[serde(default)]
    pub in_process: bool,
    /// The folder for a certificate of each run, `run-NUMBER.cert.gz`.
    pub certificates: Option<String>,
    /// The file of a model of which each instance is a part: certificates are about parts of it.
    pub parts_of: Option<String>,
    /// The limits of each run.
    #[serde(default)]
    pub limits: SpecLimits,
}

/// The limits of each run, as written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecLimits {
    /// Wall-clock seconds; includes encoding, and reading if a file is one instance.
    pub wall: Option<f64>,
    /// Processor seconds.
    pub cpu: Option<f64>,
    /// Megabytes (10^6 bytes).
    pub memory: Option<u64>,
}

/// One item, or a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected one item or a list")]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// A list.
    More(Vec<T>),
}

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        OneOrMore::More(Vec::new())
    }
}

impl<T> OneOrMore<T> {
    /// Returns the items.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMore::One(one) => std::slice::from_ref(one),
            OneOrMore::More(list) => list,
        }
    }
}

/// The seeds of a specification.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number from 0, a list of numbers, or a range such as '1..5'"
)]
pub enum SeedSpecification {
    /// One.
    One(u64),
    /// A list.
    List(Vec<u64>),
    /// A range such as `1..5`, which includes both ends.
    Range(String),
}

impl Default for SeedSpecification {
    fn default() -> Self {
        SeedSpecification::One(0)
    }
}

impl SeedSpecification {
    /// Returns the seeds, each once.
    ///
    /// # Errors
    /// Returns an error for a range that is not understood or has more than a million numbers, an
    /// empty list, and a seed that occurs twice.
    pub fn list_seeds(&self) -> Result<Vec<u64>, SeedsError> {
        let list = match self {
            SeedSpecification::One(seed) => vec![*seed],
            SeedSpecification::List(list) => list.clone(),
            SeedSpecification::Range(text) => parse_range(text)?,
        };
        let mut sorted = list.clone();
        sorted.sort_unstable();
        if list.is_empty() {
            return Err(SeedsError::Empty);
        }
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SeedsError::Repeat { seed: pair[0] }),
            None => Ok(list),
        }
    }
}

impl std::str::FromStr for SeedSpecification {
    type Err = SeedsError;

    fn from_str(text: &str) -> Result<Self, SeedsError> {
        let seeds = match text.parse() {
            Ok(seed) => SeedSpecification::One(seed),
            Err(_) => SeedSpecification::Range(text.to_owned()),
        };
        // A range is checked at once, so that an error names the option of the command line.
        seeds.list_seeds().map(|_| seeds)
    }
}

/// Returns the numbers of a range such as `1..5`, which includes both ends.
///
/// # Errors
/// Returns an error if the text is not a range, or has more than a million numbers.
pub(super) fn parse_range(text: &str) -> Result<Vec<u64>, NumberRangeError> {
    let copy = || text.to_owned();
    let fault = || NumberRangeError::Form { text: copy() };
    let (first, last) = text.split_once("..").ok_or_else(fault)?;
    let last = last.strip_prefix('=').unwrap_or(last);
    let first: u64 = first.trim().parse().map_err(|_| fault())?;
    let last: u64 = last.trim().parse().map_err(|_| fault())?;
    if first > last {
        return Err(NumberRangeError::Empty { text: copy() });
    }
    // Tested on the difference, since the number of seeds may exceed 64 bits.
    if last - first >= MAX_SEEDS {
        return Err(NumberRangeError::Length { text: copy() });
    }
    Ok((first..=last).collect())
}

fn once() -> u32 {
    1
}

impl ExperimentSpecification {
    /// Reads a specification. `source` names the file in errors.
    ///
    /// # Errors
    /// Returns the first error, with its line and column.
    pub fn parse_specification(source: &str, text: &str) -> Result<Self, InputError> {
        // Parsed twice: the document gives syntax errors their line and column, as in suites;
        // deserialising then gives faults of the members.
        TomlDocument::parse_text(source, text)?;
        let read: Result<ExperimentSpecification, toml_edit::de::Error> =
            toml_edit::de::from_str(text);
        let spec = read.map_err(|error| {
            let message = error.message().trim().replace('\n', "; ");
            match error.span() {
                Some(span) => error_at(source, text, span.start, message),
                None => InputError::new(source, message),
            }
        })?;
        spec.check_members().map_err(|error| InputError::new(source, error.to_string()))?;
        Ok(spec)
    }

    /// Returns the experiment's name: as written, or the file's without its extension.
    #[must_use]
    pub fn experiment_name(&self, path: &Path) -> String {
        let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.name.clone().unwrap_or_else(stem)
    }

    /// Returns the limits of each run.
    #[must_use]
    pub fn run_limits(&self) -> RunLimits {
        let SpecLimits { wall, cpu, memory } = self.limits;
        RunLimits { wall_s: wall, cpu_s: cpu, memory_mb: memory }
    }

    fn check_members(&self) -> Result<(), SpecificationError> {
        if self.instances.as_slice().is_empty() && self.generate.as_slice().is_empty() {
            return Err(SpecificationError::NoInstances);
        }
        if self.engines.as_slice().is_empty() {
            return Err(SpecificationError::NoEngines);
        }
        if self.repeats == 0 {
            return Err(SpecificationError::NoRepeats);
        }
        self.seeds.list_seeds()?;
        let SpecLimits { wall, cpu, memory } = self.limits;
        for (limit, time) in [("wall", wall), ("cpu", cpu)] {
            let is_time = |s: f64| s > 0.0 && std::time::Duration::try_from_secs_f64(s).is_ok();
            if time.is_some_and(|seconds| !is_time(seconds)) {
                return Err(SpecificationError::Seconds { limit });
            }
        }
        if memory == Some(0) {
            return Err(SpecificationError::Megabytes);
        }
        if self.parts_of.is_some() && self.certificates.is_none() {
            return Err(SpecificationError::NoCertificates);
        }
        if self.in_process && (cpu.is_some() || memory.is_some()) {
            return Err(SpecificationError::ProcessLimits);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        ExperimentSpecification::parse_specification("e.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_specification_is_read() {
        let text = "instances = ['latin:4', 'set:12@1..3']\nengines = 'native'\nseeds = '1..3'\n\
                    repeats = 2\ntask = { limit = 2 }\nmodels = ['cells']\nencodings = 'order'\n\
                    order = 7\n[programs]\nmine = 'dimacs:./mine {cnf}'\n\
                    [limits]\nwall = 10\ncpu = 2.5\nmemory = 500\n";
        let spec = ExperimentSpecification::parse_specification("a/e.toml", text).unwrap();
        assert_eq!(spec.seeds.list_seeds().unwrap(), [1, 2, 3]);
        assert_eq!((spec.repeats, spec.task, spec.order), (2, Some(Task::Limit(2)), 7));
        assert_eq!(spec.programs["mine"], "dimacs:./mine {cnf}");
        assert_eq!(
            spec.run_limits(),
            RunLimits { wall_s: Some(10.0), cpu_s: Some(2.5), memory_mb: Some(500) }
        );
        assert_eq!(spec.experiment_name(Path::new("a/e.toml")), "e");
    }

    #[test]
    fn each_fault_has_its_place() {
        let with =
            |line: &str| fault(&format!("instances = 'latin:4'\nengines = ['native']\n{line}"));
        insta::assert_snapshot!(with("engine = 1"), @"e.toml:3:1: unknown field `engine`, expected one of `name`, `instances`, `generate`, `puzzle`, `models`, `engines`, `encodings`, `programs`, `seeds`, `repeats`, `task`, `order`, `in-process`, `certificates`, `parts-of`, `limits`");
        insta::assert_snapshot!(with("seeds = 'a'"), @"e.toml: 'a'; expected a range such as 1..5");
        insta::assert_snapshot!(with("seeds = [1, 1]"), @"e.toml: seeds: 1 occurs twice");
        insta::assert_snapshot!(with("seeds = '5..1'"), @"e.toml: '5..1' is empty; expected a range such as 1..5");
        insta::assert_snapshot!(with("seeds = -1"), @"e.toml:3:9: expected a number from 0, a list of numbers, or a range such as '1..5'");
        insta::assert_snapshot!(with("repeats = 0"), @"e.toml: 'repeats' is 0; expected 1 or more");
        insta::assert_snapshot!(with("task = 'some'"), @"e.toml:3:8: unknown variant `some`, expected one of `first`, `all`, `count`, `limit`, `optimise`");
        insta::assert_snapshot!(with("[limits]\nwall = 0"), @"e.toml: limits: 'wall' must be seconds above 0");
        insta::assert_snapshot!(with("[limits]\nram = 1"), @"e.toml:4:1: unknown field `ram`, expected one of `wall`, `cpu`, `memory`");
        insta::assert_snapshot!(with("in-process = true\n[limits]\nmemory = 1"), @"e.toml: limits on 'cpu' and 'memory' need separate processes; leave out 'in-process'");
        insta::assert_snapshot!(fault("engines = ['native']"), @"e.toml: no instances; expected 'instances' or 'generate'");
        insta::assert_snapshot!(fault("instances = 'latin:4'"), @"e.toml:1:1: missing field `engines`");
        insta::assert_snapshot!(fault("instances = "), @"e.toml:1:13: not TOML: string values must be quoted, expected literal string");
        insta::assert_snapshot!(fault(""), @"e.toml:1:1: missing field `engines`");
    }
}
