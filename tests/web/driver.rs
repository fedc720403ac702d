//! A headless Chromium through its driver, if both are installed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parallax_solvers::process::find_program;
use serde_json::{Value as Json, json};

use crate::http::{get, request};

/// Maximum time for a page to show an expected element.
const WAIT: Duration = Duration::from_secs(30);

/// A window of a browser. Dropping it closes the browser.
pub(crate) struct Window {
    driver: Child,
    address: SocketAddr,
    session: String,
    _folder: tempfile::TempDir,
}

impl Window {
    /// Opens a window of a size; `None`, with a message, if there is no browser.
    pub(crate) fn open(width: u32, height: u32) -> Option<Self> {
        let browser =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(find_program);
        let (Some(browser), Some(driver)) = (browser, find_program("chromedriver")) else {
            parallax_test_support::skipped("no Chromium and ChromeDriver");
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let out = BufReader::new(driver.stdout.take().expect("a pipe"));
        let port = out.lines().map_while(Result::ok).find_map(|line| {
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok()
        });
        let address = SocketAddr::from(([127, 0, 0, 1], port.expect("a port")));
        let folder = tempfile::tempdir().expect("a folder");
        let args = [
            "--headless=new".to_owned(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-quic".into(),
            "--no-first-run".into(),
            "--disable-background-networking".into(),
            "--disable-component-update".into(),
            "--disable-sync".into(),
            "--disable-dev-shm-usage".into(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", folder.path().display()),
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": browser, "args": args, "mobileEmulation": if width < 500 {
                json!({"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0}})
            } else { Json::Null }},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let mut wanted = wanted;
        let options = &mut wanted["capabilities"]["alwaysMatch"]["goog:chromeOptions"];
        if options["mobileEmulation"].is_null() {
            options.as_object_mut().expect("members").remove("mobileEmulation");
        }
        let reply = request(address, "POST", "/session", "", wanted.to_string().as_bytes()).json();
        let session = reply["value"]["sessionId"].as_str();
        let session = session.unwrap_or_else(|| panic!("no session: {reply}")).to_owned();
        Some(Window { driver, address, session, _folder: folder })
    }

    fn call(&self, path: &str, body: &Json) -> Result<Json, String> {
        let path = format!("/session/{}{path}", self.session);
        let reply = request(self.address, "POST", &path, "", body.to_string().as_bytes());
        let value = reply.json()["value"].clone();
        if reply.status == 200 { Ok(value) } else { Err(value["message"].to_string()) }
    }

    pub(crate) fn goto(&self, url: &str) {
        self.call("/url", &json!({"url": url})).expect("a page");
    }

    /// Runs a script and returns its result.
    pub(crate) fn script(&self, text: &str) -> Json {
        let body = json!({"script": text, "args": []});
        self.call("/execute/sync", &body).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn element(&self, css: &str) -> Result<String, String> {
        let found = self.call("/element", &json!({"using": "css selector", "value": css}))?;
        let id = found.as_object().and_then(|own| own.values().next()?.as_str());
        id.map(str::to_owned).ok_or_else(|| format!("no {css}"))
    }

    /// Clicks an element as a user does: it must be visible and not covered.
    pub(crate) fn click(&self, css: &str) {
        self.wait(css, |window| {
            let element = window.element(css)?;
            window.call(&format!("/element/{element}/click"), &json!({}))
        });
    }

    /// Types into an element.
    pub(crate) fn fill(&self, css: &str, text: &str) {
        self.wait(css, |window| {
            let element = window.element(css)?;
            window.call(&format!("/element/{element}/clear"), &json!({}))?;
            window.call(&format!("/element/{element}/value"), &json!({"text": text}))
        });
    }

    /// Presses keys for the element that has the focus.
    pub(crate) fn press(&self, keys: &str) {
        let actions: Vec<Json> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key})))
            .collect();
        let body = json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]});
        self.call("/actions", &body).expect("keys");
    }

    /// Returns the visible text of an element, once there is one: a page may be loading.
    pub(crate) fn text(&self, css: &str) -> String {
        self.wait(css, |window| window.find_text(css))
    }

    fn find_text(&self, css: &str) -> Result<String, String> {
        let element = self.element(css)?;
        let path = format!("/session/{}/element/{element}/text", self.session);
        let answer = get(self.address, &path).json();
        answer["value"].as_str().map(str::to_owned).ok_or_else(|| format!("{css} is gone"))
    }

    /// Waits until the text of an element contains `piece`.
    pub(crate) fn shows(&self, css: &str, piece: &str) {
        self.wait(css, |window| {
            let text = window.find_text(css)?;
            if text.contains(piece) { Ok(()) } else { Err(format!("'{piece}' is not in '{text}'")) }
        });
    }

    /// Waits until an attempt succeeds.
    pub(crate) fn wait<T>(
        &self,
        what: &str,
        mut attempt: impl FnMut(&Self) -> Result<T, String>,
    ) -> T {
        let start = Instant::now();
        loop {
            match attempt(self) {
                Ok(value) => return value,
                Err(why) if start.elapsed() > WAIT => {
                    self.picture("failed");
                    panic!("{what}: {why}");
                }
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Returns the labels of all elements that match.
    pub(crate) fn labels(&self, css: &str) -> Vec<String> {
        let text = format!(
            "return [...document.querySelectorAll({css:?})].map(e => e.getAttribute('aria-label'))"
        );
        let labels = self.script(&text);
        labels
            .as_array()
            .expect("labels")
            .iter()
            .filter_map(|l| Some(l.as_str()?.to_owned()))
            .collect()
    }

    /// Saves a picture of the page, for people.
    pub(crate) fn picture(&self, name: &str) -> PathBuf {
        let path = format!("/session/{}/screenshot", self.session);
        let text = get(self.address, &path).json()["value"].as_str().unwrap_or_default().to_owned();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(format!("{name}.png"));
        std::fs::write(&file, decoded(&text)).expect("a picture");
        file
    }

    /// Fails if the page has reported an error.
    pub(crate) fn is_clean(&self) {
        let log = self.call("/se/log", &json!({"type": "browser"})).expect("a log");
        let severe: Vec<&Json> =
            log.as_array().expect("entries").iter().filter(|e| e["level"] == "SEVERE").collect();
        // Refusals of the interface are also in the log.
        let own = severe.iter().filter(|e| e["source"] != "network").collect::<Vec<_>>();
        assert!(own.is_empty(), "{own:?}");
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let path = format!("/session/{}", self.session);
        if !std::thread::panicking() {
            let _ = request(self.address, "DELETE", &path, "", b"");
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes base64.
fn decoded(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut held, mut bytes) = (0u32, 0, Vec::new());
    for digit in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
