//! Engines that only count, named `count:METHOD`. Each states how it counted
//! ([`CountingMethod`](parallax_model::engine_api::CountingMethod)), and returns one solution, to
//! be checked.
//!
//! An engine that counts without listing the solutions sets `QuestionOutcome::counted`, a
//! `SolutionCount` of any size, and `QuestionOutcome::counting`, the method; its rows are compared
//! by number alone. This folder has these engines and the choice of `solve --count`.
//! `search/count/` counts by components: `certain.rs` decides which constraints hold for every
//! choice from the domains, `residue.rs` computes the rest of a constraint after variables are
//! fixed, without names, `shape/` turns that into a key that is the same for isomorphic components,
//! and `key_budget.rs` drops such keys if they do not pay. `compare/orbits.rs` counts orbits
//! instead of solutions.

mod counter;
mod default_counter;
mod diagrams;
mod external_counter;
mod native;
mod program;

pub use counter::Counter;

pub use default_counter::chosen_counter;
pub use external_counter::{ExternalCounter, InstalledCounter};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_and_faults_are_named() {
        for text in [
            "count:native",
            "count:native,cache=0",
            "count:native,cache=64,order=weighted",
            "count:native,order=fewest,keys=shapes",
            "count:diagrams",
            "count:diagrams,nodes=1000",
            "count:ganak",
            "count:d4",
            "count:d4+order,amo=ladder",
            "count:sharpsat {cnf}",
            "count:./counter -x",
            "count+order,amo=ladder:./counter {cnf} {seed}",
        ] {
            assert_eq!(text.parse::<Counter>().unwrap().to_string(), text);
        }
        let default = "count:native,keys=auto,cache=1024".parse::<Counter>().unwrap();
        assert_eq!(default.to_string(), "count:native");
        for (text, expected) in [
            ("count:natve", "did you mean 'native'?"),
            ("count:diagram", "did you mean 'diagrams'?"),
            ("count:", "known: native"),
            ("count:native,", "has no choice ''"),
            ("count:native,cache=-1", "cache=MIB"),
            ("count:native,cache=1,cache=2", "cache=MIB"),
            ("count:native+order", "has no choice 'order'"),
            ("count:diagrams,nodes=+1", "nodes=N"),
            ("count:diagrams,nodes=99999999999999999999", "nodes=N"),
            ("count:ganak+unary", "direct"),
            ("count:ganak,colour=red", "amo=NAME"),
            ("count:s {cfn}", "'{cfn}' is not a placeholder"),
            ("count+order", "count:COMMAND"),
            ("count+order:", "a command is missing"),
            ("count:*", "is not a program"),
            ("count:native,order=last", "known: place, fewest, narrow, weighted, linked, auto"),
            ("count:native,keys=all", "known: auto, names, shapes"),
        ] {
            let error = text.parse::<Counter>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
