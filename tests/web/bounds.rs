//! Large answers, slow clients, and a server that is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::api::{SUDOKU, endless, until};
use crate::http::{Reply, connect, events, get, head, post, read};
use crate::server::{Server, parent_of};

/// Maximum memory of a server, in megabytes.
const MOST_MB: u64 = 100;

/// Returns a request whose answer has about six kilobytes for each node.
fn large(nodes: usize) -> Json {
    let board = format!("order 10\n{}", format!("{}\n", "-1 ".repeat(10)).repeat(10));
    json!({"instance": board, "engines": ["native"], "max_nodes": nodes, "timeout_s": 30})
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("a folder").next().is_none()
}

#[test]
fn large_answers_stay_out_of_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), &["--jobs", "6", "--wait", "200"]);
    let ask = || {
        let reply = post(server.address, "/api/explain", &large(800));
        assert!(reply.status == 200 && reply.body.len() > 3_000_000, "{}", reply.status);
        reply
    };
    let explained = ask().json();
    assert_eq!(explained["explanations"][0]["engine"], "native");
    assert!(server.peak_mb() < MOST_MB, "{} MB after one", server.peak_mb());
    let all: Vec<Reply> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|own| own.join().expect("an answer")).collect()
    });
    assert!(all.iter().all(|reply| reply.body == all[0].body), "a tree has no times");
    assert!(server.peak_mb() < MOST_MB, "{} MB after six", server.peak_mb());
    assert!(is_empty(folder.path()), "answers have no names");
}

/// Sends a request, and reads up to a line that begins with a word.
fn begin(server: &Server, accept: &str, word: &str) -> BufReader<TcpStream> {
    let body = large(1500).to_string();
    let more = format!("Content-Type: application/json\r\nAccept: {accept}\r\n");
    let head = head("POST", "/api/explain", server.address, &more, body.len());
    let mut stream = connect(server.address);
    stream.write_all((head + &body).as_bytes()).expect("a request");
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with(word) {
        line.clear();
        assert!(stream.read_line(&mut line).expect("a line") > 0, "no {word}");
    }
    stream
}

#[test]
fn an_answer_keeps_its_turn_until_it_is_sent() {
    let server = Server::start(&["--jobs", "1", "--wait", "0.2"]);
    let solve = || post(server.address, "/api/solve", &json!({"instance": SUDOKU})).status;
    // More than the system buffers without a reader.
    let mut slow = begin(&server, "application/json", "HTTP/1.1 200");
    assert_eq!(solve(), 503, "while it is being sent");
    let mut rest = Vec::new();
    slow.read_to_end(&mut rest).expect("the rest");
    assert!(rest.ends_with(b"]}"), "the whole answer comes");
    assert!(until(|| solve() == 200), "once it is sent");
    let slow = begin(&server, "text/event-stream", "event: done");
    assert_eq!(solve(), 503, "while events are being sent");
    drop(slow);
    assert!(until(|| solve() == 200), "once the client has gone");
}

#[test]
fn answers_have_a_largest_size() {
    let server = Server::start(&["--answer", "1"]);
    assert_eq!(get(server.address, "/api/about").json()["limits"]["answer_bytes"], 1_000_000);
    let refused = post(server.address, "/api/explain", &large(500));
    assert_eq!((refused.status, &refused.json()["status"]), (422, &json!(422)));
    let error = refused.json()["error"].clone();
    assert_eq!(error, "the answer has more than 1000000 bytes; ask for less");
    let heard = events(server.address, "/api/explain", &large(500));
    assert_eq!(heard.last(), Some(&("error".to_owned(), refused.json())));
    // In several pieces.
    let whole = post(server.address, "/api/explain", &large(50));
    assert!(whole.status == 200 && whole.body.len() > 1 << 17, "{}", whole.status);
    let heard = events(server.address, "/api/explain", &large(50));
    assert_eq!(heard.last(), Some(&("done".to_owned(), whole.json())));
}

#[test]
fn bodies_that_wait_take_bounded_memory() {
    let server = Server::start(&["--jobs", "1", "--wait", "300"]);
    let work = json!({"instance": endless(), "task": "count", "timeout_s": 50});
    let large = json!({"instance": "1".repeat(1_000_000)});
    let send = |body: &Json| {
        let body = body.to_string();
        let kind = "Content-Type: application/json\r\n";
        let head = head("POST", "/api/solve", server.address, kind, body.len());
        let mut stream = connect(server.address);
        stream.write_all((head + &body).as_bytes()).expect("a request");
        stream.set_nonblocking(true).expect("a stream");
        stream
    };
    let _running = send(&work);
    assert!(until(|| !server.children().is_empty()));
    // More requests than there is room for; only the refused ones have an answer.
    let waiting: Vec<TcpStream> = (0..38).map(|_| send(&large)).collect();
    let is_answered = |stream: &&TcpStream| stream.peek(&mut [0]).is_ok();
    assert!(until(|| waiting.iter().filter(is_answered).count() >= 4), "all of them wait");
    let mut refused = waiting.iter().find(is_answered).expect("one");
    refused.set_nonblocking(false).expect("a stream");
    assert_eq!(read(&mut BufReader::new(&mut refused)).map(|reply| reply.status), Some(503));
    assert!(server.peak_mb() < 2 * MOST_MB, "{} MB", server.peak_mb());
    drop(waiting);
    let small = json!({"puzzle": "set", "seed": 7});
    assert!(until(|| post(server.address, "/api/generate", &small).status == 200));
}

#[test]
fn texts_are_passed_on_as_they_are() {
    let server = Server::start(&[]);
    let name = "\"quoted\" \\ back\u{1}slash\t\r\n\u{e9}\u{1f600}</script>";
    let model = json!({
        "format": "parallax-model-1", "name": name,
        "variables": [{"name": name, "domain": "1..2"}], "constraints": [],
    });
    let body = json!({"instance": model.to_string(), "to": "form"});
    let reply = post(server.address, "/api/export", &body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let text = reply.json()["text"].as_str().expect("a text").to_owned();
    let read: Json = serde_json::from_str(&text).expect("a model");
    assert_eq!((&read["name"], text.ends_with('\n')), (&json!(name), true));
    let read = post(server.address, "/api/read", &json!({"instance": text})).json();
    assert_eq!(read["form"].as_str().map(str::trim_end), Some(text.trim_end()));
}

#[test]
fn what_a_killed_server_did_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(folder.path(), &["--jobs", "2"]);
    let work = json!({"instance": endless(), "task": "count", "timeout_s": 50});
    let mut clients = Vec::new();
    for (path, engine) in [("/api/solve", "sat:varisat"), ("/api/solve", "native")] {
        let mut body = work.clone();
        body["engine"] = engine.into();
        let body = body.to_string();
        let kind = "Content-Type: application/json\r\n";
        let head = head("POST", path, server.address, kind, body.len());
        let mut stream = connect(server.address);
        stream.write_all((head + &body).as_bytes()).expect("a request");
        clients.push(stream);
    }
    // Two commands, each with a child for its engine.
    assert!(until(|| server.descendants().len() >= 4), "{:?}", server.descendants());
    let all = server.descendants();
    server.kill();
    let left = || all.iter().filter(|id| parent_of(**id).is_some()).collect::<Vec<_>>();
    assert!(until(|| left().is_empty()), "{:?} go on", left());
    assert!(is_empty(folder.path()), "files are left behind");
    // A command that begins after the end of its server.
    let mut late = Command::new(env!("CARGO_BIN_EXE_parallax"));
    let output = late.args(["--ends-with=1", "engines"]).output().expect("it runs");
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn the_printed_address_answers() {
    let has_ipv6 = TcpListener::bind("[::1]:0").is_ok();
    let hosts = ["127.0.0.1", "0.0.0.0", "::1", "::"];
    for host in hosts.iter().filter(|host| has_ipv6 || !host.contains(':')) {
        let server = Server::start(&["--host", host]);
        assert!(server.address.ip().is_loopback(), "{host}: {}", server.address);
        assert_eq!(get(server.address, "/").status, 200, "{host}");
    }
}
