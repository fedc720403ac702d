//! Games of SET over HTTP.

use serde_json::{Value as Json, json};

use crate::http::{get, post};
use crate::server::Server;

/// Returns three cards of a state that are a set, and three that are not.
fn claims(state: &Json) -> (Option<[u64; 3]>, Option<[u64; 3]>) {
    let cards = state["cards"].as_array().expect("cards");
    let values: Vec<Vec<&str>> = cards
        .iter()
        .map(|card| {
            card["values"].as_array().expect("values").iter().filter_map(Json::as_str).collect()
        })
        .collect();
    let is_set = |a: usize, b: usize, c: usize| {
        (0..4).all(|k| {
            let [a, b, c] = [a, b, c].map(|card| values[card][k]);
            (a == b) == (b == c) && (a == b) == (a == c)
        })
    };
    let (mut set, mut none) = (None, None);
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            for c in b + 1..values.len() {
                let claim = [a, b, c].map(|card| card as u64 + 1);
                let place = if is_set(a, b, c) { &mut set } else { &mut none };
                place.get_or_insert(claim);
            }
        }
    }
    (set, none)
}

fn play(server: &Server, state: &Json, key: &Json, action: Json) -> (u16, Json) {
    let mut body = action;
    body["key"] = key.clone();
    let path = format!("/api/games/{}", state["id"].as_str().expect("a name"));
    let reply = post(server.address, &path, &body);
    (reply.status, reply.json())
}

#[test]
fn one_player_finds_sets_until_the_deck_is_empty() {
    let server = Server::start(&[]);
    let begun = post(server.address, "/api/games", &json!({"seed": 7}));
    assert_eq!(begun.status, 201);
    let begun = begun.json();
    let key = &begun["keys"][0];
    let mut state = begun.clone();
    let wrong = claims(&state).1.expect("three cards that are no set");
    let (code, after) =
        play(&server, &state, key, json!({"action": "claim", "cards": wrong, "turn": 0}));
    assert_eq!((code, &after["last"]["kind"]), (200, &json!("no set")));
    assert!(after["last"]["lines"].to_string().contains("neither all the same"));
    let (code, hinted) = play(&server, &state, key, json!({"action": "hint", "tier": 2}));
    assert_eq!((code, hinted["hint"]["choice"].as_array().map(Vec::len)), (200, Some(2)));
    let mut sets = 0;
    while state["over"] == false {
        let turn = state["turn"].clone();
        let (code, after) = match claims(&state).0 {
            Some(set) => {
                sets += 1;
                play(&server, &state, key, json!({"action": "claim", "cards": set, "turn": turn}))
            }
            None => play(&server, &state, key, json!({"action": "more", "turn": turn})),
        };
        assert_eq!(code, 200, "{after}");
        let (code, stale) = play(&server, &state, key, json!({"action": "more", "turn": turn}));
        assert_eq!((code, &stale["error"]), (409, &json!("the cards have changed")));
        state = after;
    }
    assert_eq!(
        state["players"],
        json!([{"sets": sets, "mistakes": 1, "hints": 1, "shown": 0, "score": sets - 1}])
    );
    assert_eq!((&state["left"], claims(&state).0), (&json!(0), None));
}

#[test]
fn two_players_have_keys_of_their_own() {
    let server = Server::start(&[]);
    let begun = post(server.address, "/api/games", &json!({"seed": 7, "players": 2})).json();
    let (first, second) = (&begun["keys"][0], &begun["keys"][1]);
    let set = claims(&begun).0.expect("a set");
    assert_eq!(play(&server, &begun, first, json!({"action": "claim", "cards": set})).0, 409);
    assert_eq!(play(&server, &begun, second, json!({"action": "buzz"})).0, 200);
    assert_eq!(play(&server, &begun, first, json!({"action": "buzz"})).0, 409);
    assert_eq!(play(&server, &begun, first, json!({"action": "claim", "cards": set})).0, 409);
    assert_eq!(play(&server, &begun, &json!("guess"), json!({"action": "buzz"})).0, 403);
    let (code, after) = play(&server, &begun, second, json!({"action": "claim", "cards": set}));
    assert_eq!((code, &after["players"][1]["sets"]), (200, &json!(1)));
    let path = format!("/api/games/{}", begun["id"].as_str().expect("a name"));
    let seen = get(server.address, &path).json();
    assert_eq!((&seen["turn"], &seen["keys"]), (&json!(1), &Json::Null), "keys are secret");
    assert_eq!(get(server.address, "/api/games/nobody").status, 404);
    assert_eq!(post(server.address, "/api/games", &json!({"players": 3})).status, 422);
}

#[test]
fn changes_are_told_to_those_who_watch() {
    use std::io::{BufRead, BufReader, Write};
    let server = Server::start(&[]);
    let begun = post(server.address, "/api/games", &json!({"seed": 7, "players": 2})).json();
    let path = format!("/api/games/{}/events", begun["id"].as_str().expect("a name"));
    let mut stream = crate::http::connect(server.address);
    let head = crate::http::head("GET", &path, server.address, "", 0);
    stream.write_all(head.as_bytes()).expect("a request");
    let mut lines = BufReader::new(stream).lines();
    let mut next = || -> Json {
        let data = lines.find_map(|line| Some(line.ok()?.strip_prefix("data: ")?.to_owned()));
        serde_json::from_str(&data.expect("an event")).expect("JSON")
    };
    assert_eq!(next()["buzz"], Json::Null);
    play(&server, &begun, &begun["keys"][0], json!({"action": "buzz"}));
    assert_eq!(next()["buzz"]["player"], 0);
    // The right to claim ends by itself.
    let late = (0..10).map(|_| next()).find(|state| state["buzz"].is_null()).expect("an end");
    assert_eq!(
        (&late["last"]["kind"], &late["players"][0]["mistakes"]),
        (&json!("late"), &json!(1))
    );
}
