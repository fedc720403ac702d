//! The files of `share/`, compiled into the program so that it needs no other file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file: its name and its text.
pub type SharedFile = (&'static str, &'static str);

/// Lists the files of a folder of `share/`.
macro_rules! files {
    ($folder:literal: $($name:literal,)+) => {
        &[$((
            $name,
            include_str!(concat!("../share/", $folder, "/", $name)),
        ),)+]
    };
}

/// The configurations, one for each engine or set of engines; the first is the default.
pub const SOLVER_CONFIGURATIONS: &[SharedFile] = files![
    "solvers":
    "parallax.msc",
    "parallax-cadical.msc",
    "parallax-compare.msc",
    "parallax-native.msc",
    "parallax-z3.msc",
];

/// The library that tells MiniZinc which constraints Parallax handles itself.
pub(super) const LIBRARY_FILES: &[SharedFile] = files![
    "parallax":
    "README.md",
    "experimental/assume/fzn_assume.mzn",
    "fzn_all_different_int.mzn",
    "fzn_all_different_int_imp.mzn",
    "fzn_all_equal_int.mzn",
    "fzn_among.mzn",
    "fzn_arg_sort_int.mzn",
    "fzn_arg_sort_int_reif.mzn",
    "fzn_at_least_int.mzn",
    "fzn_at_most_int.mzn",
    "fzn_at_most_int_reif.mzn",
    "fzn_bin_packing.mzn",
    "fzn_bin_packing_capa.mzn",
    "fzn_bin_packing_load.mzn",
    "fzn_circuit.mzn",
    "fzn_circuit_reif.mzn",
    "fzn_count_eq.mzn",
    "fzn_cumulative.mzn",
    "fzn_decreasing_set.mzn",
    "fzn_decreasing_set_reif.mzn",
    "fzn_diffn.mzn",
    "fzn_diffn_k.mzn",
    "fzn_diffn_nonstrict.mzn",
    "fzn_diffn_nonstrict_k.mzn",
    "fzn_disjunctive.mzn",
    "fzn_disjunctive_strict.mzn",
    "fzn_exactly_int.mzn",
    "fzn_global_cardinality.mzn",
    "fzn_global_cardinality_closed.mzn",
    "fzn_global_cardinality_low_up.mzn",
    "fzn_global_cardinality_low_up_closed.mzn",
    "fzn_increasing_set.mzn",
    "fzn_increasing_set_reif.mzn",
    "fzn_inverse.mzn",
    "fzn_inverse_imp.mzn",
    "fzn_lex_less_bool.mzn",
    "fzn_lex_less_bool_imp.mzn",
    "fzn_lex_less_bool_reif.mzn",
    "fzn_lex_less_int.mzn",
    "fzn_lex_less_int_imp.mzn",
    "fzn_lex_less_int_reif.mzn",
    "fzn_lex_lesseq_bool.mzn",
    "fzn_lex_lesseq_bool_imp.mzn",
    "fzn_lex_lesseq_bool_reif.mzn",
    "fzn_lex_lesseq_int.mzn",
    "fzn_lex_lesseq_int_imp.mzn",
    "fzn_lex_lesseq_int_reif.mzn",
    "fzn_mdd_nondet_reif.mzn",
    "fzn_mdd_reif.mzn",
    "fzn_nvalue.mzn",
    "fzn_nvalue_reif.mzn",
    "fzn_regular.mzn",
    "fzn_regular_nfa.mzn",
    "fzn_regular_reif.mzn",
    "fzn_seq_precede_chain_int.mzn",
    "fzn_seq_precede_chain_int_reif.mzn",
    "fzn_seq_precede_chain_set.mzn",
    "fzn_sliding_sum.mzn",
    "fzn_sliding_sum_reif.mzn",
    "fzn_sort.mzn",
    "fzn_sort_reif.mzn",
    "fzn_subcircuit.mzn",
    "fzn_subcircuit_reif.mzn",
    "fzn_symmetric_all_different.mzn",
    "fzn_symmetric_all_different_reif.mzn",
    "fzn_table_bool.mzn",
    "fzn_table_bool_imp.mzn",
    "fzn_table_bool_reif.mzn",
    "fzn_table_int.mzn",
    "fzn_table_int_imp.mzn",
    "fzn_table_int_reif.mzn",
    "fzn_value_precede_chain_int.mzn",
    "fzn_value_precede_chain_int_reif.mzn",
    "fzn_value_precede_int.mzn",
    "fzn_value_precede_int_reif.mzn",
    "parallax.mzn",
    "redefinitions-2.0.mzn",
    "redefinitions.mzn",
];

/// The folder of the library in a configuration of `share/`.
const LIBRARY_PLACE: &str = "\"../parallax\"";

/// The first word of the command in a configuration of `share/`.
const PROGRAM_PLACE: &str = "[\"parallax\", ";

/// Returns a configuration with a program and a library at these places.
#[must_use]
pub fn fill_configuration(text: &str, program: &Path, library: &Path) -> String {
    let quoted = |path: &Path| serde_json::Value::from(path.display().to_string()).to_string();
    text.replace(PROGRAM_PLACE, &format!("[{}, ", quoted(program)))
        .replace(LIBRARY_PLACE, &quoted(library))
}

/// Writes a file, and the folders that it is in.
///
/// # Errors
/// If something cannot be written.
pub(super) fn write_file(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}

/// Writes the library and the default configuration into a folder, and returns the file of the
/// configuration.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_solver_folder(folder: &Path, program: &Path) -> io::Result<PathBuf> {
    let library = unpack_library(folder)?;
    let file = folder.join("parallax.msc");
    let (_, text) = SOLVER_CONFIGURATIONS[0];
    fs::write(&file, fill_configuration(text, program, &library))?;
    Ok(file)
}

/// Writes the library and the configuration of a solver that prints the text of a file, and returns
/// the file of the configuration.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn unpack_printer(folder: &Path, text: &Path) -> io::Result<PathBuf> {
    let library = unpack_library(folder)?;
    // MiniZinc appends the FlatZinc file to the command. `sh -c` binds the first argument, the
    // text, to `$0`, and `cat "$0"` ignores the others.
    let command = ["sh".into(), "-c".into(), "exec cat \"$0\"".into(), text.display().to_string()];
    let about = serde_json::json!({
        "id": "org.parallax.printer", "name": "printer", "version": "1", "executable": command,
        "mznlib": library.display().to_string(), "tags": [], "stdFlags": [],
        "supportsMzn": false, "supportsFzn": true,
    });
    let file = folder.join("printer.msc");
    fs::write(&file, about.to_string())?;
    Ok(file)
}

/// Writes the library into a folder, and returns where it is.
fn unpack_library(folder: &Path) -> io::Result<PathBuf> {
    let library = folder.join("parallax");
    for (name, text) in LIBRARY_FILES {
        write_file(&library.join(name), text)?;
    }
    Ok(library)
}
