//! The command: its arguments, its run and its output.

use std::io::Write;
use std::path::Path;

use parallax_minizinc::{
    COMPILER_PROGRAM, INSTALL_HINT, MinizincFolders, SOLVER_CONFIGURATIONS, fill_configuration,
};
use parallax_solvers::process::find_program;

use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::this_program::this_program;

/// Make Parallax one of the solvers of MiniZinc
///
/// Without an option it prints what is installed.
#[derive(clap::Args)]
pub(super) struct MinizincArgs {
    /// Write the configurations and the library into ~/.minizinc
    #[arg(long, group = "what")]
    install: bool,
    /// Remove what --install has written
    #[arg(long, group = "what")]
    uninstall: bool,
    /// Print the configurations as --install writes them
    #[arg(long, group = "what")]
    print: bool,
    /// With --install: replace files of others that have the same names
    #[arg(long, requires = "install")]
    force: bool,
}

pub(super) fn run(args: &MinizincArgs) -> Result<u8, CliError> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    let home = home.ok_or_else(|| {
        CliError("HOME names no folder; MiniZinc looks for solvers in HOME/.minizinc".into())
    })?;
    let places = MinizincFolders::from_home(Path::new(&home));
    let mut out = StandardOutput::new();
    if args.install {
        install_solver(&places, args.force, &mut out)?;
    } else if args.uninstall {
        let removed = places.uninstall_files()?;
        let (solvers, library) = (places.solvers.display(), places.library.display());
        match removed {
            0 => writeln!(out, "nothing of Parallax is in {solvers} and {library}")?,
            1 => writeln!(out, "removed 1 file from {solvers} and {library}")?,
            _ => writeln!(out, "removed {removed} files from {solvers} and {library}")?,
        }
    } else if args.print {
        let program = this_program()?;
        for (name, text) in SOLVER_CONFIGURATIONS {
            let text = fill_configuration(text, &program, &places.library);
            write!(out, "% {}\n{text}", places.solvers.join(name).display())?;
        }
    } else {
        print_installation(&places, &mut out)?;
    }
    out.flush()?;
    Ok(0)
}

fn install_solver(
    places: &MinizincFolders,
    force: bool,
    out: &mut StandardOutput,
) -> Result<(), CliError> {
    let replaced = places.install_files(&this_program()?, force)?;
    for file in replaced {
        writeln!(out, "replaced {}", file.display())?;
    }
    writeln!(
        out,
        "wrote {} configurations into {}",
        SOLVER_CONFIGURATIONS.len(),
        places.solvers.display()
    )?;
    writeln!(out, "wrote the library into {}", places.library.display())?;
    if find_program(COMPILER_PROGRAM).is_none() {
        writeln!(out, "there is no program 'minizinc' yet; {INSTALL_HINT}")?;
    } else {
        writeln!(out, "see it with: minizinc --solvers")?;
        writeln!(out, "use it with: minizinc --solver parallax MODEL.mzn")?;
    }
    Ok(())
}

/// Prints the path of MiniZinc and the installed configurations of Parallax.
fn print_installation(places: &MinizincFolders, out: &mut StandardOutput) -> Result<(), CliError> {
    match find_program(COMPILER_PROGRAM) {
        Some(file) => writeln!(out, "minizinc: {}", file.display())?,
        None => writeln!(out, "minizinc: not installed; {INSTALL_HINT}")?,
    }
    let installed = places.installed_configurations();
    if installed.is_empty() {
        writeln!(out, "Parallax is not among its solvers: parallax minizinc --install")?;
        return Ok(());
    }
    for name in installed {
        let name = name.strip_suffix(".msc").unwrap_or(name);
        writeln!(out, "minizinc --solver {name}")?;
    }
    Ok(())
}
