//! Writes generated instances to standard output, or to a file each.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use parallax_generate::{Generated, Recipe};
use serde_json::json;

use super::Common;
use crate::cli::Failure;
use crate::cli::certified::Certified;
use crate::cli::format::Format;
use crate::cli::output::Output;

/// Writes instances as they arrive.
pub(super) struct Writer<'a> {
    recipe: &'a dyn Recipe,
    seed: u64,
    format: Format,
    folder: Option<PathBuf>,
    out: Output,
    /// Whether standard output has an instance already.
    begun: bool,
}

/// The reason why several instances cannot share a file.
pub(in crate::cli) const ONE_A_FILE: &str = "a file of this kind holds one instance";

impl<'a> Writer<'a> {
    /// Makes the folder for the files, if files are requested.
    ///
    /// # Errors
    /// If the folder cannot be made, or several instances would share a file that has room for only
    /// one.
    pub(super) fn new(recipe: &'a dyn Recipe, common: &Common) -> Result<Self, Failure> {
        let several = common.number.get() > 1 && common.out.is_none();
        if several && common.format == Format::Text && !recipe.shares_files() {
            return Err(Failure(format!("{ONE_A_FILE}; several need --out DIR or --format json")));
        }
        if let Some(folder) = &common.out {
            let failed = |error| Failure(format!("{}: cannot make: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(failed)?;
        }
        Ok(Writer {
            recipe,
            seed: common.seed,
            format: common.format,
            folder: common.out.clone(),
            out: Output::new(),
            begun: false,
        })
    }

    /// Writes an instance, and its certificate if there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(
        &mut self,
        made: &Generated,
        certified: Option<&Certified>,
    ) -> Result<(), Failure> {
        let text = match self.format {
            Format::Text => made.instance.notation().write(),
            Format::Json => self.object(made, certified),
        };
        match &self.folder {
            Some(folder) => {
                let name = self.name(made.number);
                write_file(&folder.join(&name), &text)?;
                let Some(own) = certified else { return Ok(()) };
                write_file(&folder.join(format!("{name}.cert")), &own.certificate)?;
                write_file(&folder.join(format!("{name}.cert.model.json")), &own.model)
            }
            None => {
                if self.begun && self.format == Format::Text {
                    self.out.write_all(self.recipe.separator().as_bytes())?;
                }
                self.begun = true;
                self.out.write_all(text.as_bytes())?;
                // An interrupt may end the program before the buffer is full.
                Ok(self.out.flush()?)
            }
        }
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    fn name(&self, number: u64) -> String {
        let extension = match self.format {
            Format::Text => self.recipe.extension(),
            Format::Json => "json",
        };
        format!("{}-{}-{number}.{extension}", self.recipe.puzzle(), self.seed)
    }

    fn object(&self, made: &Generated, certified: Option<&Certified>) -> String {
        let mut object = json!({
            "puzzle": made.instance.puzzle(),
            "generator": self.recipe.puzzle(),
            "seed": self.seed,
            "number": made.number,
            "asked": self.recipe.asked(),
            "missed": made.missed,
            "unique": made.unique,
            "title": made.instance.title(),
            "text": made.instance.notation().write(),
        });
        if let Some(own) = certified {
            object["standing"] = own.standing.clone().into();
            object["certificate"] = format!("{}.cert", self.name(made.number)).into();
        }
        format!("{object}\n")
    }
}

/// Writes a new file. An existing file is kept; it is an error if its content differs.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |why: String| Failure(format!("{}: {why}", path.display()));
    match fs::File::create_new(path) {
        Ok(mut file) => file
            .write_all(text.as_bytes())
            .map_err(|error| failed(format!("cannot write: {error}"))),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match fs::read(path) {
            Ok(there) if there == text.as_bytes() => Ok(()),
            _ => Err(failed("is there already, with another content".into())),
        },
        Err(error) => Err(failed(format!("cannot write: {error}"))),
    }
}
