//! Why the server does not serve.

use std::io;
use std::net::SocketAddr;

/// Why the server does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The system refuses the address.
    #[error("cannot listen at {address}: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The reason that the system returns.
        error: io::Error,
    },
    /// The system does not report the path of this program.
    #[error("cannot find this program: {0}")]
    Program(io::Error),
    /// The system refuses threads.
    #[error("cannot start: {0}")]
    Threads(io::Error),
    /// The system refuses to watch the address.
    #[error("cannot listen: {0}")]
    Listener(io::Error),
}
