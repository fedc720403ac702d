//! Puzzles on grids: every form in which they come, play on them, and the forms in which they
//! leave.

use serde_json::{Value as Json, json};

use crate::http::post;
use crate::server::Server;

pub(crate) const KILLER: &str = "puzzle: sudoku 4\n....\n3...\n....\n....\n\
                      cage 3: r1c1 r1c2\ncage 7: r1c3 r1c4\ncage 5: r3c1 r4c1\n";
/// A page with a drawing that no rule explains.
pub(crate) const DRAWN: &str = r##"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],
[{},{},{},{"value":1,"given":true}]],"line":[{"lines":[["R1C1","R1C2"]],"outlineC":"#ff0000"}]}"##;

fn good(server: &Server, path: &str, body: &Json) -> Json {
    let reply = post(server.address, path, body);
    assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
    reply.json()
}

fn exported(server: &Server, text: &str, to: &str) -> String {
    let answer = good(server, "/api/export", &json!({"instance": text, "to": to}));
    answer["text"].as_str().expect("a text").to_owned()
}

#[test]
fn every_form_of_a_grid_is_recognised_drawn_and_solved() {
    let server = Server::start(&[]);
    let link = exported(&server, KILLER, "f-puzzles-link");
    let (_, packed) = link.split_once("load=").expect("a link");
    let forms = [
        (KILLER.to_owned(), "the plain form of grid puzzles"),
        (exported(&server, KILLER, "f-puzzles"), "JSON of f-puzzles"),
        (link.clone(), "a link of f-puzzles"),
        (format!("https://sudokupad.app/fpuzzles{packed}"), "a link of SudokuPad"),
        (exported(&server, KILLER, "iss"), "a constraint string of ISS"),
        ("4:__a_7bbaa_a_,d2a5s2m6d2s2a5m4\n".to_owned(), "a game ID of Tatham's puzzles"),
        ("https://puzz.link/p?sudoku/4/4/g2j1h1j3g".to_owned(), "an address of puzz.link"),
    ];
    let plain = exported(&server, KILLER, "plain");
    for (place, (text, name)) in forms.iter().enumerate() {
        let read = good(&server, "/api/read", &json!({"instance": text}));
        assert_eq!((&read["puzzle"], &read["found_as"]), (&json!("grid"), &json!(name)), "{text}");
        let svg = read["svg"].as_str().expect("a picture");
        assert!(svg.contains("data-cell=\"40\"") && !svg.contains("data-ink"), "{svg}");
        let cells = read["board"]["cells"].as_array().expect("cells");
        assert_eq!(cells.len(), 16, "{text}");
        let solved = good(&server, "/api/solve", &json!({"instance": text, "task": "first"}));
        assert_eq!(solved["answer"], "sat", "{text}");
        if place < 4 {
            assert_eq!(exported(&server, text, "plain"), plain, "{name}");
        }
    }
    let read = good(&server, "/api/read", &json!({"instance": KILLER}));
    assert_eq!(read["clues"][0], "r2c1 = 3");
    assert_eq!(read["clues"].as_array().expect("clues").len(), 4);
    assert!(read["forms"].as_array().expect("forms").contains(&json!("iss")));
}

#[test]
fn black_cells_take_no_digits_and_filled_cells_are_named() {
    let server = Server::start(&[]);
    let made =
        good(&server, "/api/generate", &json!({"puzzle": "grid", "kind": "kakuro", "seed": 3}));
    let read = good(&server, "/api/read", &json!({"instance": made["text"]}));
    let board = &read["board"];
    let number = |name: &str| board[name].as_u64().expect("a number");
    let cells = board["cells"].as_array().expect("cells");
    assert!((cells.len() as u64) < number("rows") * number("columns"));
    let nonogram = "puzzle: nonogram 3x3\nrows: 1, 3, 1\ncolumns: 1, 3, 1\n";
    let read = good(&server, "/api/read", &json!({"instance": nonogram}));
    assert!(read["svg"].as_str().expect("a picture").contains("data-ink=\"1\""));
    assert_eq!(read["board"]["cells"][0]["values"], json!(["0", "1"]));
}

#[test]
fn digits_beyond_nine_and_large_boards_are_read() {
    let server = Server::start(&[]);
    let wide = good(&server, "/api/read", &json!({"instance": "puzzle: sudoku 49\n"}));
    assert_eq!(wide["board"]["cells"][0]["values"].as_array().expect("values").len(), 49);
    // Each of 900 cells may have each of 900 numbers, which are listed once.
    let path = good(&server, "/api/read", &json!({"instance": "puzzle: path 30x30\n"}));
    assert_eq!(path["board"]["values"].as_array().expect("values").len(), 900);
    assert_eq!(path["board"]["cells"][0].get("values"), None);
}

#[test]
fn grids_are_checked_hinted_and_marked() {
    let server = Server::start(&[]);
    let with = |place: &[&str]| json!({"instance": KILLER, "place": place});
    let found = good(&server, "/api/hint", &with(&["r1c1=1"]));
    assert_eq!(found["fault"]["values"][0], "r1c1 = 1");
    assert!(!found["fault"]["conflict"].as_array().expect("rules").is_empty());
    let found = good(&server, "/api/hint", &with(&[]));
    assert_eq!(found["answer"], "step");
    assert!(!found["steps"][0]["reason"].as_array().expect("rules").is_empty());
    let marks = good(&server, "/api/candidates", &with(&[]));
    let of = |marks: &Json, cell: usize| marks["variables"][cell]["possible"].clone();
    assert_eq!((&marks["complete"], of(&marks, 4)), (&json!(true), json!(["3"])));
    assert_eq!((of(&marks, 0), of(&marks, 2)), (json!(["2"]), json!(["3", "4"])));
    let marks = good(&server, "/api/candidates", &with(&["r1c3=4"]));
    assert_eq!((of(&marks, 2), of(&marks, 3)), (json!(["4"]), json!(["3"])));
    let marks = good(&server, "/api/candidates", &with(&["r1c1=1"]));
    assert_eq!(marks["answer"], "unsat");
    let row = good(&server, "/api/solve", &json!({"instance": KILLER, "task": "unique"}));
    assert_eq!((&row["count"], &row["complete"]), (&json!(2), &json!(false)), "{row}");
}

#[test]
fn drawings_are_refused_or_left_out() {
    let server = Server::start(&[]);
    let reply = post(server.address, "/api/read", &json!({"instance": DRAWN}));
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("drawings that no rule"), "{}", reply.text());
    let body = |more: Json| {
        let mut body = json!({"instance": DRAWN, "ignore_drawings": true});
        body.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
        body
    };
    let read = good(&server, "/api/read", &body(json!({})));
    assert_eq!(read["notes"], json!(["ignored drawings: line R1C1 R1C2"]));
    good(&server, "/api/solve", &body(json!({"task": "first"})));
    good(&server, "/api/compare", &body(json!({"engines": "native", "task": "first"})));
    good(&server, "/api/hint", &body(json!({})));
    good(&server, "/api/path", &body(json!({})));
    good(&server, "/api/rate", &body(json!({})));
    good(&server, "/api/candidates", &body(json!({})));
    good(&server, "/api/explain", &body(json!({"engines": ["native"], "max_nodes": 5})));
    good(&server, "/api/export", &body(json!({"to": "plain"})));
    let solution = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1";
    let checked = good(&server, "/api/check", &body(json!({"solution": solution})));
    assert_eq!(checked["solutions"][0]["valid"], true, "{checked}");
}

#[test]
fn kinds_of_grids_are_made_and_leave_in_the_forms_that_have_room() {
    let server = Server::start(&[]);
    let sizes = [("killer", 4), ("jigsaw", 5), ("thermo", 4), ("arrow", 4), ("kropki", 4)];
    let more =
        [("futoshiki", 4), ("calcudoku", 3), ("kakuro", 6), ("skyscrapers", 4), ("takuzu", 6)];
    for (kind, size) in sizes.into_iter().chain(more) {
        let body = json!({"puzzle": "grid", "kind": kind, "size": size, "seed": 2});
        let made = good(&server, "/api/generate", &body);
        let text = made["text"].as_str().expect("a text");
        let row = good(&server, "/api/solve", &json!({"instance": text, "task": "unique"}));
        assert_eq!((&row["count"], &row["complete"]), (&json!(1), &json!(true)), "{kind}");
        let mut written = 0;
        for to in ["f-puzzles", "f-puzzles-link", "tatham", "puzz.link", "iss"] {
            let reply = post(server.address, "/api/export", &json!({"instance": text, "to": to}));
            if reply.status == 200 {
                let back = reply.json()["text"].clone();
                let row = good(&server, "/api/solve", &json!({"instance": back, "task": "unique"}));
                assert_eq!(row["count"], 1, "{kind} {to}: {back}");
                written += 1;
            } else {
                let words = reply.text();
                assert!(reply.status == 422 && words.contains(&format!("not as {to}")), "{words}");
            }
        }
        assert!(written > 0, "{kind} leaves in no form");
    }
}
