//! Every paragraph with measured numbers names the command that gives them; for a list and a table,
//! what leads to it may.

/// The pages whose numbers are measured.
const PAGES: [&str; 2] = ["studies/published-tables.md", "studies/models-and-encodings.md"];

/// The commands that a name alone stands for: those of `parallax reproduce`.
const NAMES: [&str; 8] = [
    "crawford",
    "sudoku-splits",
    "sudoku-models",
    "keisuke",
    "set-table5",
    "set-figures",
    "reform-random",
    "set-free",
];

#[test]
fn measured_numbers_name_their_commands() {
    let mut faults = Vec::new();
    for (name, text) in super::pages() {
        if PAGES.contains(&&*name) {
            faults.extend(nameless(&text).into_iter().map(|block| format!("{name}: {block}")));
        }
    }
    assert!(faults.is_empty(), "numbers without a command:\n\n{}", faults.join("\n\n"));
}

#[test]
fn numbers_without_a_command_are_found() {
    let good =
        "It takes 240 splits (`sudoku-splits`).\n\n- 97 propagations\n- 0.27 %\n\n| 1,080 |\n";
    assert_eq!(nameless(good), [""; 0]);
    assert_eq!(
        nameless("By `parallax solve x` 1,080 sets.\n\nIn 2011 nine cards, 9x9, order 16."),
        [""; 0]
    );
    for bad in
        ["It takes 240 splits.", "0.3 s", "5 % more", "1,080 sets", "- 240 splits", "| 240 |"]
    {
        assert_eq!(nameless(&format!("## Some `crawford`\n\n{bad}\n")), [bad]);
    }
}

/// The blocks with measured numbers for which no command is named.
fn nameless(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut named = false;
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let follows = block.starts_with(['|', '-', '*']) && !block.starts_with("**");
        if block.starts_with('#') || !follows {
            named = false;
        }
        named |= !block.starts_with('#') && names_a_command(block);
        // Blocks of code are commands and their output.
        if !named && !block.contains("```") && has_measured_number(block) {
            found.push(block);
        }
    }
    found
}

/// Whether a block names a command, or the tables of the command that its section is about.
fn names_a_command(block: &str) -> bool {
    block.contains("parallax ")
        || block.contains("`--tables ")
        || NAMES.iter().any(|name| {
            block.contains(&format!("`{name}`")) || block.contains(&format!("`{name} --"))
        })
}

/// Whether there is a decimal, a percentage, or a number of three digits and more that is no year,
/// outside of code.
fn has_measured_number(block: &str) -> bool {
    let prose: String = block.split('`').step_by(2).collect();
    let words = prose.split(|letter: char| !letter.is_alphanumeric() && !".,%".contains(letter));
    let mut before_percent = false;
    words.filter(|word| !word.is_empty()).any(|word| {
        let is_percent = before_percent && word.starts_with('%');
        let word = word.trim_matches(|letter: char| ".,%".contains(letter));
        before_percent = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
        let is_year = matches!(word.parse(), Ok(1900..=2100));
        is_percent || is_number && word.len() > 2 && !is_year
    })
}
