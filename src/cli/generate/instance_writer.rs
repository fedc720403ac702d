//! Writes generated instances to standard output, or each to a file.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallax_generate::{GeneratedInstance, InstanceRecipe};
use serde_json::json;

use super::GenerateOptions;
use crate::cli::CliError;
use crate::cli::format::OutputFormat;
use crate::cli::output::StandardOutput;
use crate::cli::uniqueness_certificate::UniquenessCertificate;

/// Writes instances as they arrive.
pub(super) struct InstanceWriter<'a> {
    recipe: &'a dyn InstanceRecipe,
    seed: u64,
    format: OutputFormat,
    folder: Option<PathBuf>,
    out: StandardOutput,
    /// Whether standard output has an instance already.
    begun: bool,
}

/// The message that several instances cannot share a file.
pub(in crate::cli) const ONE_A_FILE: &str = "a file of this kind holds one instance";

impl<'a> InstanceWriter<'a> {
    /// Makes the folder for the files, if files are requested.
    ///
    /// # Errors
    /// If the folder cannot be made, or several instances would share a file that has room for only
    /// one.
    pub(super) fn new(
        recipe: &'a dyn InstanceRecipe,
        common: &GenerateOptions,
    ) -> Result<Self, CliError> {
        let several = common.number.get() > 1 && common.out.is_none();
        if several && common.format == OutputFormat::Text && !recipe.shares_files() {
            return Err(CliError(format!("{ONE_A_FILE}; several need --out DIR or --format json")));
        }
        if let Some(folder) = &common.out {
            let failed = |error| CliError(format!("{}: cannot make: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(failed)?;
        }
        Ok(InstanceWriter {
            recipe,
            seed: common.seed,
            format: common.format,
            folder: common.out.clone(),
            out: StandardOutput::new(),
            begun: false,
        })
    }

    /// Writes an instance, and its certificate if there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write_instance(
        &mut self,
        made: &GeneratedInstance,
        certified: Option<&UniquenessCertificate>,
    ) -> Result<(), CliError> {
        let text = match self.format {
            OutputFormat::Text => made.instance.notation().write_instance(),
            OutputFormat::Json => self.instance_json(made, certified),
        };
        match &self.folder {
            Some(folder) => {
                let name = self.file_name(made.number);
                write_file(&folder.join(&name), &text)?;
                let Some(own) = certified else { return Ok(()) };
                write_file(&folder.join(format!("{name}.cert")), &own.certificate)?;
                write_file(&folder.join(format!("{name}.cert.model.json")), &own.model)
            }
            None => {
                if self.begun && self.format == OutputFormat::Text {
                    self.out.write_all(self.recipe.file_separator().as_bytes())?;
                }
                self.begun = true;
                self.out.write_all(text.as_bytes())?;
                // An interrupt may end the program without flushing its buffers.
                Ok(self.out.flush()?)
            }
        }
    }

    pub(super) fn finish_output(&mut self) -> Result<(), CliError> {
        Ok(self.out.flush()?)
    }

    fn file_name(&self, number: u64) -> String {
        let extension = match self.format {
            OutputFormat::Text => self.recipe.file_extension(),
            OutputFormat::Json => "json",
        };
        format!("{}-{}-{number}.{extension}", self.recipe.puzzle_name(), self.seed)
    }

    fn instance_json(
        &self,
        made: &GeneratedInstance,
        certified: Option<&UniquenessCertificate>,
    ) -> String {
        let mut object = json!({
            "puzzle": made.instance.puzzle_name(),
            "generator": self.recipe.puzzle_name(),
            "seed": self.seed,
            "number": made.number,
            "asked": self.recipe.request_json(),
            "missed": made.missed,
            "unique": made.unique,
            "title": made.instance.title(),
            "text": made.instance.notation().write_instance(),
        });
        if let Some(own) = certified {
            object["standing"] = own.standing.clone().into();
            object["certificate"] = format!("{}.cert", self.file_name(made.number)).into();
        }
        format!("{object}\n")
    }
}

/// Writes a new file. An existing file is kept; it is an error if its content differs.
fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |why: String| CliError(format!("{}: {why}", path.display()));
    match fs::File::create_new(path) {
        Ok(mut file) => file
            .write_all(text.as_bytes())
            .map_err(|error| failed(format!("cannot write: {error}"))),
        // Equal content means the same instance from an earlier run, which is no conflict.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match fs::read(path) {
            Ok(there) if there == text.as_bytes() => Ok(()),
            _ => Err(failed("is there already, with another content".into())),
        },
        Err(error) => Err(failed(format!("cannot write: {error}"))),
    }
}
