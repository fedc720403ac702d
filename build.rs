//! Lets binaries and tests find the Z3 library that scripts/setup brought.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Without Z3 the environment makes no difference, and builds with and
    // without it must not undo each other.
    if std::env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
