//! Inputs that a separate thread reads: standard input and named pipes, which may wait for more,
//! and compressed files, which are unpacked while their text is read.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use parallax_instance::InstanceTimer;
use parallax_model::engine_api::StopReason;

/// Time between two checks of the control by a waiting reader.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The bytes of an input, read by a separate thread, so that the caller's thread can stop waiting.
pub(super) struct InputPipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
    ended: bool,
    waiting: InstanceTimer,
    /// The start of the wait for an instance, until its first byte comes.
    idle: Option<Instant>,
    /// Whether the run was interrupted, which ends the waiting.
    interrupted: Option<fn() -> bool>,
}

impl InputPipe {
    /// Reads `input`. A wait ends when `interrupted` returns true, or when the returned timer stops
    /// it.
    pub(super) fn new(
        mut input: impl Read + Send + 'static,
        interrupted: Option<fn() -> bool>,
    ) -> (Self, InstanceTimer) {
        // At most four pieces wait in the channel, so a fast input does not fill the memory.
        let (send, pieces) = sync_channel(4);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = match input.read(&mut buffer) {
                    // An empty piece is the end. Without it, the thread has panicked.
                    Ok(read) => Ok(buffer[..read].to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = piece.as_ref().map_or(true, Vec::is_empty);
                // Sending fails once the reader is dropped; the thread then also ends.
                if send.send(piece).is_err() || is_last {
                    return;
                }
            }
        });
        let waiting = InstanceTimer::default();
        let (piece, at, ended, idle) = (Vec::new(), 0, false, None);
        (
            InputPipe { pieces, piece, at, ended, waiting: waiting.clone(), idle, interrupted },
            waiting,
        )
    }
}

impl InputPipe {
    /// Waits for the next piece for a moment. The time may be over although pieces come.
    fn wait_for_piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        // Within a line, the time of an instance is running, even if its first line is incomplete.
        let inside = self.piece.last().is_some_and(|&byte| byte != b'\n');
        if self.interrupted.is_some_and(|happened| happened()) {
            self.waiting.close_text(StopReason::Cancelled);
        } else if self.is_idle_too_long() {
            self.waiting.close_text(StopReason::Timeout);
        }
        if let Some(stop) = self.waiting.stop_reason(inside) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, stop.to_string()));
        }
        match self.pieces.recv_timeout(POLL_INTERVAL) {
            Ok(piece) => {
                self.idle = None;
                piece.map(Some)
            }
            // A disconnected channel is found again by the next `try_recv`.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    /// Whether the wait for the first byte of an instance, or of a line between two, has taken as
    /// long as an instance may.
    fn is_idle_too_long(&mut self) -> bool {
        let start = *self.idle.get_or_insert_with(Instant::now);
        self.waiting.time_limit().is_some_and(|limit| start.elapsed() >= limit)
    }
}

impl Read for InputPipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            if self.ended {
                return Ok(0);
            }
            // A piece that has come is taken at once. The limits are checked only where reading
            // waits.
            let piece = match self.pieces.try_recv() {
                Ok(piece) => piece?,
                Err(TryRecvError::Disconnected) => {
                    return Err(io::Error::other("the thread that reads has ended"));
                }
                Err(TryRecvError::Empty) => match self.wait_for_piece()? {
                    Some(piece) => piece,
                    None => continue,
                },
            };
            self.ended = piece.is_empty();
            (self.piece, self.at) = (piece, 0);
        }
        let read = buffer.len().min(self.piece.len() - self.at);
        buffer[..read].copy_from_slice(&self.piece[self.at..self.at + read]);
        self.at += read;
        Ok(read)
    }
}
