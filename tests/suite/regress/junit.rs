//! JUnit XML has the shape that CI servers read.

use roxmltree::{Document, Node};

use super::{folder, regress};

/// Returns the attributes that an element must have, and those that it may have.
fn attributes(tag: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match tag {
        "testsuites" => (&["name", "tests", "failures", "errors", "time"], &["skipped"]),
        "testsuite" => (&["name", "tests", "failures", "errors", "skipped", "time"], &[]),
        "testcase" => (&["name", "classname", "time"], &[]),
        "failure" | "error" => (&["message", "type"], &[]),
        "skipped" => (&[], &["message"]),
        other => panic!("an element {other}"),
    }
}

/// Returns the elements that an element may contain.
fn children(tag: &str) -> &'static [&'static str] {
    match tag {
        "testsuites" => &["testsuite"],
        "testsuite" => &["testcase"],
        "testcase" => &["failure", "error", "skipped"],
        _ => &[],
    }
}

/// Checks an element and all its descendants.
fn check(node: Node<'_, '_>) {
    let tag = node.tag_name().name();
    let (must, may) = attributes(tag);
    for name in must {
        assert!(node.has_attribute(*name), "{tag} lacks {name}");
    }
    for attribute in node.attributes() {
        let name = attribute.name();
        assert!(must.contains(&name) || may.contains(&name), "{tag} has {name}");
        if ["tests", "failures", "errors", "skipped"].contains(&name) {
            assert!(attribute.value().parse::<u64>().is_ok(), "{name} is no number");
        }
        if name == "time" {
            assert!(attribute.value().parse::<f64>().is_ok_and(|time| time >= 0.0));
        }
    }
    for child in node.children().filter(Node::is_element) {
        assert!(children(tag).contains(&child.tag_name().name()), "{tag} holds {child:?}");
        check(child);
    }
    if tag == "testcase" {
        assert!(node.children().filter(Node::is_element).count() <= 1, "one ending of a case");
    }
}

/// Returns the number in an attribute.
fn number(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute(name).and_then(|text| text.parse().ok()).expect("a number")
}

#[test]
fn reports_have_the_shape_of_junit() {
    let one = "[[case]]\nname = '<a> & \"b\" \u{1F980}'\ninstance = 'latin:2'\nanswer = 'unsat'\n\
               [[case]]\ninstance = 'latin:2'\nanswer = 'sat'\n";
    let two = "[[case]]\ninstance = ['latin:2', 'latin:x']\nanswer = 'sat'\n";
    let folder = folder(&[("one.toml", one), ("two.toml", two)]);
    let ran = regress(&folder, "one.toml two.toml --junit report.xml");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let text = std::fs::read_to_string(folder.path().join("report.xml")).expect("a report");
    let document = Document::parse(&text).expect("XML");
    let root = document.root_element();
    check(root);
    assert_eq!(root.tag_name().name(), "testsuites");
    let totals = ["tests", "failures", "errors"].map(|name| number(root, name));
    assert_eq!(totals, [3, 1, 1]);
    let all = |tag: &str| root.descendants().filter(|n| n.has_tag_name(tag)).count();
    assert_eq!([all("testcase"), all("failure"), all("error")], totals);
    for suite in root.children().filter(|node| node.has_tag_name("testsuite")) {
        let below = |tag: &str| suite.descendants().filter(|n| n.has_tag_name(tag)).count();
        let found = ["testcase", "failure", "error", "skipped"].map(below);
        assert_eq!(["tests", "failures", "errors", "skipped"].map(|n| number(suite, n)), found);
    }
    let first = root.descendants().find(|node| node.has_tag_name("testcase")).expect("a case");
    assert_eq!(first.attribute("name"), Some("<a> & \"b\" \u{1F980}"));
    let failure = first.first_element_child().expect("a failure");
    assert_eq!(failure.attribute("type"), Some("answer"));
    assert_eq!(failure.text().map(|text| text.lines().count()), Some(2), "a line an engine");
    let failed = regress(&folder, "one.toml --junit none/report.xml");
    assert_eq!(failed.code, Some(2), "{}", failed.err);
}
