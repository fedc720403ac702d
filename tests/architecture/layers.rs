//! The intended structure: the crates of the workspace and the layers inside them.

/// A crate of the workspace.
pub(super) struct CrateEntry {
    /// Its name without `parallax-`; that of the program is `parallax`.
    pub(super) name: &'static str,
    pub(super) folder: &'static str,
    /// The crates of the workspace that it may use.
    pub(super) uses: &'static [&'static str],
    /// Its layers, bottom first. The first is the part of the crate that no other layer names.
    pub(super) layers: &'static [CrateLayer],
}

/// A module at the root of a crate, or the rest of the crate.
pub(super) struct CrateLayer {
    pub(super) name: &'static str,
    /// The layers of its crate that it may use.
    pub(super) uses: &'static [&'static str],
}

const fn layer(name: &'static str, uses: &'static [&'static str]) -> CrateLayer {
    CrateLayer { name, uses }
}

/// Makes a crate that is one layer.
macro_rules! whole {
    ($name:literal, $folder:literal, $uses:expr) => {
        CrateEntry { name: $name, folder: $folder, uses: $uses, layers: &[layer($name, &[])] }
    };
}

/// All crates, bottom first. To add a crate or a layer: add a row above all that it uses, and list
/// no more than it uses; then add the crate to ARCHITECTURE.md.
pub(super) const CRATES: &[CrateEntry] = &[
    whole!("encodings", "encodings", &[]),
    whole!("certificates", "crates/certificates", &[]),
    CrateEntry {
        name: "model",
        folder: "crates/model",
        uses: &[],
        layers: &[layer("model", &[]), layer("engine_api", &["model"])],
    },
    whole!("instance", "crates/instance", &["model"]),
    whole!("json", "crates/json", &["model", "instance"]),
    whole!("xml", "crates/xml", &["instance"]),
    whole!("puzzles", "crates/puzzles", &["model", "instance"]),
    whole!("grids", "crates/grids", &["model", "instance"]),
    whole!("xcsp3", "crates/xcsp3", &["model", "instance", "json", "xml"]),
    whole!("flatzinc", "crates/flatzinc", &["model", "instance", "json"]),
    CrateEntry {
        name: "dmn",
        folder: "crates/dmn",
        uses: &["instance", "xml"],
        layers: &[
            layer("dmn", &[]),
            layer("feel", &[]),
            layer("decisions", &["dmn", "feel"]),
            layer("columns", &["dmn", "feel", "decisions"]),
        ],
    },
    CrateEntry {
        name: "tables",
        folder: "crates/tables",
        uses: &["model", "instance", "dmn", "json", "xml"],
        layers: &[layer("tables", &[]), layer("lint", &["tables"])],
    },
    CrateEntry {
        name: "formats",
        folder: "crates/formats",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "instance",
            "puzzles",
            "grids",
            "json",
            "xcsp3",
            "flatzinc",
            "tables",
        ],
        layers: &[layer("formats", &[]), layer("inputs", &["formats"])],
    },
    whole!("local", "crates/local", &["model"]),
    whole!("propagation", "crates/propagation", &["model"]),
    whole!("search", "crates/search", &["model", "propagation"]),
    whole!("reformulate", "crates/reformulate", &["model", "propagation", "search"]),
    CrateEntry {
        name: "solvers",
        folder: "crates/solvers",
        uses: &["encodings", "certificates", "model", "instance"],
        layers: &[
            layer("solvers", &["process", "proofs"]),
            layer("process", &[]),
            layer("proofs", &["process"]),
        ],
    },
    whole!("translate", "crates/translate", &["encodings", "model", "instance"]),
    CrateEntry {
        name: "engines",
        folder: "crates/engines",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "instance",
            "json",
            "local",
            "search",
            "reformulate",
            "solvers",
            "translate",
        ],
        layers: &[layer("engines", &[]), layer("jobs", &["engines"])],
    },
    whole!("compare", "crates/compare", &["model", "instance"]),
    CrateEntry {
        name: "fuzz",
        folder: "crates/fuzz",
        uses: &[
            "encodings",
            "model",
            "instance",
            "json",
            "formats",
            "search",
            "solvers",
            "engines",
            "compare",
        ],
        layers: &[
            layer("fuzz", &[]),
            layer("cases", &[]),
            layer("shrink", &[]),
            layer("engines", &["cases", "shrink"]),
            layer("programs", &["shrink"]),
        ],
    },
    whole!("explain", "crates/explain", &["model", "instance"]),
    whole!("hints", "crates/hints", &["model", "instance", "search", "solvers", "explain"]),
    whole!(
        "generate",
        "crates/generate",
        &["model", "instance", "puzzles", "grids", "formats", "engines"]
    ),
    CrateEntry {
        name: "experiment",
        folder: "crates/experiment",
        uses: &[
            "encodings",
            "model",
            "instance",
            "formats",
            "search",
            "solvers",
            "translate",
            "engines",
            "compare",
        ],
        layers: &[
            layer("experiment", &[]),
            layer("measure", &[]),
            layer("regress", &["experiment"]),
        ],
    },
    CrateEntry {
        name: "report",
        folder: "crates/report",
        uses: &["model", "instance", "engines", "compare", "explain", "hints", "experiment"],
        layers: &[layer("report", &[]), layer("search_trace", &[])],
    },
    whole!(
        "reproduce",
        "crates/reproduce",
        &["model", "instance", "json", "puzzles", "formats", "engines", "generate", "report"]
    ),
    whole!("minizinc", "crates/minizinc", &["model", "instance", "formats", "search", "solvers"]),
    whole!(
        "web",
        "crates/web",
        &["model", "instance", "puzzles", "formats", "solvers", "engines", "report"]
    ),
    CrateEntry {
        name: "parallax",
        folder: ".",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "instance",
            "puzzles",
            "dmn",
            "json",
            "tables",
            "formats",
            "search",
            "solvers",
            "translate",
            "engines",
            "compare",
            "fuzz",
            "explain",
            "hints",
            "generate",
            "experiment",
            "report",
            "reproduce",
            "minizinc",
            "web",
        ],
        layers: &[layer("parallax", &[]), layer("cli", &[])],
    },
];

/// The only crates that may name a particular puzzle.
pub(super) const KNOW_PUZZLES: &[&str] = &["formats", "generate", "reproduce", "web", "parallax"];

pub(super) fn find(name: &str) -> Option<&'static CrateEntry> {
    CRATES.iter().find(|crate_| crate_.name == name)
}

impl CrateEntry {
    pub(super) fn layer(&self, name: &str) -> Option<&'static CrateLayer> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}
