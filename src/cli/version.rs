//! The output of `--version`.

use std::ffi::OsString;

use parallax_engines::Spec;
use parallax_model::engine_api::Engine;
use parallax_report::layout::TextLayout;
use parallax_solvers::SOLVER_FEATURES;

/// Returns the output of `--version`, if the arguments request it or the manual; otherwise the
/// version alone. Asking the solvers for their versions takes a third of the time of a small
/// command.
pub(super) fn long_if_wanted() -> String {
    // clap takes the text when it builds the command, before it has read the arguments, so that
    // they are looked at here.
    let is_wanted = |argument: OsString| argument == "--version" || argument == "man";
    if std::env::args_os().any(is_wanted) {
        long_version()
    } else {
        env!("CARGO_PKG_VERSION").into()
    }
}

/// Returns the version, the commit, the features, and the versions of the solvers.
fn long_version() -> String {
    let built: Vec<&str> =
        SOLVER_FEATURES.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let foreign = Spec::complete_engines()
        .into_iter()
        .filter(|spec| spec.is_built() && spec.abilities().foreign);
    let solvers: Vec<String> = foreign
        .map(|spec| {
            let name = spec.to_string();
            let name = name.split('+').next().unwrap_or(&name);
            format!("{} {}", name.rsplit(':').next().unwrap_or(name), spec.version())
        })
        .collect();
    let list = |items: &[String]| match items {
        [] => "none".to_owned(),
        items => items.join(", "),
    };
    let built: Vec<String> = built.into_iter().map(str::to_owned).collect();
    let page = TextLayout { width: Some(80), colour: false };
    let lines = [
        format!("commit: {}", option_env!("PARALLAX_COMMIT").unwrap_or("unknown")),
        format!("features: {}", list(&built)),
        format!("solvers: {}", list(&solvers)),
    ];
    let lines: String = lines.iter().map(|line| page.wrap_text(line, 2)).collect();
    format!("{}\n{}", env!("CARGO_PKG_VERSION"), lines.trim_end())
}
