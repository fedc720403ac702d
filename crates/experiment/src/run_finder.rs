//! The runs of a manifest by their numbers.

use super::{ExperimentManifest, InstanceRange, RunCoordinates};

/// Finds runs by their numbers, in logarithmic time.
pub struct RunFinder<'m> {
    manifest: &'m ExperimentManifest,
    /// The parts of all sources that have runs, in order.
    parts: Vec<NumberedPart<'m>>,
}

/// Consecutive instances of a source.
struct NumberedPart<'m> {
    /// The number of the first run.
    start: u64,
    /// The source, by its index in the manifest.
    source: usize,
    /// The index of the first instance, among all and in its source.
    first: [usize; 2],
    range: &'m InstanceRange,
    /// The number of runs of each instance.
    runs: u64,
}

/// A run of a manifest.
#[derive(Clone, Copy, Debug)]
pub struct FoundRun<'m> {
    /// The source, by its index in the manifest.
    pub source: usize,
    /// The index of the instance among the readable instances of the source.
    pub index: usize,
    /// The viewpoint.
    pub model: &'m str,
    /// The run.
    pub run: RunCoordinates,
}

impl<'m> RunFinder<'m> {
    /// Numbers the runs of a manifest.
    #[must_use]
    pub fn new(manifest: &'m ExperimentManifest) -> Self {
        let mut parts = Vec::new();
        let (mut start, mut all) = (0u64, 0usize);
        for (source, entry) in manifest.sources.iter().enumerate() {
            let mut within = 0usize;
            for range in &entry.parts {
                let runs = (range.models.len() as u64).saturating_mul(manifest.runs_of_pair());
                let number = runs.saturating_mul(range.instances as u64);
                // Parts without runs would have the start of the next part, and the search could
                // end at them.
                if number > 0 {
                    parts.push(NumberedPart { start, source, first: [all, within], range, runs });
                }
                start = start.saturating_add(number);
                all = all.saturating_add(range.instances);
                within = within.saturating_add(range.instances);
            }
        }
        RunFinder { manifest, parts }
    }

    /// Returns a run; `None` if the manifest has fewer.
    #[must_use]
    pub fn find_run(&self, number: u64) -> Option<FoundRun<'m>> {
        if number >= self.manifest.len() {
            return None;
        }
        // The last part that starts at or before the number. The first part starts at 0, so one
        // exists.
        let at = self.parts.partition_point(|part| part.start <= number).checked_sub(1)?;
        let NumberedPart { start, source, first, range, runs } = &self.parts[at];
        let (instance, within) = ((number - start) / runs, (number - start) % runs);
        let run = self.manifest.run_at(first[0] + instance as usize, number, within);
        let place = first[1] + instance as usize;
        Some(FoundRun { source: *source, index: place, model: &range.models[run.model], run })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedEngine, RunLimits, SourceEntry};

    #[test]
    fn each_run_is_found_by_its_number() {
        let range = |models: &[&str], instances| InstanceRange {
            models: models.iter().map(|model| (*model).to_owned()).collect(),
            instances,
        };
        let source = |name: &str, parts| SourceEntry {
            name: name.into(),
            digest: String::new(),
            parts,
            faults: Vec::new(),
        };
        let engine = |name: &str| NamedEngine { name: name.into(), spec: name.into() };
        let manifest = ExperimentManifest {
            name: "m".into(),
            task: None,
            limits: RunLimits::default(),
            isolated: false,
            order: 0,
            seeds: vec![3, 5],
            repeats: 2,
            engines: vec![engine("a"), engine("b")],
            sources: vec![
                source("none", Vec::new()),
                source("one", vec![range(&["x"], 2), range(&[], 3), range(&["x", "y"], 1)]),
                source("two", vec![range(&["y"], 3)]),
            ],
            certificates: None,
        };
        let finder = RunFinder::new(&manifest);
        let all: Vec<RunCoordinates> = manifest.runs().collect();
        assert_eq!(all.len() as u64, manifest.len());
        for run in all {
            let found = finder.find_run(run.number).expect("a run");
            assert_eq!(found.run, run);
            let before = if found.source == 1 { 0 } else { 6 };
            assert_eq!(found.index + before, run.instance);
        }
        assert!(finder.find_run(manifest.len()).is_none() && finder.find_run(u64::MAX).is_none());
    }
}
