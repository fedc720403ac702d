//! The program in a child: limits, a watchdog, and a folder of its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::disk::Snapshot;

/// Maximum private memory of a run, in KiB.
const MEMORY_KIB: u64 = 3 << 20;

/// Time after which a run counts as a hang. It is no measure of speed: debug builds on a busy
/// machine must stay far below.
pub const WATCHDOG: Duration = Duration::from_secs(180);

/// A folder to run in: `input/` must not change, `tmp/` must be empty afterwards, `out/` takes the
/// requested outputs.
pub struct Place {
    folder: TempDir,
    before: Snapshot,
}

/// The result of a run.
pub struct Ran {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Wall-clock time.
    pub time: Duration,
}

impl Place {
    /// Makes a folder with one input.
    pub fn with(name: &str, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for inner in ["input", "input/precious", "tmp", "out", "home"] {
            std::fs::create_dir(folder.path().join(inner)).expect("a folder");
        }
        std::fs::write(folder.path().join("input").join(name), bytes).expect("a file");
        std::fs::write(folder.path().join("input/precious/thesis.txt"), "years").expect("a file");
        let before = Snapshot::of(folder.path());
        Place { folder, before }
    }

    /// Returns the folder itself.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the program in `input/`, with its output in files.
    pub fn start(&self, args: &[&str]) -> Running {
        let out = self.path().join("stdout");
        let err = self.path().join("stderr");
        let mut command = Command::new("sh");
        let limited = format!("ulimit -c 0; ulimit -d {MEMORY_KIB}; exec \"$0\" \"$@\"");
        command
            .args(["-c", &limited, env!("CARGO_BIN_EXE_parallax")])
            .args(args)
            .current_dir(self.path().join("input"))
            .env("TMPDIR", self.path().join("tmp"))
            .env("HOME", self.path().join("home"))
            .stdin(Stdio::null())
            .stdout(File::create(&out).expect("a file"))
            .stderr(File::create(&err).expect("a file"));
        let child = command.spawn().expect("sh runs");
        let words = args.join(" ");
        Running { child, out, err, start: Instant::now(), words }
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.start(args).wait(WATCHDOG)
    }

    /// Asserts that nothing changed but `out/`.
    pub fn assert_untouched(&self, label: &str) {
        for file in ["stdout", "stderr"] {
            let _ = std::fs::remove_file(self.path().join(file));
        }
        for entry in std::fs::read_dir(self.path().join("out")).expect("a folder") {
            let path = entry.expect("an entry").path();
            std::fs::remove_file(path).expect("a file that was asked for");
        }
        assert_eq!(Snapshot::of(self.path()), self.before, "{label}: the disk changed");
    }
}

/// A running program.
pub struct Running {
    child: Child,
    out: PathBuf,
    err: PathBuf,
    start: Instant,
    words: String,
}

impl Running {
    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Whether the program has ended.
    pub fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_some()
    }

    /// Waits for the end; a run longer than `watchdog` fails the test.
    pub fn wait(mut self, watchdog: Duration) -> Ran {
        while !self.is_over() {
            if self.start.elapsed() > watchdog {
                let _ = self.child.kill().and_then(|()| self.child.wait());
                panic!("still running after {watchdog:?}: {}", self.words);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let time = self.start.elapsed();
        let status = self.child.wait().expect("it ended");
        let text = |path: &Path| {
            let bytes = std::fs::read(path).expect("a file");
            String::from_utf8(bytes).expect("UTF-8")
        };
        Ran { code: status.code(), out: text(&self.out), err: text(&self.err), time }
    }
}
