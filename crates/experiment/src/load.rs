//! Turns a specification into a manifest, with the instances, viewpoints and engines of its runs in
//! memory.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::ModelSelection;
use parallax_engines::jobs::CertificateRequest;
use parallax_engines::{CertifyingEngine, Spec};
use parallax_formats::inputs::{InputForm, InputSources, from_bytes_within, minizinc_in};
use parallax_instance::{InputError, SourcedInstance, Viewpoint};
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_translate::EncodingNeeds;
use xxhash_rust::xxh3::xxh3_128;

use super::load_error::LoadError;
use super::named_engines::{named_engines, with_encodings};
use super::results_error::CertificateFolderError;
use super::sources::expand_entry;
use super::spec::ExperimentSpecification;
use super::{
    ExperimentManifest, InstanceRange, NamedEngine, RunCertificates, RunCoordinates, RunLimits,
    SourceEntry, WholeModel,
};

/// A manifest with its instances, viewpoints and engines.
pub struct LoadedExperiment {
    /// The manifest.
    pub manifest: ExperimentManifest,
    /// The engines, in the order of the manifest.
    pub engines: Vec<Spec>,
    instances: Vec<(Arc<SourcedInstance>, Arc<[Viewpoint]>)>,
    /// The folder of the certificates, and the text of the model of which they show parts.
    certificates: Option<(PathBuf, Option<String>)>,
}

impl LoadedExperiment {
    /// Returns the certificate that a run writes, if the experiment writes certificates.
    #[must_use]
    pub fn run_certificate(&self, run: &RunCoordinates) -> Option<CertificateRequest> {
        let (folder, whole) = self.certificates.as_ref()?;
        let file = folder.join(RunCertificates::file_name(run.number));
        Some(CertificateRequest { file, whole: whole.clone() })
    }

    /// Creates the folder of the certificates, if the experiment writes any.
    ///
    /// # Errors
    /// Returns the error of the file system, with the folder's name.
    pub fn make_folder(&self) -> Result<(), CertificateFolderError> {
        let Some((folder, _)) = &self.certificates else { return Ok(()) };
        let fault = |error| CertificateFolderError { folder: folder.clone(), error };
        std::fs::create_dir_all(folder).map_err(fault)
    }

    /// Returns the instance and the viewpoint of a run.
    #[must_use]
    pub fn run_instance(&self, run: &RunCoordinates) -> (&Arc<SourcedInstance>, &Viewpoint) {
        let (found, viewpoints) = &self.instances[run.instance];
        (found, &viewpoints[run.model])
    }
}

/// The engines, task and limits of an experiment without a specification, on given instances.
pub struct RunOptions {
    /// The engines.
    pub engines: Vec<Spec>,
    /// The viewpoints.
    pub models: ModelSelection,
    /// The task; `None` is the default of each instance.
    pub task: Option<Task>,
    /// The limits of each run.
    pub limits: RunLimits,
    /// Whether each run has its own process.
    pub isolated: bool,
    /// The seeds of the engines, each once.
    pub seeds: Vec<u64>,
    /// The number of times that each run is made, at least 1.
    pub repeats: u32,
}

impl LoadedExperiment {
    /// Makes a manifest of the instances of a stream. Instances that cannot be read are left out
    /// and noted in the manifest.
    pub fn from_stream(
        name: &str,
        stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
        wanted: RunOptions,
    ) -> Self {
        let RunOptions { engines, models, task, limits, isolated, seeds, repeats } = wanted;
        let mut reader = SourceReader::new(Path::new(""), None, models, &limits);
        // A source in the manifest is a run of consecutive instances with one source name: its
        // digest covers them all.
        let mut last: Option<(String, Vec<SourcedInstance>)> = None;
        for found in stream {
            match (found, &mut last) {
                (Err(error), _) => reader.add_unread(error.source(), error.to_string()),
                (Ok(found), Some((source, list))) if *source == found.source => list.push(found),
                (Ok(found), last) => {
                    let begun = last.replace((found.source.clone(), vec![found]));
                    reader.add_instances(begun);
                }
            }
        }
        reader.add_instances(last);
        let named = |engine: &Spec| NamedEngine { name: engine.name(), spec: engine.to_string() };
        let manifest = ExperimentManifest {
            name: name.to_owned(),
            task,
            limits,
            isolated,
            order: 0,
            seeds,
            repeats,
            engines: engines.iter().map(named).collect(),
            sources: reader.sources,
            certificates: None,
        };
        LoadedExperiment { manifest, engines, instances: reader.instances, certificates: None }
    }
}

/// Returns the files that `parallax generate` makes with these arguments: one with all instances,
/// if a file of their kind may hold several.
pub type Generate<'a, E> = &'a dyn Fn(&str) -> Result<Vec<Vec<u8>>, E>;

/// Reads the instances of a specification and makes its manifest. `path` is the file of the
/// specification. Instances that cannot be read are left out and noted in the manifest.
///
/// # Errors
/// Returns an error if a pattern matches no file, an engine is unknown or named twice, no instance
/// can be read, or there are more than [`ExperimentManifest::MAX_RUNS`] runs.
pub fn load_experiment<E: Display>(
    spec: &ExperimentSpecification,
    path: &Path,
    generate: Generate<'_, E>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<LoadedExperiment, InputError> {
    let file_name = path.display().to_string();
    let fault = |error: LoadError| InputError::new(&file_name, error.to_string());
    let form = spec.puzzle.as_deref().map(str::parse::<InputForm>).transpose();
    let form = form.map_err(|error| fault(error.into()))?;
    let named = named_engines(spec).map_err(|error| fault(error.into()))?;
    let mut reader = SourceReader::new(
        path.parent().unwrap_or(Path::new("")),
        form,
        requested_models(spec),
        &spec.run_limits(),
    );
    for name in spec.instances.as_slice() {
        check()?;
        for source in
            expand_entry(reader.folder, name, form).map_err(|error| fault(error.into()))?
        {
            check()?;
            reader.add_source(&source)?;
        }
    }
    whole_lines(spec.generate.as_slice()).map_err(fault)?;
    for arguments in spec.generate.as_slice() {
        check()?;
        let files = generate(arguments)
            .map_err(|error| InputError::new(&file_name, format!("generate: {error}")))?;
        reader.add_generated(arguments, files);
    }
    // Single unreadable instances only leave a note in the manifest, but an experiment without any
    // instance is a mistake.
    if reader.instances.is_empty() {
        let fault = reader.sources.iter().flat_map(|source| source.faults.first()).next();
        let why = fault.map_or(String::new(), |why| format!(": {why}"));
        return Err(InputError::new(&file_name, format!("no instance can be read{why}")));
    }
    // Encodings come after the instances, since `each` keeps the choices that matter to some of
    // them.
    let named = with_encodings(named, spec.encodings.as_slice(), &|| reader.encoding_use());
    let named = named.map_err(|error| fault(error.into()))?;
    // Results identify an engine by its name.
    let mut seen = HashSet::new();
    if let Some((twice, _)) = named.iter().find(|(named, _)| !seen.insert(named.name.clone())) {
        return Err(fault(LoadError::TwoEngines { name: twice.name.clone() }));
    }
    let (names, engines): (_, Vec<Spec>) = named.into_iter().unzip();
    // Relative paths of programs start at the folder of the specification, as those of instances
    // do.
    let engines = match reader.folder {
        here if here.as_os_str().is_empty() => engines,
        folder => engines.iter().map(|engine| engine.with_folder(folder)).collect(),
    };
    let certificates = check_certificates(spec, reader.folder, &engines).map_err(fault)?;
    let (certificates, files) = certificates.unzip();
    let manifest = ExperimentManifest {
        name: spec.experiment_name(path),
        task: spec.task,
        limits: spec.run_limits(),
        isolated: !spec.in_process,
        order: spec.order,
        seeds: spec.seeds.list_seeds().map_err(|error| fault(error.into()))?,
        repeats: spec.repeats,
        engines: names,
        sources: reader.sources,
        certificates,
    };
    if manifest.len() > ExperimentManifest::MAX_RUNS {
        return Err(fault(LoadError::Runs));
    }
    Ok(LoadedExperiment { manifest, engines, instances: reader.instances, certificates: files })
}

/// Refuses a line of arguments that is split into words.
fn whole_lines(lines: &[String]) -> Result<(), LoadError> {
    let is_word = |line: &&String| line.trim_start().starts_with('-');
    match lines.iter().find(is_word) {
        Some(word) => Err(LoadError::DividedLine { word: word.clone(), line: lines.join(" ") }),
        None => Ok(()),
    }
}

/// The certificates as the manifest describes them, then the folder and the text that the runs
/// need.
type Kept = (RunCertificates, (PathBuf, Option<String>));

/// Checks that every engine certifies, and reads the whole model; `None` without a folder.
fn check_certificates(
    spec: &ExperimentSpecification,
    folder: &Path,
    engines: &[Spec],
) -> Result<Option<Kept>, LoadError> {
    let Some(subfolder) = &spec.certificates else { return Ok(None) };
    engines.iter().try_for_each(|engine| CertifyingEngine::new(engine).map(drop))?;
    let whole = spec.parts_of.as_ref().map(|name| {
        let text = std::fs::read_to_string(folder.join(name));
        let text = text.map_err(|error| LoadError::WholeModel { name: name.clone(), error })?;
        // Certificates about parts are joined with this very text, so the manifest pins it.
        let digest = format!("{:032x}", xxh3_128(text.as_bytes()));
        Ok::<_, LoadError>((WholeModel { name: name.clone(), digest }, text))
    });
    let (parts_of, whole) = whole.transpose()?.unzip();
    let path = folder.join(subfolder);
    Ok(Some((RunCertificates { folder: subfolder.clone(), parts_of }, (path, whole))))
}

/// Reads sources and collects their instances.
struct SourceReader<'a> {
    /// The limits of a run, which also hold for reading.
    limits: (Option<Duration>, Option<u64>),
    /// The folder from which relative paths start.
    folder: &'a Path,
    form: Option<InputForm>,
    models: ModelSelection,
    instances: Vec<(Arc<SourcedInstance>, Arc<[Viewpoint]>)>,
    sources: Vec<SourceEntry>,
}

impl<'a> SourceReader<'a> {
    fn new(
        folder: &'a Path,
        form: Option<InputForm>,
        models: ModelSelection,
        limits: &RunLimits,
    ) -> Self {
        let bytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
        let limits = (limits.wall_s.map(Duration::from_secs_f64), limits.memory_mb.map(bytes));
        SourceReader { limits, folder, form, models, instances: Vec::new(), sources: Vec::new() }
    }

    /// Adds instances of one source, if there are any.
    fn add_instances(&mut self, of_source: Option<(String, Vec<SourcedInstance>)>) {
        let Some((source, list)) = of_source else { return };
        // Instances of a stream have no file to digest, so the digest is of their written form.
        let text: String =
            list.iter().map(|found| found.instance.notation().write_instance()).collect();
        self.add_stream(&source, text.as_bytes(), list.into_iter().map(Ok));
    }

    /// Adds a file, or the instance of a name.
    fn add_source(&mut self, name: &str) -> Result<(), InputError> {
        let path = self.folder.join(name);
        // A name such as `model.mzn data.dzn` is no path, and a `.mzn` file must be compiled, so
        // both go through the compiler. All other existing files are read as bytes.
        let compiled =
            minizinc_in(self.folder, name).filter(|_| name.ends_with(".mzn") || !path.exists());
        if path.is_file() && compiled.is_none() {
            match std::fs::read(&path) {
                Ok(bytes) => self.add_bytes(name, bytes),
                Err(error) => self.add_unread(name, format!("{name}: cannot read: {error}")),
            }
            return Ok(());
        }
        let is_compiled = compiled.is_some();
        let names = vec![compiled.unwrap_or_else(|| name.to_owned())];
        let (limit, memory) = self.limits;
        let sources =
            InputSources { names, puzzle: self.form, limit, memory, ..InputSources::default() };
        let mut stream = sources.stream_instances();
        match stream.next() {
            Some(Ok(found)) => {
                let text = found.instance.notation().write_instance();
                self.add_stream(name, text.as_bytes(), std::iter::once(Ok(found)));
                Ok(())
            }
            // As with other files, a faulty model does not end the experiment.
            Some(Err(error)) if is_compiled => {
                self.add_unread(name, error.to_string());
                Ok(())
            }
            Some(Err(error)) => Err(error),
            None => Err(InputError::new(name, "no such file")),
        }
    }

    /// Adds the instances of a text.
    fn add_bytes(&mut self, name: &str, bytes: Vec<u8>) {
        // The reader consumes the bytes, and the digest is computed with the instances.
        let digest = bytes.clone();
        match from_bytes_within(name, bytes, self.form, self.limits) {
            Ok(stream) => self.add_stream(name, &digest, stream),
            Err(error) => self.add_unread(name, error.to_string()),
        }
    }

    /// Adds the files that were generated with these arguments, each as a source.
    fn add_generated(&mut self, arguments: &str, files: Vec<Vec<u8>>) {
        let several = files.len() > 1;
        for (index, text) in files.into_iter().enumerate() {
            let number = if several { format!(" ({})", index + 1) } else { String::new() };
            self.add_bytes(&format!("generate {arguments}{number}"), text);
        }
    }

    /// Returns the encoding choices that make a difference. The first instance of each part
    /// represents the part.
    fn encoding_use(&self) -> EncodingNeeds {
        let mut at = 0;
        let mut effect = EncodingNeeds::default();
        for part in self.sources.iter().flat_map(|source| &source.parts) {
            // `instances` has the instances of all parts in order, so `at` is the first of this
            // part.
            let (found, viewpoints) = &self.instances[at];
            at += part.instances;
            let (limit, memory) = self.limits;
            let control = Control::unlimited().with_timeout(limit).within_memory(memory);
            // A model that cannot be built has no encoding.
            let build = |view| found.instance.model_within(view, &control).ok();
            let models = viewpoints.iter().filter_map(build);
            effect = models
                .map(|model| EncodingNeeds::from_model(&model))
                .fold(effect, EncodingNeeds::merge_with);
        }
        effect
    }

    fn add_unread(&mut self, name: &str, fault: String) {
        // Unread sources stay in the manifest, with the digest of an empty text, so that a repaired
        // file makes another manifest.
        let digest = format!("{:032x}", xxh3_128(b""));
        let (name, faults) = (name.to_owned(), vec![fault]);
        self.sources.push(SourceEntry { name, digest, parts: Vec::new(), faults });
    }

    fn add_stream(
        &mut self,
        name: &str,
        content: &[u8],
        stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
    ) {
        let mut entry = SourceEntry {
            name: name.to_owned(),
            digest: format!("{:032x}", xxh3_128(content)),
            parts: Vec::new(),
            faults: Vec::new(),
        };
        // Consecutive instances usually have equal viewpoints; they share one list.
        let mut last: Option<Arc<[Viewpoint]>> = None;
        for found in stream {
            let viewed = found.and_then(|found| {
                let viewpoints = self.models.select_viewpoints(&*found.instance, &found.source)?;
                Ok((found, viewpoints))
            });
            let (found, viewpoints) = match viewed {
                Ok(viewed) => viewed,
                Err(error) => {
                    entry.faults.push(error.to_string());
                    continue;
                }
            };
            let shared = match last.take().filter(|last| **last == *viewpoints) {
                Some(shared) => {
                    if let Some(part) = entry.parts.last_mut() {
                        part.instances += 1;
                    }
                    shared
                }
                None => {
                    let models = viewpoints.iter().map(ToString::to_string).collect();
                    entry.parts.push(InstanceRange { models, instances: 1 });
                    viewpoints.into()
                }
            };
            self.instances.push((Arc::new(found), shared.clone()));
            last = Some(shared);
        }
        self.sources.push(entry);
    }
}

fn requested_models(spec: &ExperimentSpecification) -> ModelSelection {
    match spec.models.as_slice() {
        [] => ModelSelection::Default,
        [all] if all == "all" => ModelSelection::All,
        names => ModelSelection::Named(names.to_vec()),
    }
}
