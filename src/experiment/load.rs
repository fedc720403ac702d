//! From a specification to a manifest, with everything that its runs need in memory.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::spec::{Specification, range};
use super::{Manifest, NamedEngine, Part, Run, SourceEntry};
use crate::compare::Models;
use crate::engines::{Spec, each_encoding, parse_list};
use crate::inputs::{Form, Found, Sources, files_of, from_bytes};
use crate::instance::{InputError, Viewpoint};
use crate::lower::EncodingUse;

/// A manifest with its instances, viewpoints and engines.
pub struct Loaded {
    /// The manifest.
    pub manifest: Manifest,
    /// The engines, in the order of the manifest.
    pub engines: Vec<Spec>,
    instances: Vec<(Arc<Found>, Arc<[Viewpoint]>)>,
}

impl Loaded {
    /// The instance and the viewpoint of a run.
    #[must_use]
    pub fn instance(&self, run: &Run) -> (&Arc<Found>, &Viewpoint) {
        let (found, viewpoints) = &self.instances[run.instance];
        (found, &viewpoints[run.model])
    }
}

/// Makes the text that `parallax generate` prints with some arguments.
pub type Generate<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Reads the instances of a specification and makes its manifest. `path` is the file of the
/// specification. What cannot be read is left out and noted in the manifest.
///
/// # Errors
/// A pattern that matches nothing, an engine that there is not, no instance at all.
pub fn load(
    spec: &Specification,
    path: &Path,
    generate: Generate<'_>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Loaded, InputError> {
    let place = path.display().to_string();
    let fault = |message: String| InputError::new(&place, message);
    let form = spec.puzzle.as_deref().map(str::parse::<Form>).transpose().map_err(fault)?;
    let named = engines(spec).map_err(fault)?;
    let mut reader = Reader {
        folder: path.parent().unwrap_or(Path::new("")),
        form,
        models: models(spec),
        instances: Vec::new(),
        sources: Vec::new(),
    };
    for name in spec.instances.list() {
        check()?;
        for source in expand(reader.folder, name, form).map_err(fault)? {
            check()?;
            reader.add(&source)?;
        }
    }
    for arguments in spec.generate.list() {
        check()?;
        let text = generate(arguments).map_err(|why| fault(format!("generate: {why}")))?;
        reader.bytes(&format!("generate {arguments}"), text);
    }
    if reader.instances.is_empty() {
        let fault = reader.sources.iter().flat_map(|source| source.faults.first()).next();
        let why = fault.map_or(String::new(), |why| format!(": {why}"));
        return Err(InputError::new(&place, format!("no instance can be read{why}")));
    }
    let named = with_encodings(named, spec.encodings.list(), &|| reader.effect()).map_err(fault)?;
    let mut seen = HashSet::new();
    if let Some((twice, _)) = named.iter().find(|(named, _)| !seen.insert(named.name.clone())) {
        return Err(fault(format!("two engines have the name '{}'", twice.name)));
    }
    let (names, engines) = named.into_iter().unzip();
    let manifest = Manifest {
        name: spec.name(path),
        task: spec.task,
        limits: spec.limits(),
        isolated: !spec.in_process,
        order: spec.order,
        seeds: spec.seeds.list().map_err(fault)?,
        repeats: spec.repeats,
        engines: names,
        sources: reader.sources,
    };
    Ok(Loaded { manifest, engines, instances: reader.instances })
}

/// Reads sources.
struct Reader<'a> {
    /// Where paths start.
    folder: &'a Path,
    form: Option<Form>,
    models: Models,
    instances: Vec<(Arc<Found>, Arc<[Viewpoint]>)>,
    sources: Vec<SourceEntry>,
}

impl Reader<'_> {
    /// Adds a file, or what a name stands for.
    fn add(&mut self, name: &str) -> Result<(), InputError> {
        let path = self.folder.join(name);
        if path.is_file() {
            match std::fs::read(&path) {
                Ok(bytes) => self.bytes(name, bytes),
                Err(error) => self.unread(name, format!("{name}: cannot read: {error}")),
            }
            return Ok(());
        }
        let names = vec![name.to_owned()];
        let mut stream = Sources { names, puzzle: self.form, ..Sources::default() }.stream();
        match stream.next() {
            Some(Ok(found)) => {
                let text = found.instance.write();
                self.found(name, text.as_bytes(), std::iter::once(Ok(found)));
                Ok(())
            }
            Some(Err(error)) => Err(error),
            None => Err(InputError::new(name, "no such file")),
        }
    }

    /// Adds the instances of a text.
    fn bytes(&mut self, name: &str, bytes: Vec<u8>) {
        let digest = bytes.clone();
        match from_bytes(name, bytes, self.form) {
            Ok(stream) => self.found(name, &digest, stream),
            Err(error) => self.unread(name, error.to_string()),
        }
    }

    /// What choices of encodings make a difference to: the first instance of each part decides for
    /// the part.
    fn effect(&self) -> EncodingUse {
        let mut at = 0;
        let mut effect = EncodingUse::default();
        for part in self.sources.iter().flat_map(|source| &source.parts) {
            let (found, viewpoints) = &self.instances[at];
            at += part.instances;
            // A model that cannot be built has no encoding.
            let models = viewpoints.iter().filter_map(|view| found.instance.model(view).ok());
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
        stream: impl Iterator<Item = Result<Found, InputError>>,
    ) {
        let mut entry = SourceEntry {
            name: name.to_owned(),
            digest: format!("{:032x}", xxh3_128(content)),
            parts: Vec::new(),
            faults: Vec::new(),
        };
        // Instances in a row have the same viewpoints as a rule; they share the list.
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
                    entry.parts.push(Part { models, instances: 1 });
                    viewpoints.into()
                }
            };
            self.instances.push((Arc::new(found), shared.clone()));
            last = Some(shared);
        }
        self.sources.push(entry);
    }
}

/// The files and names that an entry of `instances` stands for, in a fixed order.
fn expand(folder: &Path, name: &str, form: Option<Form>) -> Result<Vec<String>, String> {
    if !folder.join(name).exists()
        && let Some(names) = series(name)?
    {
        return Ok(names);
    }
    let path = folder.join(name);
    if path.is_dir() {
        let files = files_of(&path, form).map_err(|error| error.to_string())?;
        return files.iter().map(|file| relative(file, folder)).collect();
    }
    if path.exists() || !name.contains(['*', '?', '[']) {
        return Ok(vec![name.to_owned()]);
    }
    let files = files(&path, folder)?;
    if files.is_empty() { Err(format!("'{name}' matches no file")) } else { Ok(files) }
}

/// A path relative to a folder, if it lies there.
fn relative(path: &Path, folder: &Path) -> Result<String, String> {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    relative.to_str().map(str::to_owned).ok_or("a path that is not UTF-8".into())
}

/// The names that a name with ranges stands for, such as `magic:3..5` and `set:12@1..20`, the last
/// range fastest; `None` if it has no range.
fn series(name: &str) -> Result<Option<Vec<String>>, String> {
    let Some((puzzle, rest)) = name.split_once(':') else { return Ok(None) };
    let is_word = puzzle.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_word || !rest.contains("..") {
        return Ok(None);
    }
    let mut names = vec![format!("{puzzle}:")];
    let is_separator = |c: char| c == '@' || c == 'x';
    for piece in rest.split_inclusive(is_separator) {
        let number = piece.trim_end_matches(is_separator);
        let separator = &piece[number.len()..];
        let numbers: Vec<String> = if number.contains("..") {
            range(number)?.iter().map(u64::to_string).collect()
        } else {
            vec![number.to_owned()]
        };
        let with = |name: &String| {
            let name = name.clone();
            numbers.iter().map(move |number| format!("{name}{number}{separator}"))
        };
        names = names.iter().flat_map(with).collect();
    }
    Ok(Some(names))
}

/// The files that a pattern matches, relative to a folder, sorted.
fn files(pattern: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let text = pattern.to_str().ok_or("a path that is not UTF-8")?;
    let found = glob::glob(text).map_err(|error| format!("'{text}': {error}"))?;
    let mut names = Vec::new();
    for path in found {
        let path: PathBuf = path.map_err(|error| error.to_string())?;
        if path.is_file() {
            names.push(relative(&path, folder)?);
        }
    }
    names.sort();
    Ok(names)
}

fn models(spec: &Specification) -> Models {
    match spec.models.list() {
        [] => Models::Default,
        [all] if all == "all" => Models::All,
        names => Models::Named(names.to_vec()),
    }
}

/// The engines of a specification, each with its name.
fn engines(spec: &Specification) -> Result<Vec<(NamedEngine, Spec)>, String> {
    let mut found: Vec<(NamedEngine, Spec)> = Vec::new();
    let mut add = |name: String, engine: Spec| {
        let named = NamedEngine { name, spec: engine.to_string() };
        if found.iter().all(|(other, _)| *other != named) {
            found.push((named, engine));
        }
    };
    let mut used: HashSet<&str> = HashSet::new();
    for entry in spec.engines.list() {
        if let Some(text) = spec.programs.get(entry) {
            used.insert(entry);
            let engine = text.parse().map_err(|why| format!("programs: '{entry}': {why}"))?;
            add(entry.clone(), engine);
            continue;
        }
        for engine in parse_list(entry)?.every_spec() {
            add(engine.to_string(), engine);
        }
    }
    if let Some(idle) = spec.programs.keys().find(|name| !used.contains(name.as_str())) {
        return Err(format!("programs: '{idle}' is not among 'engines'"));
    }
    Ok(found)
}

/// Each SAT engine that names no encoding with each of these; the others as they are. `each` stands
/// for every choice that makes a difference to some instance, one at a time.
fn with_encodings(
    engines: Vec<(NamedEngine, Spec)>,
    encodings: &[String],
    effect: &dyn Fn() -> EncodingUse,
) -> Result<Vec<(NamedEngine, Spec)>, String> {
    if encodings.is_empty() {
        return Ok(engines);
    }
    let mut found: Vec<(NamedEngine, Spec)> = Vec::new();
    for (named, engine) in engines {
        let plain = named.name.strip_suffix("+direct");
        let (Some(plain), Spec::Sat { solver, .. }) = (plain, &engine) else {
            found.push((named, engine));
            continue;
        };
        for encoding in encodings {
            let specs = match encoding.as_str() {
                "each" => each_encoding(*solver, &effect()),
                _ => parse_list(&format!("{plain}+{encoding}"))?.every_spec(),
            };
            for engine in specs {
                let name = engine.to_string();
                let named = NamedEngine { name: name.clone(), spec: name };
                if found.iter().all(|(other, _)| *other != named) {
                    found.push((named, engine));
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_ranges_is_a_series() {
        let all = |name: &str| series(name).map(|names| names.map(|names| names.join(" ")));
        assert_eq!(all("magic:3..5").unwrap().unwrap(), "magic:3 magic:4 magic:5");
        assert_eq!(all("set:12..13@1..2").unwrap().unwrap(), "set:12@1 set:12@2 set:13@1 set:13@2");
        assert_eq!(all("sets:4x2..3x3").unwrap().unwrap(), "sets:4x2x3 sets:4x3x3");
        assert_eq!(all("latin:4").unwrap(), None);
        assert_eq!(all("../a/b.txt").unwrap(), None);
        assert!(all("latin:5..4").is_err() && all("latin:1..x").is_err());
        assert!(all("latin:0..9999999999").is_err());
    }
}
