//! The sources of instances: files, folders, standard input, arguments, and generators. Chooses the
//! reader of each source and streams its instances.
//!
//! Names go in ([`InputSources`]), and a [`Stream`] of instances or errors comes out, one at a
//! time, so that memory does not grow with the input. `forms/` has the list of forms, and
//! recognises that of a text from its first lines and its extension; nothing else in the workspace
//! decides what a file is. `foreign.rs` knows the forms of other programs, which are refused.
//! `folder.rs` searches folders. `pipe.rs` and `stdin_until_end.rs` read what arrives slowly,
//! `generated.rs` names such as `latin:4`, `data.rs` the values of parameters of models by hand,
//! `minizinc.rs` the models that MiniZinc compiles first. Compressed inputs are unpacked here and
//! nowhere else.

mod checker_readings;
mod data;
mod folder;
mod foreign;
mod forms;
mod generated;
mod instance_sources;
mod json_errors;
mod minizinc;
mod missing_file_error;
mod name_error;
mod pipe;
mod read_options;
mod stdin_until_end;
mod text_argument;
mod unread_instance;

pub use instance_sources::{InputSources, Stream, from_bytes, from_bytes_within};
use instance_sources::{lines_of, stdin_lines};

pub use checker_readings::{CheckerReader, checker_digests};
pub use folder::{InstanceFolder, files_of};
pub use forms::InputForm;
pub use minizinc::{Compile, MinizincModel, compile_with, is_minizinc, minizinc_in};
pub use name_error::UnknownForm;
pub use text_argument::is_text;

use parallax_instance::{InstanceOrigin, SourcedInstance};
