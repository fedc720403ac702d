//! Protection of the browser: the hosts that requests may name, and what pages may load.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};

use super::refusal::HttpError;

/// The sources that a page may load: this server, and pictures that the page itself makes.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The hosts that requests may name. A page of another site could make its own name resolve to
/// this address (DNS rebinding), but cannot make its requests name another host.
#[derive(Clone, Debug)]
pub(super) struct AllowedHosts {
    /// The address at which the server listens.
    address: IpAddr,
    /// More names, in lower case.
    allowed: Vec<String>,
}

impl AllowedHosts {
    /// Makes the list; `allowed` has names in addition to `address`.
    pub(super) fn new(address: IpAddr, allowed: &[String]) -> Self {
        let allowed = allowed.iter().map(|name| name.to_ascii_lowercase()).collect();
        AllowedHosts { address, allowed }
    }

    /// Refuses requests that do not name a host of this server.
    ///
    /// # Errors
    /// Returns an error if the request names another host, or none, or has several `Host` headers,
    /// which servers on its way could read differently (RFC 9112, section 3.2).
    pub(super) fn check_host<B>(&self, request: &Request<B>) -> Result<(), HttpError> {
        if request.headers().get_all(header::HOST).iter().count() > 1 {
            let why = "a request has one header 'Host'; this one has several";
            return Err(HttpError::new(StatusCode::BAD_REQUEST, why));
        }
        let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        // Without the header, the host of an absolute target counts: `GET http://host/path`.
        let own = || request.uri().authority().map(axum::http::uri::Authority::as_str);
        match named.or_else(own).map(name_of) {
            Some(name) if self.has_name(name) => Ok(()),
            _ => {
                let why = "this server does not answer under this name; it is started with \
                           --allow-host NAME to do so";
                Err(HttpError::new(StatusCode::FORBIDDEN, why))
            }
        }
    }

    fn has_name(&self, name: &str) -> bool {
        if self.allowed.contains(&name.to_ascii_lowercase())
            || name.eq_ignore_ascii_case("localhost")
        {
            return true;
        }
        // A page of another site has a name, but an address belongs to this machine only.
        // A server at an unspecified address (0.0.0.0 or ::) answers under every address of the
        // machine.
        name.parse::<IpAddr>().is_ok_and(|address| {
            address.is_loopback() || address == self.address || self.address.is_unspecified()
        })
    }
}

/// Returns a host without its port.
fn name_of(host: &str) -> &str {
    // An IPv6 address is in brackets, e.g. `[::1]:8080`, so that its colons differ from that of the
    // port.
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inside, _)) => inside,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Adds the headers that every answer has.
pub(super) fn add_headers<B>(response: &mut Response<B>) {
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", CONTENT_SECURITY_POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // An answer that has set this header itself keeps its value.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
