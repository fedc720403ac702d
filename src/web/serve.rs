//! Listens, and serves connections.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use super::Limits;
use super::games::Games;
use super::guard::Hosts;
use super::routes::House;
use super::work::Workshop;

/// The most bytes of a request's head.
const HEAD: usize = 32 << 10;

/// The time between two looks at whether the server is to end.
const POLL: Duration = Duration::from_millis(100);

/// A server that listens and has not begun.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<House>,
    limits: Limits,
}

/// Listens at an address. `hosts` are names that requests may have as host beside the address
/// and those of this machine. `program` is the program whose commands do the work; by default, this
/// one.
///
/// # Errors
/// In words: why the address cannot be had.
pub fn bind(
    address: SocketAddr,
    limits: Limits,
    hosts: &[String],
    program: Option<PathBuf>,
) -> Result<Bound, String> {
    let fail = |error: std::io::Error| format!("cannot listen at {address}: {error}");
    let listener = TcpListener::bind(address).map_err(fail)?;
    listener.set_nonblocking(true).map_err(fail)?;
    let address = listener.local_addr().map_err(fail)?;
    let house = House {
        shop: Arc::new(Workshop::new(limits, program)?),
        games: Arc::new(Games::new(limits.games)),
        hosts: Hosts::new(address.ip(), hosts),
    };
    Ok(Bound { listener, address, house: Arc::new(house), limits })
}

impl Bound {
    /// The address, with the port that the system chose where none was named.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// An address that a browser on this machine can open: a server that listens at all addresses
    /// is also at that of loopback.
    #[must_use]
    pub fn page(&self) -> String {
        let loopback: IpAddr = match self.address.ip() {
            IpAddr::V4(own) if own.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(own) if own.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            own => own,
        };
        format!("http://{}/", SocketAddr::new(loopback, self.address.port()))
    }

    /// Serves until `stop` is true. Commands that run then are killed.
    ///
    /// # Errors
    /// In words: what the system refuses.
    pub fn serve(self, stop: &Arc<AtomicBool>) -> Result<(), String> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(2).max_blocking_threads(64).enable_all().build();
        let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
        let ended = runtime.block_on(self.accept(stop));
        // What still runs is not waited for; it ends with its request.
        runtime.shutdown_timeout(Duration::from_millis(500));
        ended
    }

    async fn accept(self, stop: &Arc<AtomicBool>) -> Result<(), String> {
        let listener = tokio::net::TcpListener::from_std(self.listener)
            .map_err(|error| format!("cannot listen: {error}"))?;
        let free = Arc::new(Semaphore::new(self.limits.connections));
        let router = router(self.house);
        while !stop.load(Ordering::Relaxed) {
            let Ok(permit) = tokio::time::timeout(POLL, free.clone().acquire_owned()).await else {
                continue;
            };
            let accepted = match tokio::time::timeout(POLL, listener.accept()).await {
                Err(_) => continue,
                Ok(accepted) => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    let connection = serve_one(stream, router.clone(), self.limits.slow);
                    tokio::spawn(async move {
                        connection.await;
                        drop(permit);
                    });
                }
                // Too many open files, for example: it passes.
                Err(_) => tokio::time::sleep(POLL).await,
            }
        }
        Ok(())
    }
}

fn router(house: Arc<House>) -> Router {
    Router::new().fallback(move |request: Request<Body>| house.clone().answer(request))
}

/// Serves one connection. A client that takes too long to send a head, or to take a piece of an
/// answer, loses it.
async fn serve_one(stream: TcpStream, router: Router, slow: Duration) {
    // Small answers leave at once; without this they only come later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(slow));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(slow).max_buf_size(HEAD);
    let connection =
        server.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    // A client that leaves or sends nonsense is no matter of the server.
    let _ = connection.await;
}
