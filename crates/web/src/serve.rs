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
use parallax_solvers::process::reap_orphans;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use super::RequestLimits;
use super::command_runner::CommandRunner;
use super::games::GameRegistry;
use super::guard::AllowedHosts;
use super::routes::ServerState;
use super::server_error::ServerError;

/// Maximum number of bytes of a request's head.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// The time between two rounds of waiting for adopted processes that have ended.
const REAP_INTERVAL: Duration = Duration::from_millis(500);

/// The time between two checks whether the server must end.
const SHUTDOWN_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A server that listens and does not serve yet.
pub struct BoundServer {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<ServerState>,
    limits: RequestLimits,
}

/// Listens at an address. `hosts` are names that requests may have as host in addition to the
/// address and the names of this machine. `program` is the program whose commands do the work; by
/// default, this one.
///
/// # Errors
/// If the system refuses the address; the message has the reason.
pub fn bind_server(
    address: SocketAddr,
    limits: RequestLimits,
    hosts: &[String],
    program: Option<PathBuf>,
) -> Result<BoundServer, ServerError> {
    let fail = |error| ServerError::Address { address, error };
    let listener = TcpListener::bind(address).map_err(fail)?;
    listener.set_nonblocking(true).map_err(fail)?;
    let address = listener.local_addr().map_err(fail)?;
    let house = ServerState {
        runner: Arc::new(CommandRunner::new(limits, program)?),
        games: Arc::new(GameRegistry::new(limits.games)),
        hosts: AllowedHosts::new(address.ip(), hosts),
    };
    Ok(BoundServer { listener, address, state: Arc::new(house), limits })
}

impl BoundServer {
    /// Returns the address, with the port that the system chose if none was named.
    #[must_use]
    pub fn local_address(&self) -> SocketAddr {
        self.address
    }

    /// Returns an address that a browser on this machine can open: a server that listens at all
    /// addresses is reached by loopback also.
    #[must_use]
    pub fn page_address(&self) -> String {
        let loopback: IpAddr = match self.address.ip() {
            IpAddr::V4(own) if own.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(own) if own.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            own => own,
        };
        format!("http://{}/", SocketAddr::new(loopback, self.address.port()))
    }

    /// Serves until `stop` is true. Running commands are killed.
    ///
    /// # Errors
    /// If the system refuses; the message has the reason.
    pub fn serve_requests(self, stop: &Arc<AtomicBool>) -> Result<(), ServerError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        // Two threads suffice for all connections: commands run on blocking threads, which wait for
        // their children.
        let runtime = runtime.worker_threads(2).max_blocking_threads(64).enable_all().build();
        let runtime = runtime.map_err(ServerError::Threads)?;
        let ended = runtime.block_on(self.accept(stop));
        // Running requests are not waited for; their commands end with them.
        runtime.shutdown_timeout(Duration::from_millis(500));
        ended
    }

    async fn accept(self, stop: &Arc<AtomicBool>) -> Result<(), ServerError> {
        let listener =
            tokio::net::TcpListener::from_std(self.listener).map_err(ServerError::Listener)?;
        let free = Arc::new(Semaphore::new(self.limits.connections));
        let router = make_router(self.state);
        tokio::spawn(reap_regularly());
        while !stop.load(Ordering::Relaxed) {
            // The permit comes before the connection: beyond the bound, clients wait in the
            // system's queue. Both waits are short, so that `stop` is noticed.
            let Ok(permit) =
                tokio::time::timeout(SHUTDOWN_POLL_INTERVAL, free.clone().acquire_owned()).await
            else {
                continue;
            };
            let accepted =
                match tokio::time::timeout(SHUTDOWN_POLL_INTERVAL, listener.accept()).await {
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
                // The error is temporary, for example too many open files.
                Err(_) => tokio::time::sleep(SHUTDOWN_POLL_INTERVAL).await,
            }
        }
        Ok(())
    }
}

/// Reaps the processes that commands leave when their clients leave.
async fn reap_regularly() {
    loop {
        tokio::time::sleep(REAP_INTERVAL).await;
        // It fails only if the server ends.
        let _ = tokio::task::spawn_blocking(reap_orphans).await;
    }
}

fn make_router(house: Arc<ServerState>) -> Router {
    Router::new().fallback(move |request: Request<Body>| house.clone().answer(request))
}

/// Serves one connection. Closes it if the client takes too long to send a head, or to take a piece
/// of an answer.
async fn serve_one(stream: TcpStream, router: Router, slow: Duration) {
    // Small answers are sent at once; if this fails, they are only sent later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(slow));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(slow).max_buf_size(MAX_HEAD_BYTES);
    let connection =
        server.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    // Errors of a client, such as leaving or malformed requests, do not concern the server.
    let _ = connection.await;
}
