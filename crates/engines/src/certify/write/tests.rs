//! The checker reads back every step that is written.

use std::fs;
use std::io::{self, Read};

use parallax_certificates::{Atom, Claim, Count, Form, Kind, Model, Relation, Step, check, json};

use super::{About, Writer, opened};

/// The 2x2 Latin square.
const SQUARE: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": [0, 1]}, {"name": "b", "domain": [0, 1]},
    {"name": "c", "domain": [0, 1]}, {"name": "d", "domain": [0, 1]}],
  "constraints": [
    {"kind": "all_different", "scope": ["a", "b"]}, {"kind": "all_different", "scope": ["c", "d"]},
    {"kind": "all_different", "scope": ["a", "c"]}, {"kind": "all_different", "scope": ["b", "d"]}]}"#;

const STEPS: [Step<'_>; 16] = [
    Step::Lemma(&[
        Atom { variable: 0, relation: Relation::Eq, value: 0 },
        Atom { variable: 1, relation: Relation::Le, value: 0 },
    ]),
    Step::Fail(0),
    Step::Shown,
    Step::Branch(0, 0),
    Step::Restart,
    Step::Hold,
    Step::Branch(0, 0),
    Step::Hold,
    Step::Group(0, &[1, 1, 0]),
    Step::Spread(0, 0),
    Step::Remove(2, 2, &[0]),
    Step::Keep(1, 3, 0, 0),
    Step::Thin(&[3, 1]),
    Step::Solution(&[0, 1, 1, 0]),
    Step::Up,
    Step::Before(1, &[0, 0, 2, 0, 1, 1, 0]),
];

fn shown(model: &Model, input: impl Read) -> Result<Claim, String> {
    let mut none = |_: &str| Err(io::ErrorKind::NotFound.into());
    let shown = check(model, input, &mut none, &|| Ok(()));
    shown.map(|own| own.claim).map_err(|why| why.to_string())
}

#[test]
fn both_forms_packed_or_not() {
    let model = json::read(SQUARE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let about = |form| About { digest: model.digest(), kind: Kind::Count, form, part: Vec::new() };
    for compress in [false, true] {
        for form in [Form::Text, Form::Binary] {
            let mut bytes = Vec::new();
            let mut writer = Writer::new(&mut bytes, compress, &about(form), 1 << 20).unwrap();
            STEPS.iter().for_each(|step| writer.step(step).unwrap());
            writer.step(&Step::End("2")).unwrap();
            writer.finish().unwrap();
            let file = folder.path().join("own.cert");
            fs::write(&file, &bytes).unwrap();
            let found = shown(&model, opened(&file).unwrap());
            assert_eq!(found, Ok(Claim::Count(Count::from(2))), "{form:?} {compress}");
            fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
            assert!(shown(&model, opened(&file).unwrap()).is_err(), "{form:?} {compress}");
        }
    }
    let mut little = Writer::new(Vec::new(), false, &about(Form::Text), 100).unwrap();
    let full = STEPS.iter().find_map(|step| little.step(step).err()).unwrap();
    assert_eq!(full.kind(), io::ErrorKind::FileTooLarge);
}
