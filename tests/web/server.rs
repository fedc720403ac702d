//! A separate server for each test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server. Dropping it ends it.
pub(crate) struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts a server with more options.
    pub(crate) fn start(options: &[&str]) -> Self {
        Server::of(Command::new(env!("CARGO_BIN_EXE_parallax")), options)
    }

    /// Starts a server with its temporary files in a folder.
    pub(crate) fn start_in(folder: &Path, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parallax"));
        command.env("TMPDIR", folder);
        Server::of(command, options)
    }

    fn of(mut command: Command, options: &[&str]) -> Self {
        command.args(["serve", "--port", "0"]).args(options);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Server { address: address.parse().expect("an address"), child }
    }

    /// Returns the resident memory of the server itself, in megabytes.
    pub(crate) fn memory_mb(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Returns the maximum resident memory of the server itself so far, in megabytes.
    pub(crate) fn peak_mb(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("a process");
        let line = status.lines().find(|line| line.starts_with(name)).expect("its memory");
        line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).expect("a number")
            / 1000
    }

    /// Returns the processes that the server has started and that still run.
    pub(crate) fn children(&self) -> Vec<u32> {
        children_of(self.child.id())
    }

    /// Returns the processes below the server that still run.
    pub(crate) fn descendants(&self) -> Vec<u32> {
        let mut all = self.children();
        let mut next = 0;
        while let Some(&id) = all.get(next) {
            all.extend(children_of(id));
            next += 1;
        }
        all
    }

    /// Kills the server, without a chance to clean up.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("it ends");
    }

    /// Interrupts the server, and waits for its end. Returns its exit code.
    pub(crate) fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        self.child.wait().expect("it ends").code()
    }

    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a process").is_none()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processes that another has started and that still run.
fn children_of(parent: u32) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("the processes").flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| parent_of(*id) == Some(parent)).collect()
}

/// Returns the parent of a process that still runs.
pub(crate) fn parent_of(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    words.next().filter(|state| *state != "Z")?;
    words.next()?.parse().ok()
}
