//! Requests with and without a kept result.

use super::{Bindings, Builder};

fn cadical_request() -> Builder {
    Builder::default()
        .clang_arg("-Icpp-extension")
        .clang_arg("-DV154")
        .clang_arg("-DV213")
        .clang_arg("-DV220")
        .clang_arg("-DNTRACING")
        .header("cpp-extension/ctracer.h")
}

#[test]
fn each_solver_gets_its_bindings() {
    let headers =
        [("cppsrc/minisat/cminisat.h", "cminisat_init"), ("cppsrc/cglucose4.h", "cglucose4_init")];
    for (header, function) in headers {
        let kept = Builder::default().header(header).find("0.7.5").expect("kept");
        assert!(kept.text.contains(&format!("pub fn {function}(")), "{header}");
    }
    let kept = cadical_request().find("0.7.5").expect("kept");
    assert!(kept.text.contains("pub fn ccadical_init("));
}

#[test]
fn other_requests_are_refused() {
    assert!(cadical_request().find("0.7.6").is_err(), "a version that was not seen");
    assert!(cadical_request().clang_arg("-DV300").find("0.7.5").is_err(), "a definition more");
    let error = Builder::default().header("other.h").find("0.7.5").expect_err("no such header");
    assert_eq!(
        error.to_string(),
        "vendor/bindgen keeps no bindings of other.h in version 0.7.5 with []: scripts/solver-bindings makes them"
    );
}

#[test]
fn bindings_are_written_as_they_are() {
    let path = std::env::temp_dir().join(format!("bindings-{}.rs", std::process::id()));
    Bindings { text: "fn f() {}\n" }.write_to_file(&path).expect("a file");
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(text, "fn f() {}\n");
}
