//! A grid puzzle on the page, played by means of what it shows.

use crate::browser::url;
use crate::driver::Window;
use crate::grids::{DRAWN, KILLER};
use crate::server::Server;

#[test]
fn a_killer_is_pasted_and_played_on_its_picture() {
    let server = Server::start(&[]);
    let Some(window) = Window::open(1300, 1100) else { return };
    window.goto(&url(&server, "/solve"));
    window.shows("#title", "sudoku 9x9");
    window.click("#source summary");
    window.fill("#instance", KILLER);
    // Without a button.
    window.shows("#title", "sudoku 4x4, 1 given, 3 rules");
    window.shows("#found", "the plain form of grid puzzles");
    window.click("[data-name=r1c1]");
    window.shows("#here", "cage r1c1 r1c2 = 3");
    window.press("1");
    window.click("[data-name=r1c2]");
    window.press("4");
    window.click("#check");
    window.shows("#status", "Wrong: r1c1 = 1, r1c2 = 4");
    let value = |name: &str, wanted: &str| {
        let name = format!("[data-name={name}]");
        window.wait(&name, |window| match window.text(&name) {
            text if text.replace('\n', "") == wanted => Ok(()),
            other => Err(other),
        });
    };
    window.click("#undo");
    value("r1c2", "");
    window.click("#redo");
    value("r1c2", "4");
    window.click("#clear");
    window.click("#truth");
    window.shows("#status", "Each candidate is in a solution");
    value("r1c1", "2");
    value("r1c3", "34");
    // A given stays.
    window.click("[data-name=r2c1]");
    window.press("4");
    value("r2c1", "");
    window.click("#only");
    window.shows("#status", "several solutions");
    window.picture("killer");
    let drawn = serde_json::to_string(DRAWN).expect("a text");
    window.script("document.getElementById('source').open = true");
    window.script(&format!("document.getElementById('instance').value = {drawn}"));
    window.click("#paste button");
    window.shows("#status", "drawings that no rule");
    window.click("#ignore");
    window.shows("#title", "sudoku 4x4, 1 given");
    window.is_clean();
}
