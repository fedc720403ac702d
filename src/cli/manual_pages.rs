//! `parallax completions` and `parallax man`: made from the same definitions as the help.

use std::io::Write;
use std::path::PathBuf;

use clap_complete::Shell;
use clap_mangen::Man;

use super::CliError;
use super::help::{command_definition, require_subcommand};
use super::output::StandardOutput;
use super::reference;

/// Print a script that completes commands and options in a shell
#[derive(clap::Args)]
#[command(after_help = "bash: parallax completions bash > \
                        ~/.local/share/bash-completion/completions/parallax\n\
                        zsh:  parallax completions zsh > \"${fpath[1]}/_parallax\"\n\
                        fish: parallax completions fish > ~/.config/fish/completions/parallax.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page
#[derive(clap::Args)]
#[command(after_help = "parallax man | man -l - shows the page; parallax man solve is that of a \
                        command; parallax man --out ~/.local/share/man/man1 writes all of them.")]
pub(super) struct ManArgs {
    /// The command whose page is printed [default: that of parallax itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
    /// Write the pages of docs/reference/ that are made from the program into this folder
    #[arg(long, value_name = "DIR", hide = true, conflicts_with_all = ["command", "out"])]
    markdown: Option<PathBuf>,
}

pub(super) fn print_completions(args: &CompletionsArgs) -> Result<u8, CliError> {
    let mut script = Vec::new();
    // Written to memory first: the generator panics if its writer fails, and a pipe may close.
    clap_complete::generate(args.shell, &mut command_definition(), "parallax", &mut script);
    let mut out = StandardOutput::new();
    out.write_all(&script)?;
    out.flush()?;
    Ok(0)
}

pub(super) fn print_manual(args: &ManArgs) -> Result<u8, CliError> {
    if let Some(folder) = &args.markdown {
        return reference::write_pages(folder).map(|()| 0);
    }
    let mut all = command_definition();
    if let Some(folder) = &args.out {
        let failed = |error| CliError(format!("{}: cannot write: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        clap_mangen::generate_to(all, folder).map_err(failed)?;
        return Ok(0);
    }
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => require_subcommand(&all, name)?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    let mut out = StandardOutput::new();
    out.write_all(&text)?;
    out.flush()?;
    Ok(0)
}
