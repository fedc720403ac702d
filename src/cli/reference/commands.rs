//! The page of all commands with their options.

use clap::{Arg, Command, CommandFactory};

use super::markdown::{MarkdownPage, mark_code};
use crate::cli::help::COMMAND_GROUPS;
use crate::cli::{ProgramArgs, exit_codes};

/// The group of commands that the first screens list by name only.
const OTHER_COMMANDS_GROUP: &str = "Other commands";

pub(super) fn commands_page() -> MarkdownPage {
    let mut program = ProgramArgs::command();
    program.build();
    let mut page = MarkdownPage::begin_generated("Commands");
    page.add_paragraph(
        "Every command with its options, as 'parallax COMMAND --help' prints them. An option that \
         takes a value takes it after a space or after '='.",
    );
    let others = ungrouped_commands(&program);
    let groups =
        || COMMAND_GROUPS.iter().copied().chain([(OTHER_COMMANDS_GROUP, others.as_slice())]);
    for (group, names) in groups() {
        page.add_item(0, group, "");
        for command in named_commands(&program, names) {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            page.add_item(1, &format!("[{name}](#parallax-{name}): "), &about);
        }
    }
    page.add_heading(2, "Options of every command");
    list_arguments(&mut page, program.get_arguments().filter(|arg| is_common(arg)));
    page.add_heading(2, "Inputs");
    add_after_help(&mut page, &program);
    for (group, names) in groups() {
        page.add_heading(
            2,
            if group == OTHER_COMMANDS_GROUP { OTHER_COMMANDS_GROUP } else { group },
        );
        for command in named_commands(&program, names) {
            describe_command(&mut page, command, "");
        }
    }
    page
}

/// Returns the names of the commands without a group.
fn ungrouped_commands(program: &Command) -> Vec<&str> {
    let grouped = |name: &str| COMMAND_GROUPS.iter().any(|(_, names)| names.contains(&name));
    program.get_subcommands().map(Command::get_name).filter(|name| !grouped(name)).collect()
}

/// Returns the commands with these names, if the build has them.
fn named_commands<'c>(program: &'c Command, names: &[&str]) -> impl Iterator<Item = &'c Command> {
    names.iter().filter_map(|name| program.find_subcommand(name))
}

/// Describes a command and its subcommands; `above` is the path of the parent command.
fn describe_command(page: &mut MarkdownPage, command: &Command, above: &str) {
    let path = format!("{above} {}", command.get_name());
    let path = path.trim_start();
    page.add_heading(if above.is_empty() { 3 } else { 4 }, &format!("parallax {path}"));
    let about = command.get_long_about().or(command.get_about());
    for text in about.map(ToString::to_string).unwrap_or_default().split("\n\n") {
        page.add_paragraph(&text.replace('\n', " "));
    }
    let usage = command.clone().render_usage().to_string();
    let usage: Vec<&str> =
        usage.lines().map(|line| line.trim_start_matches("Usage:").trim()).collect();
    page.add_block("text", &usage.join("\n"));
    let shown = || command.get_arguments().filter(|arg| !is_common(arg) && !arg.is_hide_set());
    let mut headings: Vec<&str> = Vec::new();
    // A list instead of a set keeps the order of the first arguments; a command has few groups.
    for heading in shown().map(group_title) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for title in headings {
        page.add_markdown(&format!("**{title}**"));
        list_arguments(page, shown().filter(|arg| group_title(arg) == title));
    }
    if let Some(codes) = exit_codes::find_exit_codes(path) {
        page.add_markdown("**Exit codes**");
        codes.iter().for_each(|(code, meaning)| page.add_item(0, &format!("`{code}`: "), meaning));
    }
    add_after_help(page, command);
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        describe_command(page, below, path);
    }
}

/// Whether every command takes this argument.
fn is_common(arg: &Arg) -> bool {
    arg.is_global_set() || matches!(arg.get_id().as_str(), "help" | "version")
}

/// Returns the title of the group of an argument.
fn group_title(arg: &Arg) -> &str {
    let own = if arg.is_positional() { "Arguments" } else { "Options" };
    arg.get_help_heading().unwrap_or(own)
}

/// Lists arguments.
fn list_arguments<'a>(page: &mut MarkdownPage, arguments: impl Iterator<Item = &'a Arg>) {
    for arg in arguments.filter(|arg| !arg.is_hide_set()) {
        let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
        // clap leaves out the long help of an option with one paragraph, whose short help then says
        // all.
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let mut text =
            mark_code(joined_paragraphs(&help.unwrap_or_default()).trim_end_matches('.'));
        let takes = arg.get_action().takes_values();
        let default: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if takes && !default.is_empty() && !arg.is_hide_default_value_set() {
            text += &format!(". Default: `{}`", default.join(","));
        }
        page.add_item(0, &format!("{short}`{arg}`: {text}"), "");
        let values = if takes { arg.get_possible_values() } else { Vec::new() };
        for value in values.iter().filter(|value| !value.is_hide_set()) {
            let about = value.get_help().map(ToString::to_string).unwrap_or_default();
            let colon = if about.is_empty() { "" } else { ": " };
            page.add_item(1, &format!("`{}`{colon}", value.get_name()), &about);
        }
    }
}

/// Joins the paragraphs of a help text on one line. The first has no full stop in a terminal, so
/// this adds one before another paragraph.
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

/// Adds the text at the end of a command's help: indented lines are commands, others are prose.
fn add_after_help(page: &mut MarkdownPage, command: &Command) {
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    let mut block: Vec<&str> = Vec::new();
    // The empty line at the end closes a block that reaches the end of the text.
    for line in text.lines().chain([""]) {
        if line.starts_with(' ') {
            block.push(line.trim());
            continue;
        }
        if !block.is_empty() {
            page.add_block("text", &std::mem::take(&mut block).join("\n"));
        }
        if !line.is_empty() {
            page.add_paragraph(line);
        }
    }
}
