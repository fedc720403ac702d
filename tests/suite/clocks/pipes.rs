//! Pipes that stay open: silent ones, texts that are cut off, slow ones, and streams with pauses.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin};
use std::time::Duration;

use super::commands::{MANY, ONE, output, started, words};

/// Texts that stop in the middle of their first instance, with all that a writer may leave out.
const CUT: &[(&str, &str)] = &[
    ("a formula", "p cnf 3 2\n1 2 0\n"),
    ("a comment of a formula", "c a formula\n"),
    ("a line of a formula", "p cnf 3 2\n1 2"),
    ("a problem", "* #variable= 2 #constraint= 2\n+1 x1 +1 x2 >= 1 ;\n"),
    ("a script", "(declare-const x Int)\n(assert (< 0 x"),
    ("a model", "{\"format\": \"parallax-model-1\",\n \"variables\": [\n"),
    ("an object", "{\n"),
    ("tables", "## Type\n\n| Name | Type | Values |\n|--|--|--|\n| T | Int | [1..3] |\n"),
    ("a title", "# A problem in tables\n"),
    ("a Latin square", "order 3\n0 -1 -1\n"),
    ("a Latin square with holes", "3 7\n1 . .\n. . .\n"),
    ("the header of a Latin square", "order 3\n"),
    ("a magic square", "3 2\n1 1 2\n"),
    ("the order of a magic square", "3\n"),
    ("a Sudoku in rows", "53..7....\n6..195...\n.98....6.\n"),
    ("a row of a Sudoku", "53..7...."),
    ("a Sudoku of sixteen symbols", "1...............\n"),
    ("Sudokus as objects", "[{\"order\": 4, \"cells\": [1, 0, 0, 0,\n"),
    ("cards", "one red solid oval\ntwo red solid oval\n"),
    ("a board of cards", "4 3 12\n0000\n0001\n0002\n"),
    ("a Keisuke", "...\n.#.\n...\nacross: 123 456\n"),
    ("a letter", "x"),
    ("the first bytes of a workbook", "PK\u{3}\u{4}"),
];

/// Starts a command on standard input, and returns the end for writing.
fn on_a_pipe(folder: &Path, command: &str) -> (Child, ChildStdin) {
    let mut child = started(folder, &words(command, "-"));
    let stdin = child.stdin.take().expect("a pipe");
    (child, stdin)
}

/// Writes with flushes; the command may have ended.
fn write(pipe: &mut impl Write, text: &str) -> bool {
    pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_ok()
}

/// The commands that run side by side.
const TOGETHER: usize = 40;

/// Runs commands on texts that stop, in pipes that stay open, until they end. `judge` takes the
/// command with the name of the text, its exit code and its output.
fn end_on(
    cases: &[(&'static str, &(&'static str, &str))],
    judge: impl Fn(&str, &str, Option<i32>, &str),
) {
    let folder = tempfile::tempdir().expect("a folder");
    for cases in cases.chunks(TOGETHER) {
        let start = |&(command, (label, text)): &(&'static str, &(&'static str, &str))| {
            let (child, mut pipe) = on_a_pipe(folder.path(), command);
            write(&mut pipe, text);
            (command, *label, child, pipe)
        };
        let running: Vec<_> = cases.iter().map(start).collect();
        for (command, label, child, _pipe) in running {
            let (code, out) = output(child, &format!("{command}, {label}"));
            judge(command, label, code, &out);
        }
    }
}

/// The exit code of a command for what it does not know.
fn code_of(command: &str) -> i32 {
    let mut all = ONE.iter().chain(MANY);
    all.find(|(known, _)| *known == command).expect("a command").1
}

#[test]
fn one_instance_is_not_waited_for_beyond_the_limit() {
    // A clock of the whole command does not look at the text.
    let texts = [&("silence", ""), &CUT[0], &CUT[2], &CUT[9]];
    let cases: Vec<_> = texts
        .iter()
        .flat_map(|&text| ONE.iter().map(move |(command, _)| (*command, text)))
        .collect();
    end_on(&cases, |command, label, code, out| {
        let expected = (Some(code_of(command)), "unknown (timeout)\n");
        assert_eq!((code, out), expected, "{command}, {label}");
    });
}

#[test]
fn the_rest_of_an_instance_is_not_waited_for_beyond_the_limit() {
    let streams = ["solve F", "compare F --engines native,sat:batsat", "rate F"];
    let (all, few) = (CUT.iter(), [&CUT[0], &CUT[9]]);
    let mut cases: Vec<_> = all.flat_map(|text| streams.map(|command| (command, text))).collect();
    cases
        .extend(few.iter().flat_map(|&text| MANY.iter().map(move |(command, _)| (*command, text))));
    end_on(&cases, |command, label, code, out| {
        assert_eq!(code, Some(code_of(command)), "{command}, {label}: {out}");
        let says = ["timeout", "open", "unknown"].iter().any(|word| out.contains(word));
        assert!(says, "{command}, {label}: {out}");
    });
}

#[test]
#[cfg(unix)]
fn named_pipes_are_waited_for_in_the_same_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let running: Vec<_> = ONE
        .iter()
        .chain(MANY)
        .enumerate()
        .map(|(number, &(command, code))| {
            let name = format!("pipe-{number}");
            let path = folder.path().join(&name);
            let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
            assert!(made.success());
            let child = started(folder.path(), &words(command, &name));
            // Opening waits for the reader, which may not come.
            let pipe = std::thread::spawn(move || {
                let mut pipe = std::fs::File::create(path).expect("a pipe");
                write(&mut pipe, "order 3\n0 -1 -1\n");
                pipe
            });
            (command, code, child, pipe)
        })
        .collect();
    let mut open = Vec::new();
    for (command, code, child, pipe) in running {
        open.push(pipe.join().expect("a writer"));
        let (found, out) = output(child, command);
        assert_eq!(found, Some(code), "{command}: {out}");
    }
}

/// A text that comes without a pause and never ends.
#[test]
fn slow_pipes_end_at_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    for (head, line) in [("p cnf 3 1000000\n", "1 2 0\n"), ("order 3\n0 1 2\n", "0 ")] {
        let all: Vec<_> = ONE.iter().chain(MANY).collect();
        let (children, mut pipes): (Vec<_>, Vec<_>) =
            all.iter().map(|(command, _)| on_a_pipe(folder.path(), command)).unzip();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pipes.iter_mut().for_each(|pipe| _ = write(pipe, head));
                // For longer than any of them may take; not for ever, because one may go on.
                for _ in 0..5000 {
                    pipes.retain_mut(|pipe| write(pipe, line));
                    std::thread::sleep(Duration::from_millis(20));
                    if pipes.is_empty() {
                        break;
                    }
                }
            });
            for ((command, code), child) in all.iter().zip(children) {
                let (found, out) = output(child, command);
                assert_eq!(found, Some(*code), "{command}: {out}");
            }
        });
    }
}

/// Instances with pauses between them that are together longer than the limit: all of them are
/// solved, because each wait and each instance has all the time.
#[test]
fn the_wait_for_the_next_instance_does_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let sudoku =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let grid = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 .\n";
    let latin = "order 3\n0 -1 -1\n-1 -1 -1\n-1 -1 -1\n";
    let cards = "4 3 3\n0000\n0001\n0002\n";
    let keisuke = "...\n.#.\n...\nacross: 123 456\ndown: 174 356\n\n";
    let grid = format!("# a comment\n{grid}\n");
    let mut running = Vec::new();
    for instance in [sudoku, &grid, latin, cards, keisuke] {
        for command in [
            "solve F --timeout 3",
            "compare F --engines native,sat:batsat --rows --timeout 3",
            "rate F --timeout 3",
        ] {
            let (child, mut pipe) = on_a_pipe(folder.path(), command);
            let text = instance.to_owned();
            let writer = std::thread::spawn(move || {
                for _ in 0..3 {
                    assert!(write(&mut pipe, &text), "{text}");
                    std::thread::sleep(Duration::from_millis(1100));
                }
            });
            running.push((command, instance, child, writer));
        }
    }
    for (command, instance, child, writer) in running {
        let (code, out) = output(child, command);
        writer.join().expect("a writer");
        let expected = if command.starts_with("solve") { 10 } else { 0 };
        assert_eq!(code, Some(expected), "{command}, {instance}: {out}");
        assert!(out.contains("<stdin>#2") && !out.contains("<stdin>#3"), "{command}: {out}");
    }
}

/// The instances that came are answered; the rest of the text is unknown.
#[test]
fn a_pipe_that_stays_open_ends_at_the_limit() {
    let sudoku =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let latin = "order 3\n0 1 2\n1 2 0\n2 0 -1\n";
    let texts =
        [("a Sudoku", sudoku), ("a square", latin), ("silence", ""), ("blank lines", "\n\n")];
    let texts: Vec<_> = texts.iter().collect();
    let cases: Vec<_> = texts
        .iter()
        .flat_map(|&text| MANY.iter().map(move |(command, _)| (*command, text)))
        .collect();
    end_on(&cases, |command, label, code, out| {
        assert_eq!(code, Some(code_of(command)), "{command}, {label}: {out}");
        let is_whole = label.starts_with("a ");
        let named = out.contains("#1") || out.contains("\"index\":1");
        let named = named || out.contains("not read to its end");
        let grouped = command.starts_with("compare");
        assert!(out.contains("timeout") || out.contains("unanswered"), "{command}, {label}: {out}");
        assert!(!is_whole || grouped || named, "{command}, {label}: {out}");
        assert!(!is_whole || !grouped || out.contains("2 instances"), "{command}, {label}: {out}");
    });
}

/// Lines that come one by one, each long before the limit, and make one instance in the end:
/// their time counts as the engine's.
#[test]
fn what_comes_slowly_leaves_less_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let holes = vec!["-1"; 60].join(" ");
    let mut child = started(folder.path(), &words("solve F --all --quiet", "-"));
    let mut pipe = child.stdin.take().expect("a pipe");
    write(&mut pipe, "order 60\n");
    let writer = std::thread::spawn(move || {
        // Sixty rows in three seconds.
        while write(&mut pipe, &format!("{holes}\n")) {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let (code, out) = output(child, "a slow square");
    assert_eq!((code, out.as_str()), (Some(0), "unknown\n"), "not one solution");
    writer.join().expect("a writer");
}

/// An answer that has begun to leave the program is no timeout, however long its reader takes.
#[test]
fn a_slow_reader_gets_the_answer_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "explain queens:9 --engine native --max-nodes 3000 --timeout 2";
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let mut child = started(folder.path(), &words);
    let mut pipe = child.stdout.take().expect("a pipe");
    std::thread::sleep(Duration::from_secs(4));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut pipe, &mut text).expect("UTF-8");
    // More than a pipe holds, so that the program waits for its reader.
    assert!(text.len() > 1 << 17, "{} bytes", text.len());
    assert!(!text.contains("unknown (timeout)"), "{}", &text[text.len() - 200..]);
    assert_eq!(child.wait().expect("it has ended").code(), Some(0));
}
