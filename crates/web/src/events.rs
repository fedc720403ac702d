//! Server-sent events.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use tokio::sync::mpsc::Receiver;
use tokio_stream::Stream;

use super::answer::{AnswerBuffer, in_time};
use super::refusal::typed_response;

/// An event with its data, JSON without line breaks.
pub(super) struct ServerEvent {
    pub(super) name: &'static str,
    pub(super) data: AnswerBuffer,
}

/// Makes an answer that sends events until their end, or until a time.
pub(super) fn stream_events(
    events: Receiver<ServerEvent>,
    until: Option<Instant>,
) -> Response<Body> {
    let body = Body::from_stream(EventStream { events, present: None, until });
    let mut response = typed_response(StatusCode::OK, "text/event-stream", body);
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Events that are read as their client takes them.
struct EventStream {
    events: Receiver<ServerEvent>,
    /// The data of the event in progress.
    present: Option<AnswerBuffer>,
    until: Option<Instant>,
}

impl Stream for EventStream {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.until.map_or(Ok(()), in_time)?;
        let (begun, data) = match self.present.take() {
            Some(data) => (Vec::new(), data),
            None => match ready!(self.events.poll_recv(cx)) {
                Some(ServerEvent { name, data }) => (format!("event: {name}\ndata: ").into(), data),
                None => return Poll::Ready(None),
            },
        };
        Poll::Ready(Some(self.append_piece(begun, data)))
    }
}

impl EventStream {
    /// Appends the next piece of an event to `begun`: all of it, if it is small.
    fn append_piece(&mut self, mut begun: Vec<u8>, mut data: AnswerBuffer) -> io::Result<Bytes> {
        if let Some(piece) = data.next_piece()? {
            begun.extend_from_slice(&piece);
        }
        if data.is_read() {
            begun.extend_from_slice(b"\n\n");
        } else {
            self.present = Some(data);
        }
        Ok(begun.into())
    }
}
