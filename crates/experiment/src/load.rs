//! Turns a specification into a manifest, with the instances, viewpoints and engines of its runs in
//! memory.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::Models;
use parallax_engines::jobs::Certificate;
use parallax_engines::{Certifying, Spec};
use parallax_formats::inputs::{InputForm, Sources, from_bytes_within, minizinc_in};
use parallax_model::ask::{Control, Engine, Task};
use parallax_model::instance::{InputError, SourcedInstance, Viewpoint};
use parallax_translate::EncodingUse;
use xxhash_rust::xxh3::xxh3_128;

use super::chosen::{engines, with_encodings};
use super::load_error::LoadError;
use super::results_error::CertificateFolderError;
use super::sources::expand;
use super::spec::Specification;
use super::{
    Certificates, InstanceRange, Limits, Manifest, NamedEngine, Run, SourceEntry, WholeModel,
};

/// A manifest with its instances, viewpoints and engines.
pub struct Loaded {
    /// The manifest.
    pub manifest: Manifest,
    /// The engines, in the order of the manifest.
    pub engines: Vec<Spec>,
    instances: Vec<(Arc<SourcedInstance>, Arc<[Viewpoint]>)>,
    /// The folder of the certificates, and the text of the model of which they show parts.
    certificates: Option<(PathBuf, Option<String>)>,
}

impl Loaded {
    /// Returns the certificate that a run writes, if the experiment writes certificates.
    #[must_use]
    pub fn certificate(&self, run: &Run) -> Option<Certificate> {
        let (folder, whole) = self.certificates.as_ref()?;
        let file = folder.join(Certificates::file(run.number));
        Some(Certificate { file, whole: whole.clone() })
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
    pub fn instance(&self, run: &Run) -> (&Arc<SourcedInstance>, &Viewpoint) {
        let (found, viewpoints) = &self.instances[run.instance];
        (found, &viewpoints[run.model])
    }
}

/// The engines, task and limits of an experiment without a specification, on given instances.
pub struct RunOptions {
    /// The engines.
    pub engines: Vec<Spec>,
    /// The viewpoints.
    pub models: Models,
    /// The task; `None` is the default of each instance.
    pub task: Option<Task>,
    /// The limits of each run.
    pub limits: Limits,
    /// Whether each run has a process of its own.
    pub isolated: bool,
    /// The seeds of the engines, each once.
    pub seeds: Vec<u64>,
    /// The number of times that each run is made, at least 1.
    pub repeats: u32,
}

impl Loaded {
    /// Makes a manifest of the instances of a stream. Instances that cannot be read are left out
    /// and noted in the manifest.
    pub fn of(
        name: &str,
        stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
        wanted: RunOptions,
    ) -> Self {
        let RunOptions { engines, models, task, limits, isolated, seeds, repeats } = wanted;
        let mut reader = Reader::new(Path::new(""), None, models, &limits);
        let mut last: Option<(String, Vec<SourcedInstance>)> = None;
        for found in stream {
            match (found, &mut last) {
                (Err(error), _) => reader.unread(error.source(), error.to_string()),
                (Ok(found), Some((source, list))) if *source == found.source => list.push(found),
                (Ok(found), last) => {
                    let begun = last.replace((found.source.clone(), vec![found]));
                    reader.all(begun);
                }
            }
        }
        reader.all(last);
        let named = |engine: &Spec| NamedEngine { name: engine.name(), spec: engine.to_string() };
        let manifest = Manifest {
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
        Loaded { manifest, engines, instances: reader.instances, certificates: None }
    }
}

/// Returns the files that `parallax generate` makes with these arguments: one with all instances, if
/// a file of their kind may hold several.
pub type Generate<'a, E> = &'a dyn Fn(&str) -> Result<Vec<Vec<u8>>, E>;

/// Reads the instances of a specification and makes its manifest. `path` is the file of the
/// specification. Instances that cannot be read are left out and noted in the manifest.
///
/// # Errors
/// Returns an error if a pattern matches no file, an engine is unknown or named twice, no instance
/// can be read, or there are more than [`Manifest::MAX_RUNS`] runs.
pub fn load<E: Display>(
    spec: &Specification,
    path: &Path,
    generate: Generate<'_, E>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Loaded, InputError> {
    let place = path.display().to_string();
    let fault = |error: LoadError| InputError::new(&place, error.to_string());
    let form = spec.puzzle.as_deref().map(str::parse::<InputForm>).transpose();
    let form = form.map_err(|error| fault(error.into()))?;
    let named = engines(spec).map_err(|error| fault(error.into()))?;
    let mut reader =
        Reader::new(path.parent().unwrap_or(Path::new("")), form, models(spec), &spec.limits());
    for name in spec.instances.list() {
        check()?;
        for source in expand(reader.folder, name, form).map_err(|error| fault(error.into()))? {
            check()?;
            reader.add(&source)?;
        }
    }
    whole_lines(spec.generate.list()).map_err(fault)?;
    for arguments in spec.generate.list() {
        check()?;
        let files = generate(arguments)
            .map_err(|error| InputError::new(&place, format!("generate: {error}")))?;
        reader.generated(arguments, files);
    }
    if reader.instances.is_empty() {
        let fault = reader.sources.iter().flat_map(|source| source.faults.first()).next();
        let why = fault.map_or(String::new(), |why| format!(": {why}"));
        return Err(InputError::new(&place, format!("no instance can be read{why}")));
    }
    let named = with_encodings(named, spec.encodings.list(), &|| reader.effect());
    let named = named.map_err(|error| fault(error.into()))?;
    let mut seen = HashSet::new();
    if let Some((twice, _)) = named.iter().find(|(named, _)| !seen.insert(named.name.clone())) {
        return Err(fault(LoadError::TwoEngines { name: twice.name.clone() }));
    }
    let (names, engines): (_, Vec<Spec>) = named.into_iter().unzip();
    let engines = match reader.folder {
        here if here.as_os_str().is_empty() => engines,
        folder => engines.into_iter().map(|engine| engine.within(folder)).collect(),
    };
    let certificates = certificates(spec, reader.folder, &engines).map_err(fault)?;
    let (certificates, files) = certificates.unzip();
    let manifest = Manifest {
        name: spec.name(path),
        task: spec.task,
        limits: spec.limits(),
        isolated: !spec.in_process,
        order: spec.order,
        seeds: spec.seeds.list().map_err(|error| fault(error.into()))?,
        repeats: spec.repeats,
        engines: names,
        sources: reader.sources,
        certificates,
    };
    if manifest.len() > Manifest::MAX_RUNS {
        return Err(fault(LoadError::Runs));
    }
    Ok(Loaded { manifest, engines, instances: reader.instances, certificates: files })
}

/// Refuses a line of arguments that is divided into its words.
fn whole_lines(lines: &[String]) -> Result<(), LoadError> {
    let is_word = |line: &&String| line.trim_start().starts_with('-');
    match lines.iter().find(is_word) {
        Some(word) => Err(LoadError::DividedLine { word: word.clone(), line: lines.join(" ") }),
        None => Ok(()),
    }
}

/// The certificates as the manifest describes them, then the folder and the text that the runs
/// need.
type Kept = (Certificates, (PathBuf, Option<String>));

/// Checks that every engine certifies, and reads the whole model; `None` without a folder.
fn certificates(
    spec: &Specification,
    folder: &Path,
    engines: &[Spec],
) -> Result<Option<Kept>, LoadError> {
    let Some(own) = &spec.certificates else { return Ok(None) };
    engines.iter().try_for_each(|engine| Certifying::new(engine).map(drop))?;
    let whole = spec.parts_of.as_ref().map(|name| {
        let text = std::fs::read_to_string(folder.join(name));
        let text = text.map_err(|error| LoadError::WholeModel { name: name.clone(), error })?;
        let digest = format!("{:032x}", xxh3_128(text.as_bytes()));
        Ok::<_, LoadError>((WholeModel { name: name.clone(), digest }, text))
    });
    let (parts_of, whole) = whole.transpose()?.unzip();
    let place = folder.join(own);
    Ok(Some((Certificates { folder: own.clone(), parts_of }, (place, whole))))
}

/// Reads sources and collects their instances.
struct Reader<'a> {
    /// The limits of a run, which also hold for reading.
    limits: (Option<Duration>, Option<u64>),
    /// The folder from which relative paths start.
    folder: &'a Path,
    form: Option<InputForm>,
    models: Models,
    instances: Vec<(Arc<SourcedInstance>, Arc<[Viewpoint]>)>,
    sources: Vec<SourceEntry>,
}

impl<'a> Reader<'a> {
    fn new(folder: &'a Path, form: Option<InputForm>, models: Models, limits: &Limits) -> Self {
        let bytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
        let limits = (limits.wall_s.map(Duration::from_secs_f64), limits.memory_mb.map(bytes));
        Reader { limits, folder, form, models, instances: Vec::new(), sources: Vec::new() }
    }

    /// Adds instances of one source, if there are any.
    fn all(&mut self, of_source: Option<(String, Vec<SourcedInstance>)>) {
        let Some((source, list)) = of_source else { return };
        let text: String = list.iter().map(|found| found.instance.notation().write()).collect();
        self.found(&source, text.as_bytes(), list.into_iter().map(Ok));
    }

    /// Adds a file, or the instance of a name.
    fn add(&mut self, name: &str) -> Result<(), InputError> {
        let path = self.folder.join(name);
        let compiled =
            minizinc_in(self.folder, name).filter(|_| name.ends_with(".mzn") || !path.exists());
        if path.is_file() && compiled.is_none() {
            match std::fs::read(&path) {
                Ok(bytes) => self.bytes(name, bytes),
                Err(error) => self.unread(name, format!("{name}: cannot read: {error}")),
            }
            return Ok(());
        }
        let is_compiled = compiled.is_some();
        let names = vec![compiled.unwrap_or_else(|| name.to_owned())];
        let (limit, memory) = self.limits;
        let sources = Sources { names, puzzle: self.form, limit, memory, ..Sources::default() };
        let mut stream = sources.stream();
        match stream.next() {
            Some(Ok(found)) => {
                let text = found.instance.notation().write();
                self.found(name, text.as_bytes(), std::iter::once(Ok(found)));
                Ok(())
            }
            // As with other files, a faulty model does not end the experiment.
            Some(Err(error)) if is_compiled => {
                self.unread(name, error.to_string());
                Ok(())
            }
            Some(Err(error)) => Err(error),
            None => Err(InputError::new(name, "no such file")),
        }
    }

    /// Adds the instances of a text.
    fn bytes(&mut self, name: &str, bytes: Vec<u8>) {
        let digest = bytes.clone();
        match from_bytes_within(name, bytes, self.form, self.limits) {
            Ok(stream) => self.found(name, &digest, stream),
            Err(error) => self.unread(name, error.to_string()),
        }
    }

    /// Adds the files that were generated with these arguments, each as a source.
    fn generated(&mut self, arguments: &str, files: Vec<Vec<u8>>) {
        let several = files.len() > 1;
        for (place, text) in files.into_iter().enumerate() {
            let number = if several { format!(" ({})", place + 1) } else { String::new() };
            self.bytes(&format!("generate {arguments}{number}"), text);
        }
    }

    /// Returns the encoding choices that make a difference. The first instance of each part
    /// represents the part.
    fn effect(&self) -> EncodingUse {
        let mut at = 0;
        let mut effect = EncodingUse::default();
        for part in self.sources.iter().flat_map(|source| &source.parts) {
            let (found, viewpoints) = &self.instances[at];
            at += part.instances;
            let (limit, memory) = self.limits;
            let control = Control::unlimited().within(limit).within_memory(memory);
            // A model that cannot be built has no encoding.
            let build = |view| found.instance.model_within(view, &control).ok();
            let models = viewpoints.iter().filter_map(build);
            effect = models.map(|model| EncodingUse::of(&model)).fold(effect, EncodingUse::or);
        }
        effect
    }

    fn unread(&mut self, name: &str, fault: String) {
        let digest = format!("{:032x}", xxh3_128(b""));
        let (name, faults) = (name.to_owned(), vec![fault]);
        self.sources.push(SourceEntry { name, digest, parts: Vec::new(), faults });
    }

    fn found(
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
                let viewpoints = self.models.of(&*found.instance, &found.source)?;
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

fn models(spec: &Specification) -> Models {
    match spec.models.list() {
        [] => Models::Default,
        [all] if all == "all" => Models::All,
        names => Models::Named(names.to_vec()),
    }
}
