//! Lets binaries and tests find the Z3 library that scripts/setup brought.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let wanted = std::env::var_os("CARGO_FEATURE_Z3").is_some();
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE")
        && wanted
    {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
