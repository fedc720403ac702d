//! Inputs that may wait for more: standard input and named pipes.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parallax_model::ask::Control;

/// Time between two checks of the control by a waiting reader.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The bytes of an input, read by a thread of its own, so that the caller's thread can stop
/// waiting.
pub(super) struct Pipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
    control: Arc<Mutex<Control>>,
}

impl Pipe {
    /// Reads `input`. The second value ends a waiting read once it stops.
    pub(super) fn new(mut input: impl Read + Send + 'static) -> (Self, Arc<Mutex<Control>>) {
        let (send, pieces) = sync_channel(4);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let piece = match input.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(read) => Ok(buffer[..read].to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = piece.is_err();
                if send.send(piece).is_err() || is_last {
                    return;
                }
            }
        });
        let control = Arc::new(Mutex::new(Control::unlimited()));
        (Pipe { pieces, piece: Vec::new(), at: 0, control: control.clone() }, control)
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            match self.pieces.recv_timeout(POLL_INTERVAL) {
                Ok(piece) => (self.piece, self.at) = (piece?, 0),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {
                    let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(stop) = control.stopped() {
                        return Err(io::Error::new(io::ErrorKind::TimedOut, stop.to_string()));
                    }
                }
            }
        }
        let read = buffer.len().min(self.piece.len() - self.at);
        buffer[..read].copy_from_slice(&self.piece[self.at..self.at + read]);
        self.at += read;
        Ok(read)
    }
}
