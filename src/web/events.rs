//! Server-sent events.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::Value as Json;
use tokio::sync::mpsc::Receiver;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::refusal::typed;

/// An event with its data.
pub(super) struct Event {
    name: &'static str,
    data: Json,
}

impl Event {
    pub(super) fn new(name: &'static str, data: Json) -> Self {
        Event { name, data }
    }

    /// The event as it is sent: JSON has no line breaks.
    fn text(&self) -> String {
        format!("event: {}\ndata: {}\n\n", self.name, self.data)
    }
}

/// An answer that sends events until there are no more.
pub(super) fn stream(events: Receiver<Event>) -> Response<Body> {
    let chunks =
        ReceiverStream::new(events).map(|event| Ok::<_, Infallible>(Bytes::from(event.text())));
    let mut response = typed(StatusCode::OK, "text/event-stream", Body::from_stream(chunks));
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
