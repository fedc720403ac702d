//! A file that no other process can change.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A text for another program to read. On Linux it is in memory, under seals that the system keeps;
/// elsewhere in a new file that only this user can open.
pub(super) struct SealedFile {
    path: PathBuf,
    _open: SealedStorage,
}

/// The owner of the text.
enum SealedStorage {
    #[cfg(target_os = "linux")]
    Memory {
        _file: File,
    },
    Disk {
        _file: NamedTempFile,
    },
}

impl SealedFile {
    /// Seals what `write` writes.
    ///
    /// # Errors
    /// Returns the errors of `write` and of the system.
    pub(super) fn new(write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some((file, path)) = linux::create_memory_file() {
            write_and_flush(&file, write)?;
            linux::seal_file(&file)?;
            return Ok(SealedFile { path, _open: SealedStorage::Memory { _file: file } });
        }
        let file = NamedTempFile::new()?;
        write_and_flush(file.as_file(), write)?;
        let path = file.path().to_owned();
        Ok(SealedFile { path, _open: SealedStorage::Disk { _file: file } })
    }

    /// Returns the path by which programs open it.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

fn write_and_flush(
    file: &File,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out)?;
    out.flush()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::PathBuf;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

    /// Creates a file in memory, if other programs can open such files by a path.
    pub(super) fn create_memory_file() -> Option<(File, PathBuf)> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = File::from(memfd_create("parallax-formula", flags).ok()?);
        // The path leads through a descriptor of this process, which must stay open while others
        // read.
        let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
        File::open(&path).ok()?;
        Some((file, path.into()))
    }

    /// Forbids any further change, of the seals too.
    pub(super) fn seal_file(file: &File) -> io::Result<()> {
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        Ok(fcntl_add_seals(file, seals)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_is_read_and_not_changed() {
        let sealed = SealedFile::new(&|out| out.write_all(b"p cnf 0 1\n0\n")).expect("a file");
        let read = || std::fs::read_to_string(sealed.path()).expect("a text");
        assert_eq!(read(), "p cnf 0 1\n0\n");
        if sealed.path().starts_with("/proc") {
            assert!(std::fs::write(sealed.path(), "p cnf 0 0\n").is_err());
            let opened = File::options().append(true).open(sealed.path());
            assert!(opened.and_then(|mut file| file.write_all(b"1 0\n")).is_err());
        }
        assert_eq!(read(), "p cnf 0 1\n0\n");
    }
}
