//! The page of all commands with their options.

use clap::{Arg, Command, CommandFactory};

use super::markdown::{Page, marked};
use crate::cli::help::GROUPS;
use crate::cli::{Cli, exit_codes};

/// The group of commands that the first screens only name.
const OTHERS: &str = "Other commands";

pub(super) fn page() -> Page {
    let mut program = Cli::command();
    program.build();
    let mut page = Page::generated("Commands");
    page.paragraph(
        "Every command with its options, as 'parallax COMMAND --help' prints them. An option that \
         takes a value takes it after a space or after '='.",
    );
    let others = others(&program);
    let groups = || GROUPS.iter().copied().chain([(OTHERS, others.as_slice())]);
    for (group, names) in groups() {
        page.item(0, group, "");
        for command in commands(&program, names) {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            page.item(1, &format!("[{name}](#parallax-{name}): "), &about);
        }
    }
    page.heading(2, "Options of every command");
    list(&mut page, program.get_arguments().filter(|arg| is_common(arg)));
    page.heading(2, "Inputs");
    after(&mut page, &program);
    for (group, names) in groups() {
        page.heading(2, if group == OTHERS { OTHERS } else { group });
        for command in commands(&program, names) {
            describe(&mut page, command, "");
        }
    }
    page
}

/// Returns the names of the commands that are in no group.
fn others(program: &Command) -> Vec<&str> {
    let grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    program.get_subcommands().map(Command::get_name).filter(|name| !grouped(name)).collect()
}

/// Returns the commands with these names, if the build has them.
fn commands<'c>(program: &'c Command, names: &[&str]) -> impl Iterator<Item = &'c Command> {
    names.iter().filter_map(|name| program.find_subcommand(name))
}

/// Describes a command and its own commands; `above` names those that it belongs to.
fn describe(page: &mut Page, command: &Command, above: &str) {
    let path = format!("{above} {}", command.get_name());
    let path = path.trim_start();
    page.heading(if above.is_empty() { 3 } else { 4 }, &format!("parallax {path}"));
    let about = command.get_long_about().or(command.get_about());
    for text in about.map(ToString::to_string).unwrap_or_default().split("\n\n") {
        page.paragraph(&text.replace('\n', " "));
    }
    let usage = command.clone().render_usage().to_string();
    let usage: Vec<&str> =
        usage.lines().map(|line| line.trim_start_matches("Usage:").trim()).collect();
    page.block("text", &usage.join("\n"));
    let shown = || command.get_arguments().filter(|arg| !is_common(arg) && !arg.is_hide_set());
    let mut headings: Vec<&str> = Vec::new();
    for heading in shown().map(heading) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for title in headings {
        page.wrapped(&format!("**{title}**"));
        list(page, shown().filter(|arg| heading(arg) == title));
    }
    if let Some(codes) = exit_codes::of(path) {
        page.wrapped("**Exit codes**");
        codes.iter().for_each(|(code, meaning)| page.item(0, &format!("`{code}`: "), meaning));
    }
    after(page, command);
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        describe(page, below, path);
    }
}

/// Whether every command takes this argument.
fn is_common(arg: &Arg) -> bool {
    arg.is_global_set() || matches!(arg.get_id().as_str(), "help" | "version")
}

/// Returns the title of the group of an argument.
fn heading(arg: &Arg) -> &str {
    let own = if arg.is_positional() { "Arguments" } else { "Options" };
    arg.get_help_heading().unwrap_or(own)
}

/// Lists arguments.
fn list<'a>(page: &mut Page, arguments: impl Iterator<Item = &'a Arg>) {
    for arg in arguments.filter(|arg| !arg.is_hide_set()) {
        let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let mut text = marked(joined_paragraphs(&help.unwrap_or_default()).trim_end_matches('.'));
        let takes = arg.get_action().takes_values();
        let default: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if takes && !default.is_empty() && !arg.is_hide_default_value_set() {
            text += &format!(". Default: `{}`", default.join(","));
        }
        page.item(0, &format!("{short}`{arg}`: {text}"), "");
        let values = if takes { arg.get_possible_values() } else { Vec::new() };
        for value in values.iter().filter(|value| !value.is_hide_set()) {
            let about = value.get_help().map(ToString::to_string).unwrap_or_default();
            let colon = if about.is_empty() { "" } else { ": " };
            page.item(1, &format!("`{}`{colon}", value.get_name()), &about);
        }
    }
}

/// Returns the paragraphs of a help text on one line. The first has no full stop in a terminal, so
/// one is added where another paragraph follows.
fn joined_paragraphs(help: &str) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut joined = String::new();
    for paragraph in help.split("\n\n").map(words).filter(|paragraph| !paragraph.is_empty()) {
        if !joined.is_empty() {
            joined += if joined.ends_with(['.', ':', '?', '!']) { " " } else { ". " };
        }
        joined += &paragraph;
    }
    joined
}

/// Adds the text at the end of a command's help: lines that are indented are commands, others are
/// prose.
fn after(page: &mut Page, command: &Command) {
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        if line.starts_with(' ') {
            block.push(line.trim());
            continue;
        }
        if !block.is_empty() {
            page.block("text", &std::mem::take(&mut block).join("\n"));
        }
        if !line.is_empty() {
            page.paragraph(line);
        }
    }
}
