//! The results that are kept, and what each was made from.

/// The bindings of one header.
#[derive(Debug)]
pub(crate) struct KeptBindings {
    /// The header, relative to the crate.
    pub(crate) header: &'static str,
    /// The version of the crate.
    pub(crate) version: &'static str,
    /// The definitions under which the header was read, in order.
    pub(crate) definitions: &'static [&'static str],
    /// The text of the bindings.
    pub(crate) text: &'static str,
}

/// One entry per crate.
pub(crate) const KEPT_BINDINGS: [KeptBindings; 3] = [
    KeptBindings {
        header: "cpp-extension/ctracer.h",
        version: "0.7.5",
        definitions: &["-DV154", "-DV213", "-DV220", "-DNTRACING"],
        text: include_str!("bindings/cadical.rs"),
    },
    KeptBindings {
        header: "cppsrc/minisat/cminisat.h",
        version: "0.7.5",
        definitions: &[],
        text: include_str!("bindings/minisat.rs"),
    },
    KeptBindings {
        header: "cppsrc/cglucose4.h",
        version: "0.7.5",
        definitions: &[],
        text: include_str!("bindings/glucose.rs"),
    },
];
