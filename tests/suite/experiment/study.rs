//! Studies of encodings: every choice is run and reported.

use super::{FILE, folder, records, succeeds};
use crate::common::fed;

const STUDY: &str = "\
instances = ['latin:3', 'magic:3']
engines = 'sat:batsat'
encodings = 'each'
task = 'first'
seeds = '1..2'
in-process = true
";

#[test]
fn every_choice_is_measured_and_reported_in_every_format() {
    let folder = folder(STUDY);
    succeeds(folder.path(), &["run", "e.toml"]);
    let engines: std::collections::BTreeSet<String> =
        records(folder.path(), FILE).into_iter().map(|record| record.engine).collect();
    assert!(engines.len() > 10, "{engines:?}");
    for format in ["text", "markdown", "latex", "csv", "json", "html"] {
        let ran = fed(&folder, &["report", FILE, "--format", format], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{format}");
        for engine in &engines {
            // LaTeX writes the hyphens of names differently.
            assert!(ran.out.contains(engine) || format == "latex", "{format}: {engine}");
        }
        let titled = ran.out.contains("Size and time of encodings");
        assert!(titled || ["csv", "json"].contains(&format), "{format}: {}", ran.out);
    }
}
