//! Texts of grid puzzles that mean harm, or are damaged.

use serde_json::json;

use crate::grids::DRAWN;
use crate::http::{get, post, request};
use crate::server::Server;

/// The signs of compressed texts.
const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Compresses a letter that is repeated in pieces of 1, 2, ... letters, as lz-string does: each
/// code is the next entry of the dictionary.
fn repeated(pieces: u32) -> String {
    let mut bits: Vec<bool> = Vec::new();
    let mut write = |number: u32, width: u32| {
        bits.extend((0..width).map(|place| number >> place & 1 == 1));
    };
    write(0, 2);
    write(u32::from(b'a'), 8);
    let (mut width, mut left) = (3, 4);
    for piece in 0..pieces {
        write(4 + piece, width);
        left -= 1;
        if left == 0 {
            left = 1 << width;
            width += 1;
        }
    }
    write(2, width);
    let sign = |six: &[bool]| {
        let bit = |place| u8::from(six.get(place).copied().unwrap_or(false));
        SIGNS[(0..6).fold(0, |value, place| value << 1 | bit(place)) as usize] as char
    };
    bits.chunks(6).map(sign).collect()
}

#[test]
fn links_that_unpack_to_too_much_are_refused() {
    let server = Server::start(&[]);
    let small = format!("https://www.f-puzzles.com/?load={}", repeated(20));
    let reply = post(server.address, "/api/read", &json!({"instance": small}));
    // What it unpacks to is no JSON, but it unpacks.
    assert!(reply.status == 422 && !reply.text().contains("damaged"), "{}", reply.text());
    for address in ["https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"] {
        let bomb = format!("{address}{}", repeated(20_000));
        let reply = post(server.address, "/api/read", &json!({"instance": bomb}));
        assert_eq!(reply.status, 422);
        assert!(reply.text().contains("unpacks to more than"), "{}", reply.text());
    }
    assert!(server.peak_mb() < 100, "{} MB", server.peak_mb());
}

#[test]
fn hostile_texts_of_grids_are_refused_with_the_place() {
    let mut server = Server::start(&["--timeout", "10"]);
    let deep =
        format!("{{\"size\":4,\"grid\":[[{{\"a\":{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let long = format!("puzzle: sudoku 9\n{}", "x".repeat(900_000));
    let many = format!("puzzle: sudoku 9\n{}", "cage 3: r1c1 r1c2\n".repeat(40_000) + "cage x\n");
    for (text, piece) in [
        ("puzzle: sudoku 51\n".to_owned(), "51"),
        ("puzzle: sudoku 99999999999999999999\n".to_owned(), "instance:1"),
        ("puzzle: sudoku 9\ncage 17: r1c1 r1c99\n".to_owned(), "instance:2"),
        ("puzzle: sudoku 4\n.9..\n....\n....\n....\n".to_owned(), "instance:5"),
        (many, "instance:40002"),
        (long, "instance:2"),
        (deep, ""),
        ("https://www.f-puzzles.com/?load=N4I".to_owned(), "too early"),
        ("https://www.f-puzzles.com/?load=%%%%".to_owned(), ""),
        ("https://sudokupad.app/abcdef".to_owned(), ""),
        ("https://tinyurl.com/abcdef".to_owned(), ""),
        ("https://puzz.link/p?sudoku/999/999/1".to_owned(), "999"),
        ("https://puzz.link/p?nurikabe/4/4/1".to_owned(), ""),
        (".Shape~99x99".to_owned(), ""),
        (".Cage~0~R1C1~R99C1".to_owned(), ""),
        ("9999999:a,".to_owned(), ""),
        (DRAWN.to_owned(), "drawings"),
    ] {
        let shown = &text[..text.len().min(80)];
        for path in ["/api/read", "/api/candidates"] {
            let reply = post(server.address, path, &json!({"instance": text}));
            let (words, status) = (reply.text(), reply.status);
            assert!(status == 422 && words.contains(piece), "{path} {shown}: {status} {words}");
            assert!(!words.contains("panicked"), "{shown}: {words}");
        }
    }
    let kind = "Content-Type: application/json\r\n";
    for body in [&b"{\"instance\": \"puzzle: sudoku \xe9\"}"[..], b"\xff\xfe{\x00\"\x00"] {
        assert_eq!(request(server.address, "POST", "/api/read", kind, body).status, 400);
    }
    for grid in [
        json!({}),
        json!({"kind": "--out=/tmp/parallax-evil"}),
        json!({"kind": "killer", "size": 1000}),
    ] {
        let mut body = json!({"puzzle": "grid"});
        body.as_object_mut().expect("members").extend(grid.as_object().expect("members").clone());
        let reply = post(server.address, "/api/generate", &body);
        assert!((400..500).contains(&reply.status), "{grid}: {}", reply.text());
    }
    assert!(server.runs() && get(server.address, "/solve").status == 200);
}

#[test]
fn no_words_of_a_setter_become_elements_of_a_picture() {
    let server = Server::start(&[]);
    let evil = "</text><script>window.hacked=1</script>\"";
    let grid = vec![vec![json!({}); 4]; 4];
    let text = json!({"size": 4, "title": evil, "grid": grid}).to_string();
    let read = post(server.address, "/api/read", &json!({"instance": text}));
    assert_eq!(read.status, 200, "{}", read.text());
    assert_eq!(read.json()["notes"], json!([format!("title: {evil}")]));
    assert!(!read.json()["svg"].as_str().expect("a picture").contains("<script"));
}
