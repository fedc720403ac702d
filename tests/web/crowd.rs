//! Many requests at once.

use std::collections::BTreeMap;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::api::{SUDOKU, endless, until};
use crate::http::{connect, get, head, post};
use crate::server::Server;

#[test]
fn of_two_hundred_requests_each_is_answered_or_refused() {
    const NUMBER: usize = 200;
    let server = Server::start(&["--seconds", "10", "--wait", "8", "--memory", "300"]);
    let at = server.address;
    let start = Instant::now();
    let seen = std::thread::scope(|scope| {
        let one = |number: usize| {
            let body = match number % 10 {
                0 => json!({"instance": endless(), "task": "count", "timeout_s": 1}),
                1 => {
                    json!({"instance": endless(), "engine": "sat:varisat", "task": "all", "timeout_s": 0.5})
                }
                2 => json!({"instance": "nonsense"}),
                _ => json!({"instance": SUDOKU, "timeout_s": 5}),
            };
            let sent = Instant::now();
            let reply = post(at, "/api/solve", &body);
            let answer = reply.json()["answer"].as_str().unwrap_or("refused").to_owned();
            (number % 10, reply.status, answer, sent.elapsed())
        };
        let threads: Vec<_> = (0..NUMBER).map(|number| scope.spawn(move || one(number))).collect();
        let watch = scope.spawn(|| {
            let mut most = 0;
            while start.elapsed() < Duration::from_secs(3) {
                most = most.max(server.memory_mb());
                // Pages and short requests are still served.
                assert_eq!(get(at, "/api/about").status, 200);
                std::thread::sleep(Duration::from_millis(100));
            }
            most
        });
        let seen: Vec<_> = threads.into_iter().map(|own| own.join().expect("an answer")).collect();
        let most = watch.join().expect("a watch");
        assert!(most < 150, "{most} MB");
        seen
    });
    assert_eq!(seen.len(), NUMBER, "none is lost");
    let mut sums: BTreeMap<(u16, String), usize> = BTreeMap::new();
    for (kind, status, answer, waited) in seen {
        let expected = match (kind, status) {
            (_, 503) => answer == "refused",
            (2, 422) => answer == "refused",
            (0 | 1, 200) => answer == "sat" || answer == "unknown",
            (3.., 200) => answer == "sat",
            _ => false,
        };
        assert!(expected, "{kind}: {status} {answer}");
        assert!(waited < Duration::from_secs(8 + 10 + 15), "{kind}: {waited:?}");
        *sums.entry((status, answer)).or_default() += 1;
    }
    println!("{sums:?}");
    assert!(sums.keys().any(|(status, _)| *status == 200));
    assert!(until(|| server.children().is_empty()));
    assert_eq!(post(at, "/api/solve", &json!({"instance": SUDOKU})).json()["answer"], "sat");
}

/// Returns the states of the server's children, such as `Z` for one that nobody has waited for.
#[cfg(target_os = "linux")]
fn states(server: &Server) -> String {
    let stat = |child: u32| std::fs::read_to_string(format!("/proc/{child}/stat")).ok();
    let state = |text: String| text.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    server.children().into_iter().filter_map(stat).filter_map(state).collect()
}

/// Clients leave while engines work in processes below those of their commands. These are adopted
/// by the server when the command is killed, and it waits for each.
#[test]
#[cfg(target_os = "linux")]
fn clients_that_leave_leave_no_zombies() {
    let server = Server::start(&["--seconds", "5", "--memory", "300"]);
    let at = server.address;
    let body = json!({"instance": endless(), "engine": "native"}).to_string();
    let kind = "Content-Type: application/json\r\n";
    for _ in 0..12 {
        let clients: Vec<_> = (0..16)
            .map(|_| {
                let mut client = connect(at);
                let head = head("POST", "/api/solve", at, kind, body.len());
                client.write_all((head + &body).as_bytes()).expect("sent");
                client
            })
            .collect();
        std::thread::sleep(Duration::from_millis(150));
        drop(clients);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(until(|| states(&server).is_empty()), "{}", states(&server));
}
