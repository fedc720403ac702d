//! The README and the pages of `docs/`: every command runs, prints the output that the page shows,
//! and ends with the right exit code; links have targets, and options exist.
//!
//! CONTRIBUTING.md has the rules for writing an example.

mod extract;
mod fields;
mod gallery;
mod library;
mod links;
mod measured;
mod options;
mod reference;
mod shown;

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use extract::{Example, examples};

/// Maximum time of one command.
const LIMIT: Duration = Duration::from_secs(60);

/// The exit codes allowed for an example that does not show one: success, and those of `solve`
/// for satisfiable, unsatisfiable and optimal.
const EXPECTED: [i32; 4] = [0, 10, 20, 30];

/// The folders with pages, from the root.
const FOLDERS: [&str; 7] = [
    "docs",
    "docs/tutorial",
    "docs/gallery",
    "docs/how-to",
    "docs/reference",
    "docs/explanation",
    "studies",
];

/// Returns the pages whose examples run, by their names from the root.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = vec!["README.md".to_owned()];
    for folder in FOLDERS {
        let entries = fs::read_dir(root.join(folder)).expect("a folder").map(|entry| {
            let name = entry.expect("an entry").file_name();
            format!("{folder}/{}", name.to_str().expect("a name in UTF-8"))
        });
        let mut own: Vec<String> = entries.filter(|name| name.ends_with(".md")).collect();
        own.sort();
        names.extend(own);
    }
    let text = |name: &String| fs::read_to_string(root.join(name)).expect("a page");
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

/// Makes a test for each page: its examples run, and print the output that the page shows.
macro_rules! pages {
    ($($page:ident: $file:literal),+ $(,)?) => {
        const PAGES: &[&str] = &[$($file),+];

        mod examples_of {
            $(#[test] fn $page() { super::run_page($file); })+
        }
    };
}

pages!(
    readme: "README.md",
    index: "docs/README.md",
    answers: "docs/explanation/answers.md",
    counting: "docs/explanation/counting.md",
    native_search: "docs/explanation/native-search.md",
    reformulation: "docs/explanation/reformulation.md",
    gallery: "docs/gallery/README.md",
    golomb: "docs/gallery/golomb.md",
    job_shop: "docs/gallery/job-shop.md",
    killer_sudoku: "docs/gallery/killer-sudoku.md",
    knapsack: "docs/gallery/knapsack.md",
    magic_hexagon: "docs/gallery/magic-hexagon.md",
    queens: "docs/gallery/queens.md",
    roster: "docs/gallery/roster.md",
    send_more_money: "docs/gallery/send-more-money.md",
    timetable: "docs/gallery/timetable.md",
    tour: "docs/gallery/tour.md",
    zebra: "docs/gallery/zebra.md",
    compare: "docs/how-to/compare.md",
    count: "docs/how-to/count.md",
    encodings: "docs/how-to/encodings.md",
    exchange: "docs/how-to/exchange.md",
    evaluate: "docs/how-to/evaluate.md",
    experiment: "docs/how-to/experiment.md",
    fuzz: "docs/how-to/fuzz.md",
    fuzz_programs: "docs/how-to/hunt.md",
    fuzz_catalogue: "docs/hunt.md",
    generate: "docs/how-to/generate.md",
    hints: "docs/how-to/hints.md",
    lint: "docs/how-to/lint.md",
    repair_tables: "docs/how-to/repair-tables.md",
    minizinc: "docs/how-to/minizinc.md",
    parallel: "docs/how-to/parallel.md",
    prove: "docs/how-to/prove.md",
    report: "docs/how-to/report.md",
    serve: "docs/how-to/serve.md",
    set_puzzles: "docs/how-to/set-puzzles.md",
    sheet: "docs/how-to/sheet.md",
    solve: "docs/how-to/solve.md",
    suites: "docs/how-to/suites.md",
    why: "docs/how-to/why.md",
    commands: "docs/reference/commands.md",
    encodings_list: "docs/reference/encodings-list.md",
    engine_list: "docs/reference/engine-list.md",
    exit_codes: "docs/reference/exit-codes.md",
    results: "docs/reference/results.md",
    certificate_format: "docs/reference/certificate-format.md",
    engines: "docs/reference/engines.md",
    flatzinc: "docs/reference/flatzinc.md",
    formats: "docs/reference/formats.md",
    grids: "docs/reference/grids.md",
    model_json: "docs/reference/model-json.md",
    models: "docs/reference/models.md",
    tables: "docs/reference/tables.md",
    xcsp3: "docs/reference/xcsp3.md",
    library: "docs/tutorial/library.md",
    model: "docs/tutorial/model.md",
    puzzle: "docs/tutorial/puzzle.md",
    suite: "docs/tutorial/suite.md",
    counts_with_certificates: "studies/counts-with-certificates.md",
    search_that_learns: "studies/learning.md",
    figures: "studies/figures.md",
    grid_puzzles: "studies/grid-puzzles.md",
    models_and_encodings: "studies/models-and-encodings.md",
    published_tables: "studies/published-tables.md",
);

fn run_page(name: &str) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let faults = faults_of(name, &text.expect("a page"));
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}

#[test]
fn every_page_has_a_test() {
    let mut tested: Vec<String> = PAGES.iter().map(|&page| page.to_owned()).collect();
    let mut all: Vec<String> = pages().into_iter().map(|(name, _)| name).collect();
    tested.sort();
    all.sort();
    assert_eq!(tested, all);
}

#[test]
fn no_line_is_wider_than_100_columns() {
    for (name, text) in pages() {
        for (at, line) in text.lines().enumerate() {
            let width = line.chars().count();
            assert!(width <= 100, "{name}:{}: {width} columns: {line}", at + 1);
        }
    }
}

#[test]
fn wrong_examples_are_found() {
    let page = |command: &str, below: &str| format!("```text\n$ {command}\n{below}\n```\n");
    let check = "parallax check instances/set-12.set '2 5 9'";
    assert_eq!(faults_of("good", &page(check, "…\n$ echo $?\n0")), [""; 0]);
    let wrong = [
        page(check, "…\nsomething else"),
        page(check, "…\n$ echo $?\n1"),
        page("parallax check instances/set-12.set '2 5 8'", "…"),
        page("parallax solve instances/none.set", "…"),
        page("parallaxe", "…"),
        "```bash\nparallax\n```".to_owned(),
    ];
    for text in wrong {
        assert_eq!(faults_of("wrong", &text).len(), 1, "{text}");
    }
}

#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let picture = "echo '2 5 9' >sets && \
                   parallax show instances/set-12.set --solution sets --format svg";
    let (_, printed) = run(picture, with_instances().path()).expect("a picture");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/set-12.svg");
    assert!(fs::read_to_string(kept).expect("a picture") == printed, "docs/set-12.svg differs");
}

/// Returns the faults of the examples of a page. They run in order, in one folder with copies of
/// `instances/` and `docs/results/`.
fn faults_of(name: &str, text: &str) -> Vec<String> {
    let examples = match examples(name, text) {
        Ok(examples) => examples,
        Err(fault) => return vec![format!("{name}: {fault}")],
    };
    let folder = with_instances();
    let tried = examples.iter().filter_map(|example| {
        let fault = try_out(example, folder.path()).err()?;
        Some(format!("{name}:{}: {}\n{fault}", example.line, example.command))
    });
    tried.collect()
}

/// Makes a temporary folder with copies of `instances/`, `examples/minizinc/` and `docs/results/`.
fn with_instances() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&root.join("instances"), &folder.path().join("instances"));
    fs::create_dir(folder.path().join("examples")).expect("a folder");
    copy(&root.join("examples/minizinc"), &folder.path().join("examples/minizinc"));
    copy(&root.join("docs/results"), &folder.path().join("results"));
    folder
}

/// Copies a folder and the folders in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(path, target).expect("a copy");
        }
    }
}

/// Runs an example and compares its result with the page.
fn try_out(example: &Example, folder: &Path) -> Result<(), String> {
    let (code, printed) = run(&example.command, folder)?;
    let good = example.code.map_or(EXPECTED.contains(&code), |expected| expected == code);
    if !good {
        return Err(format!("exit code {code}; it prints:\n{printed}"));
    }
    let Some(output) = &example.output else { return Ok(()) };
    shown::compare(output, &printed).map_err(|fault| format!("{fault}\nit prints:\n{printed}"))
}

/// Runs a command; returns its exit code and its whole output.
fn run(command: &str, folder: &Path) -> Result<(i32, String), String> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_parallax"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let out = tempfile::NamedTempFile::new().expect("a file");
    let stream = || File::options().append(true).open(out.path()).expect("a file");
    let mut shell = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        // What a command writes for its user stays in the folder.
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(stream())
        .stderr(stream())
        .process_group(0)
        .spawn()
        .expect("sh starts");
    let start = Instant::now();
    let status = loop {
        match shell.try_wait().expect("sh runs") {
            Some(status) => break status,
            None if start.elapsed() < LIMIT => thread::sleep(Duration::from_millis(2)),
            None => {
                let group = format!("-{}", shell.id());
                let killed = Command::new("kill").args(["-9", &group]).status();
                assert!(killed.is_ok_and(|status| status.success()), "cannot end {command}");
                shell.wait().expect("sh ends");
                return Err(format!("takes more than {} s", LIMIT.as_secs()));
            }
        }
    };
    let printed = fs::read_to_string(out.path()).expect("UTF-8");
    Ok((status.code().ok_or("ended by a signal")?, printed))
}
