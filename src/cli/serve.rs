//! `parallax serve`: the page and its HTTP interface.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::output::StandardOutput;
use super::{CliError, interrupt};
use crate::cli::numbers::{seconds, whole, within};
use parallax_web::{RequestLimits, bind_server};

/// Serve a page to play SET, solve and explain puzzles, and get hints
///
/// Everything is part of the program: the page needs no network. Other programs can use its HTTP
/// interface (/api/openapi.json describes it). Requests run as commands in child processes, under
/// limits.
#[derive(clap::Args)]
#[command(after_help = "\
parallax serve prints the address to open in a browser, and serves until Ctrl-C. It listens on \
this machine only; --host 0.0.0.0 lets others of the network in, whom nothing keeps from using the \
processor within the limits. They open the address of this machine, or a name that --allow-host \
lets in: requests that name another host are refused.\n\n\
A request keeps its turn until its answer is sent. Whatever runs for a request ends with the \
server, in whatever way that ends.")]
pub(super) struct ServeArgs {
    /// The address to listen at: 127.0.0.1 and ::1 are for this machine only
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        value_parser = address)]
    host: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 7744, value_parser = whole::<u16>)]
    port: u16,
    /// A host name that requests may carry, without a port; may be repeated
    ///
    /// The address and localhost are always allowed.
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// Maximum seconds that one request may run
    #[arg(long, alias = "seconds", value_name = "S", default_value = "60",
        value_parser = whole::<NonZeroU64>)]
    timeout: NonZeroU64,
    /// Maximum megabytes (10^6 bytes) for one engine
    #[arg(long, value_name = "MB", default_value = "1000", value_parser = whole::<NonZeroU64>)]
    memory: NonZeroU64,
    /// Maximum megabytes (10^6 bytes) of an answer; a larger one is refused
    #[arg(long, value_name = "MB", default_value = "32", value_parser = within::<u32>(1, 1000))]
    answer: u32,
    /// Maximum number of long requests at once, and of short ones [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<std::num::NonZeroUsize>)]
    jobs: Option<std::num::NonZeroUsize>,
    /// Maximum seconds to wait for a turn; then a request is refused
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30")]
    wait: Duration,
}

pub(super) fn run(args: &ServeArgs) -> Result<u8, CliError> {
    let usual = RequestLimits::default();
    let limits = RequestLimits {
        seconds: args.timeout.get(),
        memory_mb: args.memory.get(),
        answer_bytes: args.answer as usize * 1_000_000,
        at_once: args.jobs.map_or(usual.at_once, std::num::NonZeroUsize::get),
        wait: args.wait,
        ..usual
    };
    let bound = bind_server(SocketAddr::new(args.host, args.port), limits, &args.allow_host, None);
    let bound = bound?;
    let address = bound.local_address();
    if !address.ip().is_loopback() {
        eprintln!(
            "parallax: warning: other machines can use this server; anybody who reaches {address} \
             can have it compute"
        );
    }
    let mut out = StandardOutput::new();
    writeln!(out, "{}", bound.page_address())?;
    out.flush()?;
    eprintln!("parallax: serving; Ctrl-C ends it");
    let stop = Arc::new(AtomicBool::new(false));
    let shared = stop.clone();
    ctrlc::set_handler(move || {
        // The first signal stops the server in order; a second one ends the program at once.
        if shared.swap(true, Ordering::Relaxed) {
            interrupt::end_program(interrupt::INTERRUPTED_EXIT_CODE);
        }
    })
    .map_err(|error| CliError(format!("no handler of Ctrl-C: {error}")))?;
    bound.serve_requests(&stop)?;
    Ok(0)
}

/// Parses an address.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address such as 127.0.0.1, without a port".to_owned())
}

/// Parses a name or an address, without a port.
fn host_name(text: &str) -> Result<String, String> {
    let name = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        !name.is_empty() && name.chars().all(is_part)
    };
    if is_name(name) || name.parse::<IpAddr>().is_ok() {
        Ok(name.to_owned())
    } else {
        Err("expected a host name or an address, without a port".to_owned())
    }
}
