//! Every kind of request.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::http::{events, get, post};
use crate::server::Server;

pub(crate) const SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn good(server: &Server, path: &str, body: &Json) -> Json {
    let reply = post(server.address, path, body);
    assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
    reply.json()
}

/// Returns a model with too many solutions to count.
pub(crate) fn endless() -> String {
    let variables: Vec<Json> =
        (0..12).map(|n| json!({"name": format!("x{n}"), "domain": "1..12"})).collect();
    let names: Vec<String> = (0..12).map(|n| format!("x{n}")).collect();
    json!({
        "format": "parallax-model-1",
        "name": "endless",
        "variables": variables,
        "constraints": [{"kind": "all_different", "scope": names}],
    })
    .to_string()
}

#[test]
fn instances_are_solved_and_compared() {
    let server = Server::start(&[]);
    let row = good(&server, "/api/solve", &json!({"instance": SUDOKU}));
    assert_eq!((&row["answer"], &row["solutions"]), (&json!("sat"), &json!([SOLVED])));
    let all = json!({"instance": SUDOKU, "engines": "native,sat:varisat,brute", "timeout_s": 5});
    let done = good(&server, "/api/compare", &all);
    assert_eq!(done["verdict"], "agree");
    let answers: Vec<&Json> =
        done["rows"].as_array().expect("rows").iter().map(|row| &row["answer"]).collect();
    assert_eq!(answers, ["sat", "sat", "unsupported"]);
    let heard = events(server.address, "/api/compare", &all);
    let names: Vec<&str> =
        heard.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "progress").collect();
    assert_eq!(names, ["started", "row", "row", "row", "done"]);
    let tasks = [("first", 1), ("unique", 2), ("all", 12), ("count", 12)];
    for (task, number) in tasks {
        let row = good(
            &server,
            "/api/solve",
            &json!({"instance": "order 3\n-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n", "task": task}),
        );
        assert_eq!(row["count"], number, "{task}: {row}");
    }
}

#[test]
fn instances_are_read_made_rated_and_written_in_other_forms() {
    let server = Server::start(&[]);
    let read = good(&server, "/api/read", &json!({"instance": SUDOKU}));
    assert_eq!(read["puzzle"], "sudoku");
    let cells = read["board"]["cells"].as_array().expect("cells");
    assert_eq!(
        (cells.len(), &cells[0]["given"], &cells[2]["given"]),
        (81, &json!("5"), &Json::Null)
    );
    for (puzzle, options) in [
        ("sudoku", json!({"order": 6, "clues": 12})),
        ("latin", json!({"order": 5, "holes": "10", "unique": true})),
        ("magic", json!({"order": 4, "unique": true})),
        ("keisuke", json!({"size": "4x5", "unique": true})),
        ("set", json!({"cards": 9, "sets": 2})),
        ("model", json!({"name": "zebra:3"})),
    ] {
        let mut body = json!({"puzzle": puzzle, "seed": 5});
        body.as_object_mut()
            .expect("members")
            .extend(options.as_object().expect("members").clone());
        let made = good(&server, "/api/generate", &body);
        let text = made["text"].as_str().expect("a text");
        let read = good(&server, "/api/read", &json!({"instance": text}));
        assert_eq!(read["title"], made["title"]);
        let solved = good(&server, "/api/solve", &json!({"instance": text, "task": "first"}));
        assert_eq!(solved["answer"], "sat", "{puzzle}: {solved}");
        for (to, sign) in [
            ("form", ""),
            ("dimacs", "p cnf "),
            ("smtlib", "(check-sat)"),
            ("opb", ">="),
            ("flatzinc", "solve "),
            ("minizinc", "output ["),
            ("svg", "<svg"),
        ] {
            let body = json!({"instance": text, "to": to});
            let text =
                good(&server, "/api/export", &body)["text"].as_str().expect("a text").to_owned();
            assert!(text.contains(sign), "{puzzle} to {to}: {text}");
        }
        let solution = &solved["solutions"][0];
        let body = json!({"instance": text, "solution": solution});
        assert_eq!(good(&server, "/api/check", &body)["solutions"][0]["valid"], true, "{puzzle}");
    }
    let rated = good(&server, "/api/rate", &json!({"instance": SUDOKU}));
    assert_eq!(rated["ratings"][0]["steps"]["end"], "solved");
    let picture = json!({"instance": SUDOKU, "to": "svg", "solution": SOLVED});
    assert!(
        good(&server, "/api/export", &picture)["text"].as_str().expect("SVG").contains("</svg>")
    );
}

#[test]
fn hints_come_in_tiers_and_find_wrong_entries() {
    let server = Server::start(&[]);
    for tier in 1..=4 {
        let found = good(&server, "/api/hint", &json!({"instance": SUDOKU, "tier": tier}));
        assert_eq!(found["tiers"].as_array().expect("tiers").len(), tier);
        assert_eq!(found["steps"].is_array(), tier == 4);
    }
    let wrong = json!({"instance": SUDOKU, "place": ["r1c3=5"]});
    let found = good(&server, "/api/hint", &wrong);
    assert_eq!(
        (&found["answer"], &found["fault"]["values"][0]),
        (&json!("fault"), &json!("r1c3 = 5"))
    );
    let path = good(&server, "/api/path", &json!({"instance": SUDOKU}));
    assert_eq!(path["end"], "solved");
    let cards = good(&server, "/api/generate", &json!({"puzzle": "set", "seed": 7}));
    let found = good(&server, "/api/hint", &json!({"instance": cards["text"], "tier": 1}));
    assert_eq!(found["choices"][0].as_array().expect("cards").len(), 1);
}

#[test]
fn explanations_have_the_checks_of_search_and_reformulation() {
    let server = Server::start(&[]);
    let cards = good(&server, "/api/generate", &json!({"puzzle": "set", "seed": 7}));
    let told = good(&server, "/api/explain", &json!({"instance": cards["text"]}));
    let all = told["explanations"].as_array().expect("explanations");
    let engines: Vec<&Json> = all.iter().map(|own| &own["engine"]).collect();
    assert_eq!(engines, ["reform:paper", "native:set-paper"]);
    assert!(all.iter().all(|own| own["counters"]["checks"].as_u64() > Some(0)));
    let own = json!({"instance": SUDOKU, "engines": ["native"], "max_nodes": 5});
    assert_eq!(good(&server, "/api/explain", &own)["explanations"][0]["engine"], "native");
}

#[test]
fn a_client_that_leaves_takes_its_work_along() {
    let server = Server::start(&[]);
    let body = json!({"instance": endless(), "task": "count", "timeout_s": 50}).to_string();
    for accept in ["application/json", "text/event-stream"] {
        let more = format!("Content-Type: application/json\r\nAccept: {accept}\r\n");
        let head = crate::http::head("POST", "/api/solve", server.address, &more, body.len());
        let mut stream = crate::http::connect(server.address);
        std::io::Write::write_all(&mut stream, (head + &body).as_bytes()).expect("a request");
        let begun = until(|| !server.children().is_empty());
        assert!(begun, "no work for {accept}");
        drop(stream);
        assert!(until(|| server.children().is_empty()), "{accept}: the work goes on");
    }
    assert_eq!(get(server.address, "/api/about").status, 200);
}

/// Waits up to 20 seconds for a condition.
pub(crate) fn until(mut done: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if done() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn an_interrupt_ends_the_server_and_its_work() {
    let server = Server::start(&[]);
    let body = json!({"instance": endless(), "task": "count", "timeout_s": 50}).to_string();
    let kind = "Content-Type: application/json\r\n";
    let head = crate::http::head("POST", "/api/solve", server.address, kind, body.len());
    let mut stream = crate::http::connect(server.address);
    std::io::Write::write_all(&mut stream, (head + &body).as_bytes()).expect("a request");
    assert!(until(|| !server.children().is_empty()));
    let children = server.children();
    assert_eq!(server.interrupt(), Some(0));
    let gone = |id: &u32| !std::path::Path::new(&format!("/proc/{id}")).exists();
    assert!(until(|| children.iter().all(gone)), "work is left behind");
}

#[test]
fn only_loopback_is_the_default_and_others_are_warned_of() {
    let output = |options: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parallax"));
        command.arg("serve").args(options);
        command.output().expect("it runs")
    };
    let taken = Server::start(&[]);
    let port = taken.address.port().to_string();
    let refused = output(&["--port", &port]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot listen at 127.0.0.1"));
    assert!(taken.address.ip().is_loopback());
}

/// A table with an overlap and a gap.
pub(crate) const TABLE: &str = r#"<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/">
<decision name="risk"><decisionTable hitPolicy="UNIQUE">
<input><inputExpression typeRef="number"><text>income</text></inputExpression></input>
<input><inputExpression typeRef="boolean"><text>employed</text></inputExpression></input>
<output name="risk"/>
<rule><inputEntry><text>&lt; 20</text></inputEntry><inputEntry><text>-</text></inputEntry>
<outputEntry><text>"&lt;img src=x onerror=window.hacked=1>"</text></outputEntry></rule>
<rule><inputEntry><text>[20..50]</text></inputEntry><inputEntry><text>true</text></inputEntry>
<outputEntry><text>"medium"</text></outputEntry></rule>
<rule><inputEntry><text>&gt;= 50</text></inputEntry><inputEntry><text>-</text></inputEntry>
<outputEntry><text>"low"</text></outputEntry></rule>
</decisionTable></decision></definitions>"#;

#[test]
fn decision_tables_are_drawn_with_their_faults() {
    let server = Server::start(&[]);
    let drawn = good(&server, "/api/lint", &json!({"instance": TABLE}));
    let page = drawn["text"].as_str().expect("a page");
    for piece in ["<tr class=\"overlap\"", "<tr class=\"gap\"", "income = 50", "&lt;img"] {
        assert!(page.contains(piece), "{piece}: {page}");
    }
    let found =
        good(&server, "/api/lint", &json!({"instance": TABLE, "find": "risk = \"medium\""}));
    let ranges = found["ranges"].as_array().expect("ranges");
    assert_eq!(ranges.len(), 2, "{found}");
    assert_eq!(ranges[0]["inputs"][1], json!(["employed", "true"]));
    assert_eq!(ranges[1]["confirmed"]["answer"], json!("yes"));
    let none = good(&server, "/api/lint", &json!({"instance": TABLE, "find": "risk = \"none\""}));
    assert_eq!(none["ranges"].as_array().map(Vec::len), Some(1), "{none}");
    let refused = post(server.address, "/api/lint", &json!({"instance": SUDOKU}));
    assert_eq!(refused.status, 422, "{}", refused.text());
}
