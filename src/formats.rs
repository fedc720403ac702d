//! Instances from files and texts, in any format that Parallax reads.
//!
//! [`Sources`] takes names as the command line does: files, folders, `latin:4`. [`from_bytes`] takes
//! a text in memory. Both recognise the format by the content, unless an [`InputForm`] states it.
//! [`read_model`] and [`write_model`] have models as JSON, and [`ModelInstance`] makes a model of
//! one's own an instance. [`UnpackLimit`] bounds what compressed files unpack to.

#[doc(inline)]
pub use parallax_formats::inputs::{InputForm, Sources, Stream, from_bytes};
#[doc(inline)]
pub use parallax_formats::unpack::UnpackLimit;
#[doc(inline)]
pub use parallax_json::ModelInstance;
#[doc(inline)]
pub use parallax_json::{read as read_model, write as write_model};
