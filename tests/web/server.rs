//! A server of its own for each test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// A running server. Dropping it ends it.
pub(crate) struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts a server with more options.
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parallax"));
        command.args(["serve", "--port", "0"]).args(options);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Server { address: address.parse().expect("an address"), child }
    }

    /// The resident memory of the server itself, in megabytes.
    pub(crate) fn memory_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("a process");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).expect("a number")
            / 1000
    }

    /// The processes that the server has started and that still run.
    pub(crate) fn children(&self) -> Vec<u32> {
        let own = self.child.id().to_string();
        let entries = std::fs::read_dir("/proc").expect("the processes").flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        ids.filter(|id| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
            let mut words = rest.split_whitespace();
            words.next().is_some_and(|state| state != "Z") && words.next() == Some(&own)
        })
        .collect()
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
