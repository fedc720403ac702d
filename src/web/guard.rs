//! What protects a browser: which hosts may be meant, and what pages may do.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};

use super::refusal::Refusal;

/// What a page may load: what this server has, and pictures that the page itself makes.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Refuses requests to a server on loopback under another name: a page of another site could have
/// its name lead here.
///
/// # Errors
/// When the request names another host.
pub(super) fn host<B>(request: &Request<B>, loopback: bool) -> Result<(), Refusal> {
    if !loopback {
        return Ok(());
    }
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let named = named.or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str));
    match named.map(name_of) {
        Some(name) if is_here(name) => Ok(()),
        _ => Err(Refusal::new(StatusCode::FORBIDDEN, "this server answers on localhost only")),
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inside, _)) => inside,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

fn is_here(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Adds the headers that every answer has.
pub(super) fn mark<B>(response: &mut Response<B>) {
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
