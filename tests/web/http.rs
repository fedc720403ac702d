//! A minimal HTTP client for the tests.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value as Json;

/// Maximum wait for a piece of an answer.
const WAIT: Duration = Duration::from_secs(120);

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(WAIT)).expect("a limit");
    stream
}

/// Sends bytes and reads the answer, if there is one.
pub(crate) fn raw(address: SocketAddr, bytes: &[u8]) -> Option<Reply> {
    let mut stream = connect(address);
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    read(&mut BufReader::new(stream))
}

pub(crate) fn head(
    method: &str,
    path: &str,
    address: SocketAddr,
    more: &str,
    length: usize,
) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\
         Content-Length: {length}\r\n\r\n"
    )
}

pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    more: &str,
    body: &[u8],
) -> Reply {
    let mut bytes = head(method, path, address, more, body.len()).into_bytes();
    bytes.extend_from_slice(body);
    raw(address, &bytes).unwrap_or_else(|| panic!("{method} {path}: no answer"))
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Reply {
    request(address, "GET", path, "", b"")
}

pub(crate) fn post(address: SocketAddr, path: &str, body: &Json) -> Reply {
    let kind = "Content-Type: application/json\r\n";
    request(address, "POST", path, kind, body.to_string().as_bytes())
}

/// Returns the events of an answer: name and data.
pub(crate) fn events(address: SocketAddr, path: &str, body: &Json) -> Vec<(String, Json)> {
    let more = "Content-Type: application/json\r\nAccept: text/event-stream\r\n";
    let reply = request(address, "POST", path, more, body.to_string().as_bytes());
    assert_eq!(reply.header("content-type"), Some("text/event-stream"), "{reply:?}");
    let event = |text: &str| {
        let (name, data) = text.split_once('\n').expect("two lines");
        let name = name.strip_prefix("event: ").expect("a name");
        let data = data.strip_prefix("data: ").expect("data");
        (name.to_owned(), serde_json::from_str(data).expect("JSON"))
    };
    reply.text().split("\n\n").filter(|text| !text.is_empty()).map(event).collect()
}

/// Reads an answer; `None` if the connection ends before one.
pub(crate) fn read(stream: &mut impl BufRead) -> Option<Reply> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status = line.split_whitespace().nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut reply = Reply { status, headers, body: Vec::new() };
    if reply.header("transfer-encoding") == Some("chunked") {
        while let Some(chunk) = chunk(stream) {
            reply.body.extend_from_slice(&chunk);
        }
    } else if let Some(length) = reply.header("content-length") {
        reply.body = vec![0; length.parse().expect("a number")];
        stream.read_exact(&mut reply.body).ok()?;
    } else {
        stream.read_to_end(&mut reply.body).ok()?;
    }
    Some(reply)
}

/// Reads the next chunk; `None` after the last.
fn chunk(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let size = usize::from_str_radix(line.trim(), 16).ok().filter(|&size| size > 0)?;
    let mut chunk = vec![0; size + 2];
    stream.read_exact(&mut chunk).ok()?;
    chunk.truncate(size);
    Some(chunk)
}
