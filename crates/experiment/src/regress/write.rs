//! Writes a file whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Replaces the file, or creates it. A link stays a link, and the permissions stay. A path that is
/// not a regular file, such as `/dev/stdout` or a pipe, is written to and not replaced.
///
/// # Errors
/// Returns the error of the file system; the old file is then unchanged.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return File::options().write(true).open(path)?.write_all(text.as_bytes());
    }
    // Renaming over a link would replace the link, so its target is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut file = temporary_beside(&target)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = std::fs::metadata(&target) {
        file.as_file().set_permissions(old.permissions())?;
    }
    // The data must reach the disk before the rename does; otherwise a power failure could leave an
    // empty file.
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Creates a temporary file in the folder of the target, with the permissions of any new file.
fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let mut builder = Builder::new();
    builder.prefix(".parallax-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask of the process removes permissions of others.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
        assert!(write_whole(&folder.path().join("none/a"), "x").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_not_replaced() {
        use std::io::Read;
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(folder.path(), "x").is_err(), "a folder");
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert!(write_whole(&socket, "x").is_err());
        assert!(!std::fs::metadata(&socket).unwrap().is_file());
        let fifo = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || {
                let mut text = String::new();
                File::open(fifo).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        write_whole(&fifo, "words").unwrap();
        assert_eq!(reader.join().unwrap(), "words");
        assert!(!std::fs::metadata(&fifo).unwrap().is_file());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&path, "one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
