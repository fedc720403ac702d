//! Malformed, oversized, slow and foreign requests.

use std::io::{BufReader, Write};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::api::{SUDOKU, endless, until};
use crate::http::{connect, get, head, post, raw, read, request};
use crate::server::Server;

const PATHS: [&str; 12] = [
    "/api/read",
    "/api/solve",
    "/api/compare",
    "/api/generate",
    "/api/explain",
    "/api/lint",
    "/api/why",
    "/api/hint",
    "/api/candidates",
    "/api/path",
    "/api/rate",
    "/api/export",
];

fn refused(server: &Server, path: &str, body: &[u8]) {
    let reply = request(server.address, "POST", path, "Content-Type: application/json\r\n", body);
    let shown = String::from_utf8_lossy(&body[..body.len().min(120)]);
    assert!((400..500).contains(&reply.status), "{path} {shown}: {reply:?}");
    assert!(reply.json()["error"].as_str().is_some_and(|why| !why.is_empty()));
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn malformed_bodies_are_refused() {
    let mut server = Server::start(&["--timeout", "5"]);
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"instance\": {}1{}}}", "[".repeat(100), "]".repeat(100));
    let bodies: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{".to_vec(),
        b"{}".to_vec(),
        b"\xff\xfe{}".to_vec(),
        b"{\"instance\": 7}".to_vec(),
        b"{\"instance\": \"\"}".to_vec(),
        b"{\"instance\": \"\\u0000\"}".to_vec(),
        b"{\"instance\": \"\xff\"}".to_vec(),
        deep.into_bytes(),
        nested.into_bytes(),
        br#"{"instance": "1", "index": -1}"#.to_vec(),
        br#"{"instance": "1", "index": 1e300}"#.to_vec(),
        br#"{"instance": "1", "puzzle": "--help"}"#.to_vec(),
        br#"{"puzzle": "sudoku", "order": 1e9}"#.to_vec(),
        br#"{"puzzle": "sudoku", "symmetric": "--out=/tmp/parallax-evil"}"#.to_vec(),
        br#"{"puzzle": "sudoku", "out": "/tmp/parallax-evil"}"#.to_vec(),
        br#"{"puzzle": "model", "name": "--out=/tmp/parallax-evil"}"#.to_vec(),
        br#"{"puzzle": "model", "name": "zebra:99999999"}"#.to_vec(),
        br#"{"puzzle": "set", "cards": {"a": 1}}"#.to_vec(),
        br#"{"puzzle": "../../etc/passwd"}"#.to_vec(),
    ];
    for path in PATHS {
        for body in &bodies {
            refused(&server, path, body);
        }
    }
    for (path, more) in [
        ("/api/solve", json!({"engine": "dimacs:sh -c 'touch /tmp/parallax-evil' {cnf}"})),
        ("/api/solve", json!({"engine": "mine=dimacs:sh {cnf}"})),
        ("/api/compare", json!({"engines": "native,smtlib:sh"})),
        ("/api/compare", json!({"engines": "native", "models": "\u{0}"})),
        ("/api/explain", json!({"engines": ["fzn:sh {fzn}"]})),
        ("/api/solve", json!({"engine": "mzn:gecode"})),
        ("/api/explain", json!({"max_nodes": 1_000_000_000})),
        ("/api/why", json!({"engine": "fzn:sh {fzn}"})),
        ("/api/why", json!({"value": "--smallest"})),
        ("/api/lint", json!({"html": "/tmp/parallax-evil"})),
        ("/api/lint", json!({"against": "/etc/passwd"})),
        ("/api/lint", json!({"find": "--html=/tmp/parallax-evil"})),
        ("/api/hint", json!({"engine": "dimacs:sh {cnf}"})),
        ("/api/hint", json!({"place": ["--state=/etc/passwd"]})),
        ("/api/hint", json!({"place": ["r1c3=99999999999999999999"]})),
        ("/api/hint", json!({"tier": 9})),
        ("/api/hint", json!({"selected": [1, 2, 3]})),
        ("/api/candidates", json!({"engine": "dimacs:sh {cnf}"})),
        ("/api/candidates", json!({"place": ["--out=/tmp/parallax-evil"]})),
        ("/api/candidates", json!({"place": ["r1c3=10"]})),
        ("/api/candidates", json!({"timeout_s": 1e9})),
        ("/api/export", json!({"to": "--format=svg"})),
        ("/api/export", json!({"to": "iss"})),
        ("/api/read", json!({"ignore_drawings": "yes"})),
        ("/api/path", json!({"remove": vec!["r1c3=1"; 50_000]})),
        ("/api/solve", json!({"timeout_s": 1e9})),
        ("/api/solve", json!({"timeout_s": -1})),
        ("/api/solve", json!({"limit": 0})),
        ("/api/solve", json!({"task": "--all"})),
        ("/api/export", json!({"to": "/etc/passwd"})),
        ("/api/export", json!({"to": "svg", "solution": "/etc/passwd"})),
        ("/api/check", json!({"solution": "--help"})),
    ] {
        let mut body = json!({"instance": SUDOKU});
        body.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
        refused(&server, path, body.to_string().as_bytes());
    }
    assert!(!std::path::Path::new("/tmp/parallax-evil").exists());
    // A file of the machine is not an instance.
    refused(&server, "/api/solve", json!({"instance": "/etc/hostname"}).to_string().as_bytes());
    assert!(server.runs());
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn odd_requests_are_refused_or_dropped() {
    let mut server = Server::start(&[]);
    let at = server.address;
    for path in [
        "/../../etc/passwd",
        "/assets/../../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%00",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/..%2f..",
        "/api/games/",
        "/api/games/a/b",
        "/api/games/..",
        "/api/games/a%2f",
        "/api/about/",
        "//",
        "/assets/",
        "/solve/",
        "/api/solve/x",
        "/<script>alert(1)</script>",
    ] {
        let reply = get(at, path);
        assert!((400..500).contains(&reply.status), "{path}: {reply:?}");
        assert!(!reply.text().contains("<script>"), "{path}");
    }
    for (method, path, status) in [
        ("PUT", "/api/solve", 405),
        ("DELETE", "/", 405),
        ("POST", "/", 405),
        ("TRACE", "/", 405),
        ("GET", "/api/solve", 404),
    ] {
        let code = request(at, method, path, "", b"").status;
        assert!(code == status || code == 405, "{method} {path}: {code}");
    }
    let long = "x".repeat(2 << 20);
    let body = json!({"instance": long});
    assert_eq!(post(at, "/api/solve", &body).status, 413);
    let text = json!({"instance": SUDOKU}).to_string();
    let kinds =
        ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"];
    for kind in kinds {
        assert_eq!(request(at, "POST", "/api/solve", kind, text.as_bytes()).status, 415);
    }
    for odd in [
        "\r\n\r\n".to_owned(),
        "GET\r\n\r\n".into(),
        "GET / HTTP/9.9\r\n\r\n".into(),
        format!("GET /{long} HTTP/1.1\r\nHost: {at}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {at}\r\nX: {long}\r\n\r\n"),
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {at}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        ),
        format!("POST /api/solve HTTP/1.1\r\nHost: {at}\r\nContent-Length: -1\r\n\r\n"),
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {at}\r\nContent-Length: 99999999999999999999\r\n\r\n"
        ),
    ] {
        let reply = raw(at, odd.as_bytes());
        assert!(
            reply.is_none_or(|reply| (400..500).contains(&reply.status)),
            "{}",
            &odd[..40.min(odd.len())]
        );
    }
    assert!(server.runs() && get(at, "/").status == 200);
}

#[test]
fn a_request_with_two_hosts_is_malformed() {
    let server = Server::start(&[]);
    for [first, second] in
        [["localhost", "localhost"], ["localhost", "evil.example"], ["", "localhost"]]
    {
        let text = format!(
            "GET /api/about HTTP/1.1\r\nHost: {first}\r\nHost: {second}\r\nConnection: close\r\n\r\n"
        );
        let reply = raw(server.address, text.as_bytes()).expect("an answer");
        assert_eq!(reply.status, 400, "{first}, {second}");
    }
}

/// Returns the status of a request that names a host.
fn asked_of(server: &Server, host: &str) -> Option<u16> {
    let text = format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    raw(server.address, text.as_bytes()).map(|reply| reply.status)
}

#[test]
fn hosts_that_are_allowed_are_let_through() {
    let allowed = ["--allow-host", "Puzzles.example", "--allow-host", "[2001:db8::7]"];
    let server = Server::start(&allowed);
    for host in ["puzzles.example", "PUZZLES.EXAMPLE:80", "[2001:db8::7]:80", "localhost"] {
        assert_eq!(asked_of(&server, host), Some(200), "{host}");
    }
    for host in ["example", "a.puzzles.example", "puzzles.example.org", "[2001:db8::8]"] {
        assert_eq!(asked_of(&server, host), Some(403), "{host}");
    }
    // A server for the network accepts every address, and of names only localhost and the allowed
    // ones.
    let server = Server::start(&["--host", "0.0.0.0", "--allow-host", "puzzles.example"]);
    for host in ["puzzles.example", "localhost:80", "192.0.2.7:80", "[::1]"] {
        assert_eq!(asked_of(&server, host), Some(200), "{host}");
    }
    for host in ["evil.example", "192.0.2.7.evil.example", ""] {
        assert_eq!(asked_of(&server, host), Some(403), "{host}");
    }
    for wrong in ["", "http://puzzles.example", "puzzles.example:80", "a b", "*"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parallax"));
        let option = format!("--allow-host={wrong}");
        let output = command.args(["serve", "--port=0", &option]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn only_names_of_this_machine_are_let_through() {
    let server = Server::start(&[]);
    let asked = |host: &str| asked_of(&server, host);
    for host in [
        "localhost",
        "localhost:80",
        "LOCALHOST:1",
        "127.0.0.1:8080",
        "127.9.9.9",
        "[::1]:8080",
        "[::1]",
    ] {
        assert_eq!(asked(host), Some(200), "{host}");
    }
    for host in [
        "",
        "evil.example",
        "example.org",
        "localhost.example.org:80",
        "10.0.0.1:80",
        "[::2]:80",
        "127.0.0.1.example.org",
    ] {
        assert_eq!(asked(host), Some(403), "{host}");
    }
}

#[test]
fn random_bytes_and_damaged_requests_do_no_harm() {
    let mut server = Server::start(&["--seconds", "3"]);
    let at = server.address;
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let good = json!({"instance": SUDOKU, "engine": "native", "task": "first", "timeout_s": 1})
        .to_string();
    for round in 0..200 {
        let mut body = good.clone().into_bytes();
        for _ in 0..rng.random_range(1..6u32) {
            let place = rng.random_range(0..body.len() as u32) as usize;
            match rng.random_range(0..3u32) {
                0 => body[place] = rng.random_range(0..=255u32) as u8,
                1 => drop(body.remove(place)),
                _ => body.insert(place, b"{}[]\",:\\0-"[rng.random_range(0..10u32) as usize]),
            }
        }
        let path = PATHS[round % PATHS.len()];
        let reply = request(at, "POST", path, "Content-Type: application/json\r\n", &body);
        let fine = reply.status == 200 || (400..500).contains(&reply.status);
        assert!(fine, "{path} {}: {reply:?}", String::from_utf8_lossy(&body));
        let noise: Vec<u8> = (0..64).map(|_| rng.random_range(0..=255u32) as u8).collect();
        raw(at, &[&noise[..], b"\r\n\r\n"].concat());
    }
    assert!(server.runs() && get(at, "/").status == 200);
}

#[test]
fn slow_clients_do_not_stop_others() {
    let server = Server::start(&[]);
    let at = server.address;
    let mut slow: Vec<_> = (0..300).map(|_| connect(at)).collect();
    let body = json!({"instance": SUDOKU}).to_string();
    let head = head("POST", "/api/solve", at, "Content-Type: application/json\r\n", body.len());
    for (number, stream) in slow.iter_mut().enumerate() {
        let part = if number % 2 == 0 { &head[..20] } else { &head[..] };
        stream.write_all(part.as_bytes()).expect("a part");
    }
    for _ in 0..5 {
        assert_eq!(post(at, "/api/solve", &json!({"instance": SUDOKU})).json()["answer"], "sat");
    }
    // Each connection is closed in the end, with or without a message.
    for stream in slow.iter().take(4) {
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let reply = read(&mut BufReader::new(stream));
        assert!(reply.is_none_or(|reply| reply.status == 408));
    }
}

#[test]
fn work_beyond_the_limits_is_refused_and_leaves_nothing() {
    let server = Server::start(&["--seconds", "3", "--memory", "100"]);
    let at = server.address;
    // A board whose model takes more memory than is available.
    let large = json!({"puzzle": "latin", "order": 200, "holes": "100%"});
    let made = post(at, "/api/generate", &large);
    assert!(made.status == 200 || made.status == 422, "{}", made.text());
    let text = format!("order 200\n{}", format!("{}\n", "-1 ".repeat(200)).repeat(200));
    for engine in ["native", "sat:varisat", "reform"] {
        let reply =
            post(at, "/api/solve", &json!({"instance": text, "engine": engine, "timeout_s": 3}));
        assert!(reply.status == 200 || reply.status == 422, "{engine}: {}", reply.text());
        assert!(reply.json()["answer"] != "unsat", "{engine}: {}", reply.text());
    }
    let row = post(
        at,
        "/api/solve",
        &json!({"instance": endless(), "task": "all", "engine": "sat:varisat", "timeout_s": 3}),
    );
    assert!(row.status == 200 || row.status == 422, "{}", row.text());
    assert!(row.json()["answer"] != "unsat", "{}", row.text());
    assert!(until(|| server.children().is_empty()));
    assert!(server.memory_mb() < 200, "{} MB", server.memory_mb());
}

#[test]
fn scripts_in_names_stay_text() {
    let server = Server::start(&[]);
    let evil = "</text><script>window.hacked=1</script>\" onload=\"window.hacked=1";
    let model = json!({
        "format": "parallax-model-1", "name": evil,
        "variables": [{"name": evil, "domain": "1..2"}], "constraints": [],
    });
    let body = json!({"instance": model.to_string()});
    let read = post(server.address, "/api/read", &body);
    assert_eq!(read.status, 200, "{}", read.text());
    let svg = read.json()["svg"].as_str().expect("a picture").to_owned();
    assert!(!svg.contains("<script"), "{svg}");
    for path in ["/", "/solve", "/explain", "/tables"] {
        let page = get(server.address, path);
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    }
    let answer: Json = read.json();
    assert!(answer["title"].as_str().is_some());
}
