//! Answers to requests that cannot be served.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::json;

/// The reason why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HttpError {
    /// The HTTP status.
    pub(super) status: StatusCode,
    /// The message.
    pub(super) why: String,
}

impl HttpError {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        HttpError { status, why: why.into() }
    }

    /// Refuses a request that is not as documented.
    pub(super) fn malformed_request(why: impl Into<String>) -> Self {
        HttpError::new(StatusCode::BAD_REQUEST, why)
    }

    /// Refuses a request that is as documented, but whose content cannot be used.
    pub(super) fn unusable_content(why: impl Into<String>) -> Self {
        HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }

    /// Refuses a request because the server is busy.
    pub(super) fn busy_server(why: impl Into<String>) -> Self {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// Returns the object with the reason.
    pub(super) fn reason_json(&self) -> serde_json::Value {
        json!({"error": self.why, "status": self.status.as_u16()})
    }

    /// Returns the whole response.
    pub(super) fn response(&self) -> Response<Body> {
        let mut response = json_response(self.status, &self.reason_json());
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// Makes a response with an object.
pub(super) fn json_response(status: StatusCode, object: &serde_json::Value) -> Response<Body> {
    typed_response(status, "application/json", object.to_string())
}

/// Makes a response of this type.
pub(super) fn typed_response(
    status: StatusCode,
    kind: &'static str,
    body: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
