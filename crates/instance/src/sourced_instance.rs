//! An instance, and its origin.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{Instance, escape_text};

/// An instance and its source.
pub struct SourcedInstance {
    /// The file as the user names it, with control characters escaped ([`escape_text`]), `<stdin>`,
    /// `<argument>`, or a name such as `latin:4`. It is for people: `origin` has the file.
    pub source: String,
    /// The origin of the instance.
    pub origin: InstanceOrigin,
    /// Its position in the file, counted from 0.
    pub index: usize,
    /// The time that reading took, if the file is one instance; else zero. Time limits include it.
    pub spent: Duration,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

/// The origin of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceOrigin {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// The text of an argument.
    Argument(Arc<str>),
    /// A name such as `latin:4`.
    Name(Arc<str>),
    /// A program that has built it.
    Program,
}

impl SourcedInstance {
    /// Creates the record of an instance that a program builds itself; `source` is its name in
    /// results.
    pub fn new(source: impl Into<String>, instance: impl Instance + 'static) -> Self {
        SourcedInstance::from_boxed(source, Box::new(instance))
    }

    /// Creates the record of a boxed instance that a program builds itself.
    pub fn from_boxed(source: impl Into<String>, instance: Box<dyn Instance>) -> Self {
        let (source, origin) = (source.into(), InstanceOrigin::Program);
        let source = match escape_text(&source) {
            Cow::Borrowed(_) => source,
            Cow::Owned(escaped) => escaped,
        };
        SourcedInstance { source, origin, index: 0, spent: Duration::ZERO, instance }
    }
}
