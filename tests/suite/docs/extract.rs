//! Finds the commands in a Markdown page, with the output and the exit code that the page shows.

/// A command of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Example {
    /// Its line in the page, from 1.
    pub line: usize,
    /// The command, for `sh`.
    pub command: String,
    /// The output that the page shows below it; `None` in a block of commands alone.
    pub output: Option<Vec<String>>,
    /// The exit code that the page shows with `$ echo $?`.
    pub code: Option<i32>,
}

/// Returns the commands of a page that this build can run, in order. `name` identifies the page in
/// the list of skipped examples.
///
/// # Errors
/// Returns an error, with its line, for a block that breaks the rules of CONTRIBUTING.md.
pub(super) fn examples(name: &str, page: &str) -> Result<Vec<Example>, String> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        let closes = |line: &str| line.trim_start().starts_with("```");
        let body: Vec<_> = lines.by_ref().take_while(|(_, line)| !closes(line)).collect();
        let body = body.into_iter().map(|(at, line)| (at + 1, line));
        let mut words = info.split_whitespace().peekable();
        let language =
            words.next().ok_or(format!("line {}: a block without a language", at + 1))?;
        if let Some(target) = words.peek().and_then(|word| word.strip_prefix("file=")) {
            found.push(file(at + 1, target, body));
            continue;
        }
        match runs(words).map_err(|word| format!("line {}: unknown mark '{word}'", at + 1))? {
            Runs::Yes => {}
            Runs::Never => continue,
            Runs::NotHere(needs) => {
                crate::common::skipped(&format!("{name}:{}: {needs} not built", at + 1));
                continue;
            }
        }
        match language {
            "sh" => found.extend(commands(body)),
            "text" => found.extend(transcript(body)?),
            "json" | "rust" | "toml" | "yaml" => {}
            other => return Err(format!("line {}: unknown language '{other}'", at + 1)),
        }
    }
    Ok(found)
}

/// The decision whether a block runs.
enum Runs<'a> {
    Yes,
    /// The page marks it as a step for the user.
    Never,
    /// This build lacks the feature or program of its mark.
    NotHere(&'a str),
}

/// Decides whether a block with these marks runs in this build.
fn runs<'a>(marks: impl Iterator<Item = &'a str>) -> Result<Runs<'a>, &'a str> {
    let mut runs = Runs::Yes;
    for mark in marks {
        let is_built = match mark {
            "no-run" => {
                runs = Runs::Never;
                true
            }
            "needs=cadical" => cfg!(feature = "cadical"),
            "needs=minisat" => cfg!(feature = "minisat"),
            "needs=pumpkin" => cfg!(feature = "pumpkin"),
            "needs=z3" => cfg!(feature = "z3"),
            "needs=minizinc" => ["minizinc", "fzn-gecode"]
                .iter()
                .all(|program| parallax_solvers::process::find_program(program).is_some()),
            "needs=all" => {
                cfg!(all(
                    feature = "cadical",
                    feature = "minisat",
                    feature = "glucose",
                    feature = "pumpkin",
                    feature = "z3"
                ))
            }
            unknown => return Err(unknown),
        };
        if !is_built && !matches!(runs, Runs::Never) {
            runs = Runs::NotHere(mark);
        }
    }
    Ok(runs)
}

/// Returns a command that writes the text of a block to a file.
fn file<'a>(line: usize, name: &str, body: impl Iterator<Item = (usize, &'a str)>) -> Example {
    let text: String = body.map(|(_, text)| format!("{text}\n")).collect();
    let command = format!("cat > {name} <<'END'\n{text}END");
    Example { line, command, output: None, code: None }
}

/// Returns the commands of a `sh` block: one a line, or several lines with `\` or a here-document.
fn commands<'a>(body: impl Iterator<Item = (usize, &'a str)>) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut open: Option<String> = None;
    for (line, text) in body {
        if let (Some(end), Some(last)) = (&open, found.last_mut()) {
            last.command += "\n";
            last.command += text;
            let ends = if end.is_empty() { !text.ends_with('\\') } else { text == end };
            open = open.filter(|_| !ends);
        } else if !text.trim().is_empty() && !text.starts_with('#') {
            open = continuation(text);
            found.push(Example { line, command: text.to_owned(), output: None, code: None });
        }
    }
    found
}

/// Returns the line that ends a command which continues after this line: the word of a
/// here-document, or an empty string if the line ends with `\`.
fn continuation(text: &str) -> Option<String> {
    let word =
        text.split_once("<<").map(|(_, rest)| rest.trim_matches(['\'', '"', ' ']).to_owned());
    word.or_else(|| text.ends_with('\\').then(String::new))
}

/// Returns the commands of a transcript, each after `$ `, with the text below as output. A `text`
/// block that does not begin with a command is a figure.
fn transcript<'a>(body: impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<Example>, String> {
    let mut found: Vec<Example> = Vec::new();
    let mut code = false;
    for (line, text) in body {
        if text == "$ echo $?" {
            code = true;
        } else if let Some(command) = text.strip_prefix("$ ") {
            let output = Some(Vec::new());
            found.push(Example { line, command: command.to_owned(), output, code: None });
        } else if let Some(last) = found.last_mut() {
            if code {
                let number = text.trim().parse();
                last.code = Some(number.map_err(|_| format!("line {line}: expected a code"))?);
                code = false;
            } else if last.command.ends_with('\\') {
                last.command += "\n";
                last.command += text;
            } else if let Some(output) = &mut last.output {
                output.push(text.to_owned());
            }
        } else {
            return Ok(found);
        }
    }
    Ok(found)
}

#[test]
fn commands_and_transcripts_are_found() {
    let page = "
```sh
parallax one   # a remark
parallax two \\
    three
cat > file <<'END'
1 2
END
```
```sh no-run
parallax never
```
```text
a figure
```
```json file=a.json
{}
```
```text
$ parallax four
yes
$ echo $?
3
```
";
    let found = examples("page", page).expect("a good page");
    let seen: Vec<_> = found.iter().map(|e| (e.line, e.command.as_str(), e.code)).collect();
    assert_eq!(
        seen,
        [
            (3, "parallax one   # a remark", None),
            (4, "parallax two \\\n    three", None),
            (6, "cat > file <<'END'\n1 2\nEND", None),
            (16, "cat > a.json <<'END'\n{}\nEND", None),
            (20, "parallax four", Some(3)),
        ]
    );
    assert_eq!(found[4].output, Some(vec!["yes".to_owned()]));
    assert!(
        examples("page", "```sh needs=nothing\n```").is_err_and(|e| e.contains("needs=nothing"))
    );
    assert!(examples("page", "```\n```").is_err_and(|e| e.contains("line 1")));
    assert!(examples("page", "```bash\n```").is_err());
}
