//! The body of a request.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use tokio_stream::StreamExt;

use super::RequestLimits;
use super::fields::RequestFields;
use super::refusal::HttpError;
use super::request_memory::MemoryReservation;

/// Reads the JSON object of a request; `taken` takes the room for it.
///
/// # Errors
/// If the body is not such an object, is too long, arrives too slowly, or there is no room for it.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    limits: &RequestLimits,
    taken: &mut MemoryReservation,
) -> Result<RequestFields, HttpError> {
    // Pages of other sites cannot send this type without being asked first.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let why = "expected a body of type application/json";
        return Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let max_bytes = limits.body_bytes;
    // The declared length only refuses early. It may be missing or false, so `collect` counts as
    // well.
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|text| text.to_str().ok());
    let declared: Option<u64> = declared.and_then(|text| text.parse().ok());
    if declared.is_some_and(|bytes| bytes > max_bytes as u64) {
        return Err(too_long(max_bytes));
    }
    match tokio::time::timeout(limits.slow, collect(body, max_bytes, taken)).await {
        Ok(bytes) => RequestFields::read_body(&bytes?),
        Err(_) => Err(HttpError::new(StatusCode::REQUEST_TIMEOUT, "the body does not come")),
    }
}

/// Collects all bytes of a body as they arrive.
async fn collect(
    body: Body,
    max_bytes: usize,
    taken: &mut MemoryReservation,
) -> Result<Vec<u8>, HttpError> {
    let mut pieces = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| HttpError::malformed_request("the body breaks off"))?;
        if bytes.len() + piece.len() > max_bytes {
            return Err(too_long(max_bytes));
        }
        // The memory is reserved before the piece is kept, and by pieces: a client that declares
        // much and sends little reserves little.
        taken.take_bytes(piece.len())?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

fn too_long(max_bytes: usize) -> HttpError {
    HttpError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the body has more than {max_bytes} bytes"),
    )
}
