//! The body of a request.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};

use super::Limits;
use super::fields::Fields;
use super::refusal::Refusal;

/// Reads the JSON object of a request.
///
/// # Errors
/// When it is no such object, is too long, or takes too long to come.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    limits: &Limits,
) -> Result<Fields, Refusal> {
    // Pages of other sites cannot send this type without being asked first.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let why = "expected a body of type application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let most = limits.body_bytes;
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|text| text.to_str().ok());
    let declared: Option<u64> = declared.and_then(|text| text.parse().ok());
    let long = || {
        let why = format!("the body has more than {most} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    if declared.is_some_and(|bytes| bytes > most as u64) {
        return Err(long());
    }
    match tokio::time::timeout(limits.slow, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Fields::read(&bytes),
        Ok(Err(_)) => Err(long()),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body does not come")),
    }
}
