//! The command: its arguments, its run and its output.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use parallax_compare::SolutionCoverage;
use parallax_engines::{CertifyingEngine, Spec};
use parallax_json as json;
use parallax_model::Model;
use parallax_model::engine_api::Answer;
use parallax_search::parallel::{CubeMeasure, ModelCube, divide_model};
use serde::{Deserialize, Serialize};

use super::join;
use crate::cli::clock::CommandClock;
use crate::cli::formula::find_viewpoint;
use crate::cli::numbers::whole;
use crate::cli::options::{OneInput, one_engine};
use crate::cli::{CliError, interrupt};

/// Cut a hard count into cubes, for an experiment on many machines
///
/// Writes a folder with a model for each cube and an experiment that counts them, each in a
/// separate run. With --join it adds up the results, and checks that nothing is missing or counted
/// twice. With --certify each run writes a certificate of its part, and --join the certificate of
/// the whole.
#[derive(clap::Args)]
pub(in crate::cli) struct CubesArgs {
    #[command(flatten)]
    input: OneInput,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,
    /// Minimum number of cubes; a few more if the last split has many values
    #[arg(short, long, alias = "count", value_name = "N", required_unless_present = "join",
        value_parser = whole::<NonZeroUsize>)]
    pub(super) number: Option<NonZeroUsize>,
    /// The folder to write, which must not exist
    #[arg(long, value_name = "FOLDER", required_unless_present = "join")]
    out: Option<PathBuf>,
    /// The engine that counts
    #[arg(long, value_name = "SPEC", default_value = "native", value_parser = one_engine)]
    engine: Spec,
    /// Have each run write a certificate of its part
    ///
    /// --join then writes the certificate of the whole.
    #[arg(long)]
    pub(super) certify: bool,
    /// The seed of the walks that measure the cubes
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// FILE is a folder of cubes: add up the results of their experiment
    #[arg(long, value_name = "RESULTS", num_args = 1.., conflicts_with_all = ["number", "out", "model", "certify"])]
    pub(super) join: Vec<PathBuf>,
    /// With --join: the file or name that was cut
    ///
    /// The checker of certificates builds the model from it.
    #[arg(long, value_name = "FILE", requires = "join")]
    pub(super) source: Option<String>,
}

/// The name of the list's format.
pub(super) const CUBE_LIST_FORMAT: &str = "parallax-cubes-2";

/// The list of the cubes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CubeList {
    pub(super) format: String,
    /// The model's name.
    pub(super) name: String,
    /// The source that was cut: a file, as it was named, or a name such as `latin:4`.
    pub(super) source: String,
    /// Whether each run writes a certificate.
    pub(super) certify: bool,
    /// Which solutions of the puzzle the model keeps.
    #[serde(default)]
    pub(super) keeps: SolutionCoverage,
    pub(super) cubes: Vec<CubeEntry>,
}

/// A cube in the list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CubeEntry {
    pub(super) file: String,
    /// The variables of the splits that lead to it, by their indices in the model.
    pub(super) split: Vec<usize>,
    /// The approximate number of its nodes.
    nodes: Option<f64>,
}

pub(super) const WHOLE_MODEL_FILE: &str = "whole.model.json";
pub(super) const CUBE_LIST_FILE: &str = "cubes.json";
pub(super) const CERTIFICATES_FOLDER: &str = "certificates";
const EXPERIMENT_SPEC_FILE: &str = "cubes.toml";

pub(in crate::cli) fn run(args: &CubesArgs) -> Result<u8, CliError> {
    if !args.join.is_empty() {
        let folder = Path::new(args.input.file_name());
        return join::join_cubes(folder, &args.join, args.source.as_deref());
    }
    let (Some(number), Some(out)) = (args.number, &args.out) else {
        return Err(CliError("--number and --out are needed".into()));
    };
    if args.certify {
        CertifyingEngine::new(&args.engine)?;
    }
    let found = args.input.find_instance(&CommandClock::unlimited())?;
    let viewpoint = find_viewpoint(&found, args.model.as_deref())?;
    let model = found.instance.model(&viewpoint)?;
    // The givens become domains, because the cubes are written as models, which have no givens.
    let model = model.restrict_givens(&found.instance.givens(&viewpoint));
    if args.certify {
        // Joining needs certificates about the models themselves. The plain form of a cube is not a
        // part of the plain form of the whole, so the checker must read the model as it is.
        parallax_certificates::json::read_model(&json::write_model(&model)).map_err(|why| {
            CliError(format!("--certify: the checker cannot read this model: {why}"))
        })?;
    }
    let control = interrupt::interrupt_control();
    let cubes = divide_model(&model, number.get(), CubeMeasure::Nodes, args.seed, &control)
        .map_err(|refusal| CliError(Answer::from(refusal).to_string()))?;
    args.write_folder(&model, SolutionCoverage::from_viewpoint(&viewpoint), &cubes, out)?;
    let nodes: f64 = cubes.iter().map(|cube| cube.size).filter(|n| n.is_finite()).sum();
    println!("{}: {} cubes, about {nodes:.3e} nodes", out.display(), cubes.len());
    println!("next: parallax experiment run {}", out.join(EXPERIMENT_SPEC_FILE).display());
    Ok(0)
}

impl CubesArgs {
    /// Writes the folder.
    pub(super) fn write_folder(
        &self,
        model: &Model,
        keeps: SolutionCoverage,
        cubes: &[ModelCube],
        out: &Path,
    ) -> Result<(), CliError> {
        let failed = |error: std::io::Error| CliError(format!("{}: {error}", out.display()));
        fs::create_dir(out).map_err(failed)?;
        let write = |name: &str, text: String| fs::write(out.join(name), text).map_err(failed);
        write(WHOLE_MODEL_FILE, json::write_model(model))?;
        fs::create_dir(out.join("cubes")).map_err(failed)?;
        let mut list = CubeList {
            format: CUBE_LIST_FORMAT.into(),
            name: model.name().into(),
            source: self.input.file_name().into(),
            certify: self.certify,
            keeps,
            cubes: Vec::new(),
        };
        // Leading zeros make the order of the names the order of the cubes.
        let digits = cubes.len().to_string().len();
        for (place, cube) in cubes.iter().enumerate() {
            let file = format!("cube-{place:0digits$}.model.json");
            write(
                &format!("cubes/{file}"),
                json::write_model(&model.intersect_domains(&cube.path)),
            )?;
            let split = cube.path.iter().map(|(variable, _)| variable.index()).collect();
            list.cubes.push(CubeEntry {
                file,
                split,
                nodes: Some(cube.size).filter(|nodes| nodes.is_finite()),
            });
        }
        let text = serde_json::to_string(&list).map_err(|error| CliError(error.to_string()))?;
        write(CUBE_LIST_FILE, text + "\n")?;
        let engine = serde_json::Value::from(self.engine.to_string());
        let mut spec = format!(
            "instances = [\"cubes/*.model.json\"]\nengines = [{engine}]\ntask = \"count\"\n"
        );
        if self.certify {
            spec += &format!(
                "certificates = \"{CERTIFICATES_FOLDER}\"\nparts-of = \"{WHOLE_MODEL_FILE}\"\n"
            );
        }
        write(EXPERIMENT_SPEC_FILE, spec)
    }
}
