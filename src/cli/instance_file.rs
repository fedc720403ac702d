//! Keeps commands from replacing the files that they read.

use std::path::Path;

use parallax_instance::{InstanceOrigin, SourcedInstance};

/// Whether writing to a path would replace the file from which an instance comes.
pub(super) fn is_instance_file(found: &SourcedInstance, path: &Path) -> bool {
    matches!(&found.origin, InstanceOrigin::File(source) if is_same_file(source, path))
}

/// Whether two paths lead to one file, as `./a.txt`, `a.txt` and a link to it do.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    // A path that does not resolve is no file yet, and nothing is lost there.
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
