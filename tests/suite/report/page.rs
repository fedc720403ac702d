//! The page in a headless browser, if one is installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{eight, folder, report, whole};

/// The browsers that print a page after its scripts ran.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Returns the page after its scripts ran; `None` without a browser.
fn opened(folder: &Path, page: &str) -> Option<String> {
    fs::write(folder.join("page.html"), page).expect("a page");
    let address = format!("file://{}", folder.join("page.html").display());
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    for browser in BROWSERS {
        let started = Command::new("timeout")
            .args(["60", browser, "--headless=new", "--no-sandbox", "--disable-gpu"])
            .args([&profile, "--virtual-time-budget=3000", "--dump-dom", &address])
            .stdin(Stdio::null())
            .output();
        let Ok(ended) = started else { continue };
        let text = String::from_utf8_lossy(&ended.stdout).into_owned();
        if ended.status.success() && text.contains("</html>") {
            return Some(text);
        }
    }
    crate::common::skipped("no browser");
    None
}

/// Records errors from the start.
const WATCH: &str = r#"<script>
window.faults = [];
addEventListener("error", event => faults.push(event.message));
addEventListener("securitypolicyviolation", event => faults.push(event.violatedDirective));
console.error = (...words) => faults.push(words.join(" "));
</script>"#;

/// Clicks, types and selects like a reader, and writes the visible results.
const READER: &str = r##"<script>
const section = id => document.getElementById(id);
const column = (id, at) => [...section(id).querySelectorAll("tbody tr")].filter(row => !row.hidden)
  .map(row => row.cells[at].textContent).join(",");
const title = (id, name) => [...section(id).querySelectorAll("th button")].find(b => b.textContent === name);
const type = (id, words) => {
  const box = section(id).querySelector("input");
  box.value = words;
  box.dispatchEvent(new Event("input"));
};
const seen = {};
title("times", "PAR2").click();
seen.rises = column("times", 0);
title("times", "PAR2").click();
seen.falls = column("times", 0) + " " + title("times", "PAR2").parentElement.getAttribute("aria-sort");
type("times", "VAR");
seen.filtered = column("times", 0);
type("times", "");
seen.all = column("times", 0);
title("instances", "brute").click();
title("instances", "brute").click();
seen.instances = column("instances", 0);
type("instances", "walltime");
seen.walltime = column("instances", 0) + " " + section("instances").querySelector(".tools .soft").textContent;
seen.before = section("marks").children[0].getAttribute("d").split("M").length - 1;
const menu = section("two");
menu.value = "2";
menu.dispatchEvent(new Event("change"));
seen.up = section("up").textContent;
seen.wide = document.documentElement.scrollWidth <= innerWidth;
seen.faults = faults;
document.body.innerHTML = "";
const said = document.createElement("pre");
said.textContent = "SEEN" + JSON.stringify(seen) + "END";
document.body.append(said);
</script></body>"##;

#[test]
fn a_reader_sorts_filters_and_chooses() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let page = report(folder.path(), &["a.jsonl", "--format", "html"]).out;
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
    );
    let page =
        page.replacen("<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">{WATCH}"), 1);
    let page = page.replacen("</body>", READER, 1);
    let Some(text) = opened(folder.path(), &page) else { return };
    let seen = text.split_once("SEEN").and_then(|(_, rest)| rest.split_once("END"));
    let seen = seen.unwrap_or_else(|| panic!("the reader did not finish:\n{text}")).0;
    let seen: serde_json::Value = serde_json::from_str(seen).expect("JSON");
    let has = |name: &str, expected: &str| assert_eq!(seen[name], expected, "{name}: {seen}");
    has("rises", "virtual best,varisat,native,brute");
    has("falls", "brute,native,varisat,virtual best descending");
    has("filtered", "varisat");
    has("all", "brute,native,varisat,virtual best");
    has("up", "brute, seconds");
    assert_eq!(seen["before"], 8, "{seen}");
    assert!(
        seen["walltime"].as_str().is_some_and(|text| text.ends_with(" 2 of 8 instances")),
        "{seen}"
    );
    assert!(
        seen["instances"].as_str().is_some_and(|text| text.starts_with("squares.latin#")),
        "{seen}"
    );
    assert_eq!(seen["faults"], serde_json::json!([]), "{seen}");
    assert_eq!(seen["wide"], true, "{seen}");
}
