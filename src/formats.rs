//! Instances from files and texts, in any format that Parallax reads.
//!
//! [`InputSources`] takes names as the command line does: files, folders, `latin:4`. [`from_bytes`]
//! takes a text in memory. Both recognise the format by the content, unless an [`InputForm`] states
//! it. [`read_model`] and [`write_model`] have models as JSON, and [`ModelInstance`] makes a model
//! of one's own an instance. [`UnpackLimit`] bounds what compressed files unpack to.

#[doc(inline)]
pub use parallax_formats::inputs::{InputForm, InputSources, Stream, from_bytes};
#[doc(inline)]
pub use parallax_formats::unpack::UnpackLimit;
#[doc(inline)]
pub use parallax_json::{ModelInstance, read_model, write_model};
