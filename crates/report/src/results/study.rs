//! Files of results, joined to a study.

use std::collections::HashMap;

use parallax_experiment::{BenchmarkMachine, ResultsFile, ResultsHeader, RunFinder, RunRecord};
use parallax_instance::InputError;
use parallax_model::engine_api::{EngineFamily, Task};

use super::coverage::StudyCoverage;
use super::record_placement;

/// Files of results, joined: the records in order, by instance and engine.
#[derive(Clone, Debug)]
pub struct ResultStudy {
    /// The experiments, in the order of the files.
    pub experiments: Vec<StudyExperiment>,
    /// The instances with a run, in the order of the experiments.
    pub instances: Vec<InstanceName>,
    /// The engines, with the viewpoint if there are several.
    pub lanes: Vec<LaneName>,
    /// The records, by instance, lane, seed and repetition.
    pub records: Vec<RunRecord>,
    /// The instance and the lane of each record.
    pub places: Vec<(usize, usize)>,
    /// The planned runs, also those that the files lack.
    pub(super) coverage: StudyCoverage,
    /// Whether the runs have times; canonical results have none.
    pub timed: bool,
}

/// The files of one experiment.
#[derive(Clone, Debug)]
pub struct StudyExperiment {
    /// The header of the first of its files.
    pub header: ResultsHeader,
    /// The files.
    pub files: Vec<String>,
    /// The machines that made the runs, each once.
    pub machines: Vec<BenchmarkMachine>,
    /// The number of records.
    pub runs: u64,
    /// The number of records that later ones replaced.
    pub replaced: usize,
}

/// An instance of a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InstanceName {
    /// The source.
    pub source: String,
    /// The index in the source, from 0.
    pub index: usize,
}

/// An engine, on one viewpoint if instances were run from several.
#[derive(Clone, Debug)]
pub struct LaneName {
    /// The engine's name.
    pub engine: String,
    /// Its spec.
    pub spec: String,
    /// The solver that decides within the engine.
    pub family: EngineFamily,
    /// The compiler before that solver.
    pub compiler: Option<&'static str>,
    /// The viewpoint, if instances were run from several.
    pub model: Option<String>,
}

impl InstanceName {
    /// Returns its name in tables: the source, and the index unless it is the first.
    #[must_use]
    pub fn name(&self) -> String {
        match self.index {
            0 => self.source.clone(),
            index => format!("{}#{index}", self.source),
        }
    }
}

impl LaneName {
    /// Returns its name in tables.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.model {
            Some(model) => format!("{} ({model})", self.engine),
            None => self.engine.clone(),
        }
    }
}

impl ResultStudy {
    /// Joins files. Shards of one experiment become one; different experiments must have equal
    /// tasks and limits, must use names of engines and sources with the same meaning, and must
    /// share no run.
    ///
    /// # Errors
    /// Returns an error if the files cannot be reported together, or a record does not fit its
    /// manifest.
    pub fn join_files(files: Vec<ResultsFile>) -> Result<Self, InputError> {
        let mut experiments: Vec<StudyExperiment> = Vec::new();
        let mut records = Vec::new();
        let mut from = Vec::new();
        let mut experiment_indices = Vec::new();
        let mut ordinals = Vec::new();
        let mut seen: HashMap<(usize, u64), usize> = HashMap::new();
        let sources: Vec<String> = files.iter().map(|file| file.source.clone()).collect();
        for (number, file) in files.into_iter().enumerate() {
            let at = experiment_index(&mut experiments, &file)?;
            experiment_indices.push(at);
            let manifest = experiments[at].header.manifest.clone();
            let finder = RunFinder::new(&manifest);
            for record in &file.records {
                // Within one file later records have already replaced earlier ones (`replaced`), so
                // `seen` grows by whole files and finds runs of other files only.
                if let Some(&other) = seen.get(&(at, record.run)) {
                    return Err(duplicate_error(&sources[other], &file.source, record));
                }
                ordinals.push(record_placement::check_record(
                    record,
                    &finder,
                    &manifest,
                    &file.source,
                )?);
            }
            seen.extend(file.records.iter().map(|record| ((at, record.run), number)));
            experiments[at].runs += file.records.len() as u64;
            from.extend(std::iter::repeat_n(number, file.records.len()));
            records.extend(file.records);
        }
        let timed = has_times(&records, &from, &sources)?;
        let mut study = ResultStudy {
            experiments,
            instances: Vec::new(),
            lanes: Vec::new(),
            records: Vec::new(),
            places: Vec::new(),
            coverage: StudyCoverage::default(),
            timed,
        };
        let order = record_placement::place_records(&mut study, &records, &ordinals);
        if study.experiments.len() > 1 {
            check_disjoint(&records, &order, &from, &sources, &experiment_indices)?;
        }
        // Each index occurs once in the order, so every record is moved, and none is cloned.
        let mut slots: Vec<Option<RunRecord>> = records.into_iter().map(Some).collect();
        for (instance, lane, record) in order {
            study.records.extend(slots[record].take());
            study.places.push((instance, lane));
        }
        Ok(study)
    }

    /// Returns the number of runs that are in the manifests and not in the files.
    #[must_use]
    pub fn missing_runs(&self) -> u64 {
        let of = |e: &StudyExperiment| e.header.manifest.len().saturating_sub(e.runs);
        self.experiments.iter().map(of).sum()
    }

    /// Returns the task that the experiments state; `None` is the default of each instance.
    pub(super) fn task(&self) -> Option<Task> {
        self.experiments.first().and_then(|experiment| experiment.header.manifest.task)
    }

    /// Returns the messages of inputs that the experiments could not read.
    pub fn input_faults(&self) -> impl Iterator<Item = &str> {
        self.experiments.iter().flat_map(|experiment| experiment.header.manifest.input_faults())
    }

    /// Returns the machines that made the runs, each once.
    #[must_use]
    pub fn machines(&self) -> Vec<&BenchmarkMachine> {
        self.experiments.iter().flat_map(|experiment| &experiment.machines).collect()
    }
}

/// Returns the experiment of a file, among the known ones or as a new one.
fn experiment_index(
    known: &mut Vec<StudyExperiment>,
    file: &ResultsFile,
) -> Result<usize, InputError> {
    let header = &file.header;
    let at = known.iter().position(|experiment| experiment.header.digest == header.digest);
    let at = match at {
        Some(at) => at,
        None => {
            // Every two experiments are compared, since compatibility by name need not be
            // transitive.
            for other in known.iter() {
                record_placement::check_compatible(other, header, &file.source)?;
            }
            known.push(StudyExperiment {
                header: header.clone(),
                files: Vec::new(),
                machines: Vec::new(),
                runs: 0,
                replaced: 0,
            });
            known.len() - 1
        }
    };
    let experiment = &mut known[at];
    experiment.files.push(file.source.clone());
    experiment.replaced += file.replaced;
    for machine in &header.machines {
        if !experiment.machines.contains(machine) {
            experiment.machines.push(machine.clone());
        }
    }
    Ok(at)
}

/// Whether the records have times: all or none.
fn has_times(
    records: &[RunRecord],
    from: &[usize],
    sources: &[String],
) -> Result<bool, InputError> {
    let with = records.iter().position(|record| record.measured.is_some());
    let without = records.iter().position(|record| record.measured.is_none());
    match (with, without) {
        (Some(with), Some(without)) => Err(InputError::new(
            &sources[from[without]],
            format!(
                "run {} has no times, but run {} of {} has; canonical results go only with others",
                records[without].run, records[with].run, sources[from[with]]
            ),
        )),
        (with, _) => Ok(with.is_some()),
    }
}

/// Refuses runs that are in two experiments.
fn check_disjoint(
    records: &[RunRecord],
    order: &[(usize, usize, usize)],
    from: &[usize],
    sources: &[String],
    experiment_indices: &[usize],
) -> Result<(), InputError> {
    let experiment = |at: usize| experiment_indices[from[at]];
    let mut known: HashMap<(usize, usize, &str, u64, u32), usize> = HashMap::new();
    for &(instance, lane, at) in order {
        let record = &records[at];
        let key = (instance, lane, record.model.as_str(), record.seed, record.repeat);
        let before = known.insert(key, at);
        // Within one experiment, which may have several files, the key may repeat: a source may be
        // listed twice.
        if let Some(before) = before.filter(|&before| experiment(before) != experiment(at)) {
            let (one, two) = (&sources[from[before]], &sources[from[at]]);
            return Err(InputError::new(
                two,
                format!(
                    "{} on {}#{} with seed {}, repetition {}, is in {one}, too; 'report compare' compares two files",
                    record.engine, record.instance, record.index, record.seed, record.repeat
                ),
            ));
        }
    }
    Ok(())
}

fn duplicate_error(one: &str, two: &str, record: &RunRecord) -> InputError {
    let run = record.run;
    InputError::new(two, format!("run {run} is in {one}, too; each run counts once"))
}
