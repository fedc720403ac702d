//! Answers: bytes that are kept until they are sent, in a file if they are many.

use std::io::{self, Read, Seek, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::Value as Json;
use tempfile::SpooledTempFile;
use tokio::sync::OwnedSemaphorePermit;
use tokio_stream::Stream;

use super::refusal::{HttpError, typed_response};

/// Maximum number of bytes of an answer in memory, and of a piece that is read at once.
const ANSWER_PIECE_BYTES: usize = 1 << 16;

/// An answer, or a part of one, which is written, then sent once. More than [`ANSWER_PIECE_BYTES`]
/// bytes are in a file for temporary data, which has no name and is deleted when this process ends.
pub(super) struct AnswerBuffer {
    kept: SpooledTempFile,
    bytes: u64,
    /// The turn that is kept until the answer is dropped.
    _turn: Option<OwnedSemaphorePermit>,
}

impl AnswerBuffer {
    pub(super) fn new() -> Self {
        AnswerBuffer { kept: SpooledTempFile::new(ANSWER_PIECE_BYTES), bytes: 0, _turn: None }
    }

    /// Makes an answer of a small object.
    ///
    /// # Errors
    /// If the object is not small, and cannot be stored.
    pub(super) fn from_json(object: &Json) -> Result<Self, HttpError> {
        let mut answer = AnswerBuffer::new();
        answer.write_bytes(object.to_string().as_bytes())?;
        answer.finish_writing()
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If the bytes cannot be stored.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), HttpError> {
        self.kept.write_all(bytes).map_err(|error| no_room(&error))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Returns the answer, to be read from its beginning.
    ///
    /// # Errors
    /// If the system refuses to go back to the beginning.
    pub(super) fn finish_writing(mut self) -> Result<Self, HttpError> {
        self.kept.rewind().map_err(|error| no_room(&error))?;
        Ok(self)
    }

    /// Returns the answer with a turn that is kept until it is sent or dropped.
    pub(super) fn with_turn(self, turn: OwnedSemaphorePermit) -> Self {
        AnswerBuffer { _turn: Some(turn), ..self }
    }

    /// Returns the next piece; `None` at the end. Bytes that were just written are in the system's
    /// cache, so that this does not wait for a disk.
    ///
    /// # Errors
    /// If the piece cannot be read.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Bytes>> {
        if self.is_read() {
            return Ok(None);
        }
        // `bytes` counts what is written, then what remains to be read, so `read_exact` never meets
        // the end.
        let length = self.bytes.min(ANSWER_PIECE_BYTES as u64);
        let mut piece = vec![0; length as usize];
        self.kept.read_exact(&mut piece)?;
        self.bytes -= length;
        Ok(Some(piece.into()))
    }

    /// Whether no pieces remain.
    pub(super) fn is_read(&self) -> bool {
        self.bytes == 0
    }

    /// Returns the response to a request, of which nothing is sent after `until`.
    pub(super) fn into_response(self, until: Instant) -> Response<Body> {
        // The length is taken before the stream owns the answer. A stream that breaks off earlier
        // is then an error for the client, not a short answer.
        let length = HeaderValue::from(self.bytes);
        let body = Body::from_stream(AnswerStream { answer: self, until });
        let mut response = typed_response(StatusCode::OK, "application/json", body);
        response.headers_mut().insert(header::CONTENT_LENGTH, length);
        response
    }
}

fn no_room(error: &io::Error) -> HttpError {
    HttpError::busy_server(format!("no room for the answer: {error}"))
}

/// An answer that is read as its client takes it.
struct AnswerStream {
    answer: AnswerBuffer,
    until: Instant,
}

impl Stream for AnswerStream {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(in_time(self.until).and_then(|()| self.answer.next_piece()).transpose())
    }
}

/// Fails when the time to send an answer is over.
pub(super) fn in_time(until: Instant) -> io::Result<()> {
    if Instant::now() > until { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
}
