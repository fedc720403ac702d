//! `parallax cubes`.

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::formula::viewpoint;
use super::options::OneInput;
use super::{Failure, interrupt};
use crate::ask::{Answer, Count};
use crate::experiment::{Exit, Record, Results, merge};
use crate::formats::json;
use crate::model::{Domain, Model, VarId};
use crate::search::cubes::{divide, partition};

/// Cut a hard count into cubes, for an experiment on many machines
///
/// Writes a folder with a model for each cube and an experiment that counts them, each in a run of
/// its own. With --join it adds up the results, and checks that nothing is missing or counted
/// twice.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: OneInput,
    /// The model (viewpoint) of the puzzle, with options as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The number of cubes, at least; a few more where the last split has many values
    #[arg(long, value_name = "N", required_unless_present = "join")]
    count: Option<NonZeroUsize>,
    /// The folder to write, which must not exist
    #[arg(long, value_name = "FOLDER", required_unless_present = "join")]
    out: Option<PathBuf>,
    /// The engine that counts
    #[arg(long, value_name = "SPEC", default_value = "native")]
    engine: String,
    /// The seed of the walks that measure the cubes
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// FILE is a folder of cubes: add up the results of their experiment
    #[arg(long, value_name = "RESULTS", num_args = 1.., conflicts_with_all = ["count", "out", "model"])]
    join: Vec<PathBuf>,
}

/// The form of the list.
const FORMAT: &str = "parallax-cubes-1";

/// The list of the cubes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    format: String,
    /// The model's name.
    name: String,
    cubes: Vec<Listed>,
}

/// A cube in the list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    file: String,
    /// The variables of the splits that lead to it, by their places in the model.
    split: Vec<usize>,
    /// About how many nodes it has.
    nodes: f64,
}

const WHOLE: &str = "whole.model.json";
const LIST: &str = "cubes.json";

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    if !args.join.is_empty() {
        return join(Path::new(args.input.name()), &args.join);
    }
    let (Some(number), Some(out)) = (args.count, &args.out) else {
        return Err(Failure("--count and --out are needed".into()));
    };
    let found = args.input.find()?;
    let viewpoint = viewpoint(&found, args.model.as_deref())?;
    let model = found.instance.model(&viewpoint)?;
    let model = model.restricted(&found.instance.givens(&viewpoint));
    let control = interrupt::control();
    let cubes = divide(&model, number.get(), args.seed, &control)
        .map_err(|refusal| Failure(Answer::from(refusal).to_string()))?;
    let failed = |error: std::io::Error| Failure(format!("{}: {error}", out.display()));
    fs::create_dir(out).map_err(failed)?;
    let write = |name: &str, text: String| fs::write(out.join(name), text).map_err(failed);
    write(WHOLE, json::write(&model))?;
    fs::create_dir(out.join("cubes")).map_err(failed)?;
    let mut list = List { format: FORMAT.into(), name: model.name().into(), cubes: Vec::new() };
    let digits = cubes.len().to_string().len();
    for (place, cube) in cubes.iter().enumerate() {
        let file = format!("cube-{place:0digits$}.model.json");
        write(&format!("cubes/{file}"), json::write(&model.within(&cube.path)))?;
        let split = cube.path.iter().map(|(variable, _)| variable.index()).collect();
        list.cubes.push(Listed { file, split, nodes: cube.nodes });
    }
    let text = serde_json::to_string(&list).map_err(|error| Failure(error.to_string()))?;
    write(LIST, text + "\n")?;
    let engine = serde_json::Value::from(args.engine.as_str());
    let spec =
        format!("instances = [\"cubes/*.model.json\"]\nengines = [{engine}]\ntask = \"count\"\n");
    write("cubes.toml", spec)?;
    let nodes: f64 = list.cubes.iter().map(|cube| cube.nodes).filter(|n| n.is_finite()).sum();
    println!("{}: {} cubes, about {nodes:.3e} nodes", out.display(), list.cubes.len());
    println!("next: parallax experiment run {}", out.join("cubes.toml").display());
    Ok(0)
}

/// Adds up the results of the cubes in a folder.
fn join(folder: &Path, files: &[PathBuf]) -> Result<u8, Failure> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| Failure(format!("{}: {error}", path.display())))
    };
    let model = |name: &str| -> Result<Model, Failure> { Ok(json::read(name, &read(name)?)?) };
    let whole = model(WHOLE)?;
    let list: List =
        serde_json::from_str(&read(LIST)?).map_err(|error| Failure(format!("{LIST}: {error}")))?;
    if list.format != FORMAT {
        return Err(Failure(format!("{LIST}: the format is not {FORMAT}")));
    }
    let mut paths = Vec::new();
    for listed in &list.cubes {
        let name = format!("cubes/{}", listed.file);
        let cube = model(&name)?;
        let path = path(&whole, &cube, &listed.split)
            .ok_or_else(|| Failure(format!("{name}: this is no part of {WHOLE}")))?;
        paths.push(path);
    }
    partition(&whole, &paths).map_err(|why| Failure(format!("{LIST}: {why}")))?;
    let results = files.iter().map(|path| Results::read(path)).collect::<Result<_, _>>()?;
    let (_, records) = merge(results).map_err(Failure)?;
    let sum = add(&list, &records).map_err(Failure)?;
    let answer = if sum == 0 { "unsatisfiable" } else { "satisfiable" };
    println!("{answer}: {sum} solutions in {} cubes, which partition the model", list.cubes.len());
    Ok(if sum == 0 { 20 } else { 10 })
}

/// The splits that lead to a cube, if it is the whole model with the domains of these variables
/// made smaller.
fn path(whole: &Model, cube: &Model, split: &[usize]) -> Option<Vec<(VarId, Domain)>> {
    let domain = |&place: &usize| {
        let variable = cube.variables().get(place)?;
        Some((VarId::new(place), variable.domain.clone()))
    };
    let path: Vec<(VarId, Domain)> = split.iter().map(domain).collect::<Option<_>>()?;
    let is_part = split.iter().all(|&place| place < whole.variables().len())
        && json::write(&whole.within(&path)) == json::write(cube);
    is_part.then_some(path)
}

/// The solutions of all cubes, each of which must have one record with the number of all its
/// solutions.
fn add(list: &List, records: &[Record]) -> Result<Count, String> {
    let mut counts: HashMap<&str, &Count> = HashMap::new();
    for record in records {
        let name = record.instance.rsplit(['/', '\\']).next().unwrap_or_default();
        if record.exit != Exit::Ok || !record.complete || !record.checked || record.wrong.is_some()
        {
            let why = record.reason.as_deref().unwrap_or("the count is not complete");
            return Err(format!("{name}: {why}"));
        }
        if counts.insert(name, &record.count).is_some_and(|other| *other != record.count) {
            return Err(format!("{name}: two runs count differently"));
        }
    }
    let mut sum = Count::zero();
    for cube in &list.cubes {
        let count = counts
            .remove(cube.file.as_str())
            .ok_or_else(|| format!("{}: no result has this cube", cube.file))?;
        sum += count;
    }
    match counts.keys().min() {
        Some(name) => Err(format!("{name}: this is none of the cubes")),
        None => Ok(sum),
    }
}
