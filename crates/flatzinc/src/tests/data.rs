//! Compiled models, if they are there.

use std::path::Path;

use parallax_model::instance::Instance;

use super::{instance, model};

/// The folder of compiled models, from the environment.
fn folder() -> Option<String> {
    std::env::var("PARALLAX_FLATZINC").ok()
}

#[test]
fn compiled_models_are_read() {
    let Some(folder) = folder() else { return };
    let entries = std::fs::read_dir(Path::new(&folder)).expect("a folder");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|own| own == "fzn") {
            let text = std::fs::read_to_string(&path).expect("a text");
            match super::read(&text) {
                Ok(own) => {
                    let model = model(&own);
                    println!(
                        "{} {} variables {} constraints {}",
                        path.display(),
                        model.variables().len(),
                        model.constraints().len(),
                        own.title()
                    );
                }
                Err(error) => println!("{}: {error}", path.display()),
            }
        }
    }
    let _ = instance("var 1..2: x;\nsolve satisfy;\n").title();
}
