//! The pages, used by means of what they show.

use serde_json::{Value as Json, json};

use crate::api::{SUDOKU, endless};
use crate::driver::Window;
use crate::server::Server;

const DELETE: &str = "\u{e017}";
const RIGHT: &str = "\u{e014}";

pub(crate) fn url(server: &Server, path: &str) -> String {
    format!("http://{}{path}", server.address)
}

/// Returns the cards that the page shows: their letters and their words.
fn cards(window: &Window) -> Vec<(String, Vec<String>)> {
    let labels = window.wait("cards", |window| {
        let labels = window.labels(".face");
        if labels.len() >= 12 { Ok(labels) } else { Err(format!("{} cards", labels.len())) }
    });
    let card = |label: String| {
        let (letter, words) = label.split_once(": ").expect("a letter");
        let words = words.split(' ').map(|word| word.trim_end_matches('s').to_owned());
        (letter.to_owned(), words.collect())
    };
    labels.into_iter().map(card).collect()
}

/// Returns the letters of three cards on the table that are a set, or of three that are not.
fn three(window: &Window, wanted: bool) -> Option<[String; 3]> {
    let cards = cards(window);
    let is_set = |a: &[String], b: &[String], c: &[String]| {
        (0..4).all(|k| (a[k] == b[k]) == (b[k] == c[k]) && (a[k] == b[k]) == (a[k] == c[k]))
    };
    for (i, (first, a)) in cards.iter().enumerate() {
        for (j, (second, b)) in cards.iter().enumerate().skip(i + 1) {
            for (third, c) in &cards[j + 1..] {
                if is_set(a, b, c) == wanted {
                    return Some([first, second, third].map(Clone::clone));
                }
            }
        }
    }
    None
}

fn click_cards(window: &Window, letters: &[String; 3]) {
    for letter in letters {
        window.click(&format!(".face[aria-label^='{letter}: ']"));
    }
}

#[test]
fn a_set_is_found_within_five_actions() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 900) else { return };
    // A deck whose first cards have a set; the first action opens the page.
    window.goto(&url(&server, "/?seed=7"));
    let wrong = three(&window, false).expect("three cards that are no set");
    let set = three(&window, true).expect("a set");
    window.picture("set");
    click_cards(&window, &set);
    window.shows("#status", "A set!");
    window.shows("#scores", "1 set,");
    window.shows("#reason", "all");
    assert_eq!(cards(&window).len(), 12);
    // Three cards that are not a set: the failing attribute is named.
    let wrong = three(&window, false).unwrap_or(wrong);
    click_cards(&window, &wrong);
    window.shows("#status", "No set.");
    window.shows("#reason", "neither all the same nor all different");
    window.picture("no-set");
    window.click("#hint1");
    window.shows("#status", "There is");
    window.click("#hint2");
    window.shows("#scores", "2 hints");
    window.click("#csp summary");
    window.click("#compare");
    window.shows("#verdict", "agree: ");
    for engine in ["native:set-paper", "reform:paper", "sat:varisat+direct"] {
        window.shows("#effort", engine);
    }
    window.shows("#effort", "constraint checks");
    window.picture("csp");
    window.click("#explain");
    window.shows("#sums", "constraint checks");
    window.is_clean();
}

#[test]
fn a_game_is_played_with_keys_alone() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 900) else { return };
    window.goto(&url(&server, "/?seed=7"));
    for _ in 0..8 {
        let before = window.text("#scores");
        match three(&window, true) {
            Some(letters) => {
                window.press(&letters.concat().to_lowercase());
                window.shows("#status", "A set!");
            }
            None => {
                window.press("+");
                window.shows("#status", "three more cards");
            }
        }
        window.wait("a change", |window| {
            let same =
                window.text("#scores") == before && window.text("#status").contains("A set!");
            if same { Err("the same score".into()) } else { Ok(()) }
        });
    }
    window.press("?");
    window.shows("#status", "There is");
    window.is_clean();
}

#[test]
fn two_players_buzz_on_one_screen() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 900) else { return };
    window.goto(&url(&server, "/"));
    cards(&window);
    window.script("document.getElementById('players').value = '2'");
    window.fill("#seed", "7");
    window.click("#new button");
    window.shows("#scores", "player 2");
    let set = three(&window, true).expect("a set");
    click_cards(&window, &set);
    window.shows("#status", "Buzz before you claim");
    window.press("0");
    window.shows("#status", "Player 2 has buzzed");
    click_cards(&window, &three(&window, false).expect("no set"));
    window.shows("#status", "Player 2: no set");
    window.press("1");
    window.shows("#status", "Player 1 has buzzed");
    click_cards(&window, &set);
    window.shows("#status", "Player 1: a set!");
    window.shows("#scores", "player 2: -1");
    window.picture("two-players");
    window.is_clean();
}

#[test]
fn two_players_share_a_link() {
    let server = Server::start(&[]);
    let (Some(one), Some(other)) = (Window::open(1000, 800), Window::open(1000, 800)) else {
        return;
    };
    one.goto(&url(&server, "/"));
    cards(&one);
    one.script("document.getElementById('players').value = 'shared'");
    one.fill("#seed", "7");
    one.click("#new button");
    one.shows("#scores", "player 1 (you)");
    let link = one.script("return document.getElementById('link').value");
    other.goto(link.as_str().expect("a link"));
    other.shows("#scores", "player 2 (you)");
    let set = three(&other, true).expect("a set");
    other.press("1");
    other.shows("#status", "has buzzed");
    click_cards(&one, &set);
    one.shows("#status", "Player 2 has buzzed");
    click_cards(&other, &set);
    other.shows("#status", "Player 2: a set!");
    one.shows("#status", "Player 2: a set!");
    assert_eq!(cards(&one), cards(&other));
    one.is_clean();
    other.is_clean();
}

#[test]
fn a_game_survives_a_reload() {
    let server = Server::start(&[]);
    let (Some(host), Some(guest)) = (Window::open(1280, 800), Window::open(1000, 800)) else {
        return;
    };
    host.goto(&url(&server, "/"));
    let before = cards(&host);
    host.script("location.reload()");
    host.shows("#status", "Your game goes on");
    assert_eq!(cards(&host), before);
    // A claim that there is no set costs a point if there is one, and so does a set that is shown.
    host.goto(&url(&server, "/?seed=7"));
    cards(&host);
    host.click("#more");
    host.shows("#status", "There is a set");
    host.shows("#scores", "1 mistake");
    host.click("#hint3");
    host.shows("#scores", "1 shown set");
    host.shows("#scores", "-2");
    // After a set the focus is where it was, its cards are shown, and the table has not moved.
    let top = || host.script("return document.getElementById('table').getBoundingClientRect().top");
    let (place, set) = (top(), three(&host, true).expect("a set"));
    click_cards(&host, &set);
    host.shows("#status", "A set!");
    let seen = host.script(
        "return [document.querySelectorAll('#taken .face').length, document.activeElement.className]",
    );
    assert_eq!(seen, json!([3, "face"]));
    assert_eq!(top(), place);
    host.picture("set-reason");
    // The host of a shared game keeps the seat and the link.
    host.script("document.getElementById('players').value = 'shared'");
    host.click("#new button");
    host.shows("#scores", "player 1 (you)");
    let link = host.script("return document.getElementById('link').value");
    guest.goto(link.as_str().expect("a link"));
    guest.shows("#scores", "player 2 (you)");
    host.goto(&url(&server, "/"));
    host.shows("#scores", "player 1 (you)");
    assert_eq!(host.script("return document.getElementById('link').value"), link);
    guest.press("1");
    host.shows("#status", "Player 2 has buzzed");
    host.is_clean();
    guest.is_clean();
}

#[test]
fn explanations_are_stepped_through() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1300, 1000) else { return };
    window.goto(&url(&server, "/explain"));
    window.shows("#sums", "reform:paper");
    window.shows("#sums", "native:set-paper");
    let checks = window.script(
        "return [...document.querySelectorAll('#sums tr')].slice(1).map(row => Number(row.lastChild.textContent.replace(/,/g, '')))",
    );
    let checks: Vec<u64> =
        checks.as_array().expect("numbers").iter().filter_map(Json::as_u64).collect();
    assert!(checks.len() == 2 && checks.iter().all(|&n| n > 0), "{checks:?}");
    window.shows("#panels", "Domain table");
    window.shows("#panels", "Heuristic");
    window.click("#on");
    window.shows("#panels", "step 2 of");
    window.press(RIGHT);
    window.shows("#panels", "step 3 of");
    // The steps are those of the tree from top to bottom.
    let order = window.script(
        "const panel = panels[0], tops = panel.order.map(i => panel.items[i].getBoundingClientRect().top); \
         return [tops.length > 5, tops.every((top, at) => at === 0 || top > tops[at - 1]), \
         panel.tree.querySelectorAll('button:not([tabindex=\"-1\"])').length]",
    );
    assert_eq!(order, json!([true, true, 0]));
    window.picture("explain");
    window.script("document.getElementById('pace').value = '600'");
    window.click("#play");
    // A slow machine may miss a step, but not all that follow.
    window.wait("the play", |window| {
        let text = window.text("#panels");
        let step = text.split("step ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        if step.is_some_and(|step: u32| step >= 5) { Ok(()) } else { Err(text) }
    });
    window.click("#play");
    window.shows("#play", "play");
    window.is_clean();
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn a_sudoku_is_written_hinted_and_solved() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1300, 1100) else { return };
    window.goto(&url(&server, "/solve"));
    window.shows("#title", "sudoku 9x9");
    window.click("#source summary");
    window.fill("#instance", SUDOKU);
    window.click("#paste button");
    window.shows("#title", "sudoku 9x9, 30 clues");
    // A value that row 1 already has.
    window.click("[data-name=r1c3]");
    window.press("5");
    window.shows("#status", "r1c3 = 5");
    window.shows("#reason", "row 1 has it already");
    window.press("4");
    window.wait("no conflict", |window| match window.text("#status").as_str() {
        "" => Ok(()),
        other => Err(other.to_owned()),
    });
    window.press(DELETE);
    for (number, piece) in ["Look at", "r1c6", "hidden single", "box 2"].into_iter().enumerate() {
        window.click("#hint");
        window.wait("a tier", |window| {
            let text = window.text("#status").to_lowercase() + &window.text("#reason");
            if text.contains(&piece.to_lowercase()) {
                Ok(())
            } else {
                Err(format!("{number}: {text}"))
            }
        });
    }
    window.picture("hint");
    window.click("#apply");
    window.wait("the value", |window| match window.text("[data-name=r1c6]").as_str() {
        "8" => Ok(()),
        other => Err(other.to_owned()),
    });
    // Pencil marks, by the pad.
    window.click("[data-name=r1c4]");
    window.press(" ");
    window.press("26");
    window.wait("marks", |window| {
        match window.text("[data-name=r1c4]").replace('\n', "").as_str() {
            "26" => Ok(()),
            other => Err(other.to_owned()),
        }
    });
    window.press(" ");
    window.click("#path");
    window.shows("#status", "Step 1 of");
    window.click("#next");
    window.shows("#status", "Step 2 of");
    window.picture("path");
    window.click("#rate");
    window.shows("#status", "Hardest step");
    window.click("#solve");
    window.shows("#verdict", "1 solution");
    window.click("#compare");
    window.shows("#verdict", "agree: ");
    window.wait("a picture", |window| {
        let loaded = window.script("const i = document.querySelector('#solution img'); return i && i.complete && i.naturalWidth > 0");
        if loaded == json!(true) { Ok(()) } else { Err("no picture".into()) }
    });
    window.picture("solved");
    for to in ["form", "dimacs", "smtlib", "svg"] {
        window.click(&format!("[data-to={to}]"));
        window.shows("#status", "characters");
    }
    window.is_clean();
}

#[test]
fn a_long_run_is_cancelled() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 1000) else { return };
    window.goto(&url(&server, "/solve"));
    window.shows("#title", "sudoku");
    window.click("#source summary");
    // Typing it key by key takes long.
    let text = serde_json::to_string(&endless()).expect("a text");
    window.script(&format!("document.getElementById('instance').value = {text}"));
    window.click("#paste button");
    window.shows("#title", "endless");
    window.script("document.getElementById('task').value = 'count'");
    window.fill("#timeout", "50");
    window.click("#solve");
    window.shows("#progress", "running for 1 s");
    window.click("#cancel");
    window.shows("#verdict", "cancelled");
    assert!(crate::api::until(|| server.children().is_empty()), "the work goes on");
    window.is_clean();
}

#[test]
fn decision_tables_are_checked_and_searched() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 900) else { return };
    window.goto(&url(&server, "/tables"));
    window.click("#example");
    window.shows("#status", "1 table: 3 marked rows");
    let drawn = |window: &Window| {
        window.script("return document.getElementById('drawn').shadowRoot.textContent")
    };
    let text = drawn(&window);
    assert!(text.as_str().is_some_and(|text| text.contains("no rule applies")), "{text}");
    // The style of the drawing holds in spite of the policy of the server.
    let colour = window.script(
        "return getComputedStyle(document.getElementById('drawn').shadowRoot.querySelector('tr.gap td')).borderTopStyle",
    );
    assert_eq!(colour, json!("dashed"));
    window.picture("tables");
    window.script("document.getElementById('find').value = 'risk = \"medium\"'");
    window.click("#search button");
    window.shows("#status", "1 range of inputs");
    window.shows("#reason", "employed: true");
    window.shows("#reason", "confirmed by");
    // A text of a table is never run.
    let evil = serde_json::to_string(crate::api::TABLE).expect("a text");
    window.script(&format!("document.getElementById('instance').value = {evil}"));
    window.click("#ask button[type=submit]");
    window.wait("the table", |window| {
        let text = drawn(window);
        if text.as_str().is_some_and(|text| text.contains("<img")) {
            Ok(())
        } else {
            Err(text.to_string())
        }
    });
    assert_eq!(window.script("return window.hacked === undefined"), json!(true));
    // The address holds the file.
    window.script("location.reload()");
    window.shows("#status", "1 table");
    window.script("document.getElementById('instance').value = 'no file of DMN'");
    window.click("#ask button[type=submit]");
    window.wait("a refusal", |window| {
        let kind = window.script("return document.getElementById('status').className");
        if kind == json!("status bad") { Ok(()) } else { Err(kind.to_string()) }
    });
}

#[test]
fn entries_survive_a_reload_and_the_way_back() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1280, 800) else { return };
    let solve = url(&server, &format!("/solve#instance={}", crate::api::SUDOKU));
    window.goto(&solve);
    window.shows("#title", "sudoku 9x9");
    window.click("[data-name=r1c3]");
    window.press("4");
    window.click("[data-name=r1c4]");
    window.press(" ");
    window.press("2");
    window.press("6");
    let board = || {
        let text = |name: &str| window.text(&format!("[data-name={name}]")).replace('\n', "");
        (text("r1c3"), text("r1c4"))
    };
    assert_eq!(board(), ("4".into(), "26".into()));
    window.script("location.reload()");
    window.shows("#status", "Your entries are back");
    assert_eq!(board(), ("4".into(), "26".into()));
    window.goto(&url(&server, "/explain"));
    window.script("history.back()");
    window.shows("#status", "Your entries are back");
    window.click("#undo");
    window.wait("the mark that is taken back", |_| {
        let own = board();
        if own == ("4".into(), "2".into()) { Ok(()) } else { Err(format!("{own:?}")) }
    });
    // Another board has no entries, and its own keep.
    window.goto("about:blank");
    window.goto(&url(&server, "/solve#instance=1..............."));
    window.shows("#title", "sudoku 4x4");
    assert_eq!(window.text("[data-name=r1c3]"), "");
    window.is_clean();
}

#[test]
fn pencil_marks_are_those_of_sight() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1280, 800) else { return };
    window.goto(&url(&server, "/solve#instance=12.............4"));
    window.shows("#title", "sudoku 4x4, 3 clues");
    let marks = |name: &str| window.text(&format!("[data-name={name}]")).replace('\n', "");
    window.click("#upkeep");
    window.click("#marks");
    assert_eq!(
        (marks("r1c3"), marks("r1c4"), marks("r3c1")),
        ("34".into(), "3".into(), "234".into())
    );
    // An entry strikes the marks of the cells that see it, and undo brings them back.
    window.click("[data-name=r3c3]");
    window.press("3");
    assert_eq!((marks("r1c3"), marks("r3c1")), ("4".into(), "24".into()));
    window.click("#undo");
    assert_eq!((marks("r1c3"), marks("r3c1")), ("34".into(), "234".into()));
    // What solutions have is shown beside the marks, and hidden again.
    window.click("#truth");
    window.shows("#status", "Each");
    window.click("#truth");
    assert_eq!(marks("r1c3"), "34");
    window.is_clean();
}

#[test]
fn a_conflict_is_marked_explained_and_mended() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1280, 800) else { return };
    window.goto(&url(&server, &format!("/solve#instance={}", crate::api::SUDOKU)));
    window.shows("#title", "sudoku 9x9");
    window.click("[data-name=r1c3]");
    window.press("1");
    window.click("#truth");
    window.shows("#status", "there is no solution");
    window.click("#actions button");
    window.shows("#status", "cannot hold together");
    window.shows("#reason", "confirmed by");
    let marked = window.script("return document.querySelectorAll('.cell.conflict').length > 1");
    assert_eq!(marked, json!(true));
    window.picture("conflict");
    window.shows("#actions", "Change r1c3 to 4");
    window.click("#actions button");
    window.shows("[data-name=r1c3]", "4");
    // A single value, by the keys of the pad.
    window.click("[data-name=r1c4]");
    window.script("[...document.querySelectorAll('#pad button')].find(own => own.textContent === 'why not').click()");
    window.press("9");
    window.shows("#status", "r1c4 cannot be 9");
    window.is_clean();
}

#[test]
fn a_comparison_is_chosen_sorted_saved_and_linked() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1280, 800) else { return };
    window.goto(&url(&server, &format!("/solve#instance={}", crate::api::SUDOKU)));
    window.shows("#title", "sudoku 9x9");
    window.wait("the engines", |window| match window.text("#engine") {
        text if text.contains("native") => Ok(()),
        other => Err(other),
    });
    window.script(
        "document.getElementById('none').click(); for (const own of document.querySelectorAll('#engines input')) \
         own.checked = ['native', 'brute'].includes(own.value) || own.value.startsWith('sat:varisat')",
    );
    window.script("document.getElementById('timeout').value = '30'");
    window.click("#compare");
    window.shows("#verdict", "agree: 1 solution");
    window.shows("#verdict", "1 engine not for this instance");
    window.shows("#effort summary", "1 engine not for this instance");
    let engines = |window: &Window| {
        window.script("return [...document.querySelectorAll('#effort tbody tr')].map(row => row.cells[0].textContent)")
    };
    window.script("document.querySelector('#effort .sort').click()");
    let sorted = engines(&window);
    window.script("document.querySelector('#effort .sort').click()");
    let turned = engines(&window);
    let names = |list: &Json| list.as_array().expect("rows").clone();
    assert_eq!(names(&sorted).into_iter().rev().collect::<Vec<_>>(), names(&turned));
    window.shows("#effort", "Save as CSV");
    window.picture("comparison");
    // The address runs the same comparison again.
    window.script("location.reload()");
    window.shows("#verdict", "1 engine not for this instance");
    // A fault of a text is marked in the field, and no older board stays.
    window.script("document.getElementById('source').open = true");
    window.script("document.getElementById('instance').value = '{\"format\": \"parallax-model-1\",\\n \"name\": 7}'");
    window.click("#paste button");
    window.shows("#title", "This cannot be read");
    let place = window.script(
        "return [document.activeElement.id, document.getElementById('instance').selectionStart > 20, \
         document.getElementById('board').childElementCount]",
    );
    assert_eq!(place, json!(["instance", true, 0]));
    window.is_clean();
}

#[test]
fn nothing_moves_and_the_pad_stays_in_view() {
    let server = Server::start(&[]);
    for (wide, high) in [(390, 844), (1280, 800), (1920, 1080)] {
        let Some(window) = Window::open(wide, high) else { return };
        window.goto(&url(&server, &format!("/solve#instance={}", crate::api::SUDOKU)));
        window.shows("#title", "sudoku 9x9");
        let places = || {
            window.script(
                "return ['board', 'pad', 'play'].map(id => { const box = document.getElementById(id)\
                 .getBoundingClientRect(); return [box.left, box.top + scrollY, box.width, box.height]; })",
            )
        };
        window.click("[data-name=r1c3]");
        let before = places();
        // A message with lines, an error, a given, a result.
        window.click("#hint");
        window.shows("#status", "Look");
        window.click("#check");
        window.shows("#status", "No entry is wrong");
        assert_eq!(places(), before, "{wide}");
        window.click("[data-name=r1c1]");
        assert_eq!(places(), before, "{wide}: a given");
        window.press("1");
        window.click("[data-name=r1c3]");
        window.press("5");
        window.shows("#reason", "row 1");
        assert_eq!(places(), before, "{wide}: a conflict");
        // Board and pad fit the window together.
        let fits = window.script(
            "const [board, pad] = ['board', 'pad'].map(id => document.getElementById(id).getBoundingClientRect()); \
             return [Math.max(board.bottom, pad.bottom) - Math.min(board.top, pad.top), innerHeight, \
             Math.min(...[...document.querySelectorAll('#pad button')].map(own => Math.min(own.offsetWidth, own.offsetHeight))), \
             board.height, document.documentElement.scrollWidth - innerWidth]",
        );
        let number = |at: usize| fits[at].as_f64().expect("a number");
        assert!(number(0) <= number(1), "{wide}: {fits}");
        assert!(number(2) >= 44.0, "{wide}: keys of {fits}");
        assert!(number(4) <= 0.0, "{wide}: {fits}");
        if wide > 1000 {
            let part = number(3) / number(1);
            assert!((0.6..=0.8).contains(&part), "{wide}: the board takes {part}");
        }
        window.picture(&format!("solve-{wide}"));
        window.is_clean();
    }
}

#[test]
fn pages_fit_a_narrow_screen() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(360, 740) else { return };
    for (path, ready, piece) in [
        ("/?seed=7", "#scores", "score"),
        ("/solve", "#title", "sudoku"),
        ("/explain", "#sums", "reform:paper"),
        ("/tables", "h1", "Check decision tables"),
    ] {
        window.goto(&url(&server, path));
        window.shows(ready, piece);
        let widths = window.script("return [document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{path}: {widths}");
        window
            .picture(&format!("narrow{}", path.split('?').next().unwrap_or("").replace('/', "-")));
    }
    window.goto(&url(&server, "/?seed=7"));
    let set = three(&window, true).expect("a set");
    click_cards(&window, &set);
    window.shows("#status", "A set!");
    window.is_clean();
}

#[test]
fn no_text_of_an_instance_is_run() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1200, 900) else { return };
    let evil = "<img src=x onerror=window.hacked=1></text><script>window.hacked=1</script>";
    let model = json!({
        "format": "parallax-model-1", "name": evil,
        "variables": [{"name": evil, "domain": "1..2"}], "constraints": [],
    });
    for page in ["/solve", "/explain"] {
        window.goto(&url(&server, page));
        window.wait("the page", |window| {
            let text = window.text("h1") + &window.text("#status");
            if text.len() > 40 || text.contains("sudoku") { Ok(()) } else { Err(text) }
        });
        let text = serde_json::to_string(&model.to_string()).expect("a text");
        window.script("document.getElementById('source').open = true");
        window.script(&format!("document.getElementById('instance').value = {text}"));
        window.click(if page == "/solve" { "#paste button" } else { "#ask button[type=submit]" });
        window.shows(if page == "/solve" { "#title" } else { "#panels" }, "<img");
        if page == "/solve" {
            window.click("#solve");
            window.shows("#verdict", "2 or more");
        }
        assert_eq!(window.script("return window.hacked === undefined"), json!(true), "{page}");
    }
}
