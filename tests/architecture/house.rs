//! The intended structure: the crates of the workspace and the rooms inside them.

/// A crate of the workspace.
pub(super) struct Crate {
    /// Its name without `parallax-`; that of the program is `parallax`.
    pub(super) name: &'static str,
    pub(super) folder: &'static str,
    /// The crates of the workspace that it may use.
    pub(super) uses: &'static [&'static str],
    /// Its rooms, bottom first. The first is the part of the crate that no other room names.
    pub(super) rooms: &'static [Room],
}

/// A module at the root of a crate, or the rest of the crate.
pub(super) struct Room {
    pub(super) name: &'static str,
    /// The rooms of its crate that it may use.
    pub(super) uses: &'static [&'static str],
}

const fn room(name: &'static str, uses: &'static [&'static str]) -> Room {
    Room { name, uses }
}

/// Makes a crate that is one room.
macro_rules! whole {
    ($name:literal, $folder:literal, $uses:expr) => {
        Crate { name: $name, folder: $folder, uses: $uses, rooms: &[room($name, &[])] }
    };
}

/// All crates, bottom first. To add a crate or a room: add a row above all that it uses, and list
/// no more than it uses; then add the crate to ARCHITECTURE.md.
pub(super) const HOUSE: &[Crate] = &[
    whole!("encodings", "encodings", &[]),
    whole!("certificates", "crates/certificates", &[]),
    Crate {
        name: "model",
        folder: "crates/model",
        uses: &[],
        rooms: &[room("model", &[]), room("ask", &["model"]), room("instance", &["model", "ask"])],
    },
    whole!("json", "crates/json", &["model"]),
    whole!("xml", "crates/xml", &["model"]),
    whole!("puzzles", "crates/puzzles", &["model"]),
    whole!("grids", "crates/grids", &["model"]),
    whole!("xcsp3", "crates/xcsp3", &["model", "json", "xml"]),
    whole!("flatzinc", "crates/flatzinc", &["model", "json"]),
    Crate {
        name: "tables",
        folder: "crates/tables",
        uses: &["model", "json", "xml"],
        rooms: &[room("tables", &[]), room("lint", &["tables"])],
    },
    Crate {
        name: "formats",
        folder: "crates/formats",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "puzzles",
            "grids",
            "json",
            "xcsp3",
            "flatzinc",
            "tables",
        ],
        rooms: &[room("formats", &[]), room("inputs", &["formats"])],
    },
    whole!("local", "crates/local", &["model"]),
    whole!("propagation", "crates/propagation", &["model"]),
    whole!("search", "crates/search", &["model", "propagation"]),
    whole!("reformulate", "crates/reformulate", &["model", "propagation", "search"]),
    Crate {
        name: "solvers",
        folder: "crates/solvers",
        uses: &["encodings", "certificates", "model"],
        rooms: &[
            room("solvers", &["process", "proofs"]),
            room("process", &[]),
            room("proofs", &["process"]),
        ],
    },
    whole!("translate", "crates/translate", &["encodings", "model"]),
    Crate {
        name: "engines",
        folder: "crates/engines",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "json",
            "local",
            "search",
            "reformulate",
            "solvers",
            "translate",
        ],
        rooms: &[room("engines", &[]), room("jobs", &["engines"])],
    },
    whole!("compare", "crates/compare", &["model"]),
    Crate {
        name: "fuzz",
        folder: "crates/fuzz",
        uses: &["encodings", "model", "json", "formats", "search", "solvers", "engines", "compare"],
        rooms: &[
            room("fuzz", &[]),
            room("cases", &[]),
            room("shrink", &[]),
            room("engines", &["cases", "shrink"]),
            room("programs", &["shrink"]),
        ],
    },
    whole!("why", "crates/why", &["model"]),
    whole!("hints", "crates/hints", &["model", "search", "solvers", "why"]),
    whole!("generate", "crates/generate", &["model", "puzzles", "grids", "formats", "engines"]),
    Crate {
        name: "experiment",
        folder: "crates/experiment",
        uses: &[
            "encodings",
            "model",
            "formats",
            "search",
            "solvers",
            "translate",
            "engines",
            "compare",
        ],
        rooms: &[room("experiment", &[]), room("measure", &[]), room("regress", &["experiment"])],
    },
    Crate {
        name: "report",
        folder: "crates/report",
        uses: &["model", "engines", "compare", "why", "hints", "experiment"],
        rooms: &[room("report", &[]), room("explain", &[])],
    },
    whole!(
        "reproduce",
        "crates/reproduce",
        &["model", "json", "puzzles", "formats", "engines", "generate", "report"]
    ),
    whole!("web", "crates/web", &["model", "puzzles", "formats", "solvers", "engines", "report"]),
    Crate {
        name: "parallax",
        folder: ".",
        uses: &[
            "encodings",
            "certificates",
            "model",
            "puzzles",
            "json",
            "tables",
            "formats",
            "search",
            "solvers",
            "translate",
            "engines",
            "compare",
            "fuzz",
            "why",
            "hints",
            "generate",
            "experiment",
            "report",
            "reproduce",
            "web",
        ],
        rooms: &[room("parallax", &[]), room("cli", &[])],
    },
];

/// The only crates that may name a particular puzzle.
pub(super) const KNOW_PUZZLES: &[&str] = &["formats", "generate", "reproduce", "web", "parallax"];

pub(super) fn find(name: &str) -> Option<&'static Crate> {
    HOUSE.iter().find(|crate_| crate_.name == name)
}

impl Crate {
    pub(super) fn room(&self, name: &str) -> Option<&'static Room> {
        self.rooms.iter().find(|room| room.name == name)
    }
}
