//! The checker reads back every step that is written.

use std::fs;
use std::io::{self, Read};

use parallax_certificates::{
    Atom, CertificateClaim, CertificateStep, CheckerModel, ClaimKind, NaturalNumber, Relation,
    StepEncoding, check_certificate, json,
};

use super::{CertificateHeader, CertificateStepWriter, open_certificate};

/// The 2x2 Latin square.
const SQUARE: &str = r#"{"format": "parallax-model-1", "variables": [
    {"name": "a", "domain": [0, 1]}, {"name": "b", "domain": [0, 1]},
    {"name": "c", "domain": [0, 1]}, {"name": "d", "domain": [0, 1]}],
  "constraints": [
    {"kind": "all_different", "scope": ["a", "b"]}, {"kind": "all_different", "scope": ["c", "d"]},
    {"kind": "all_different", "scope": ["a", "c"]}, {"kind": "all_different", "scope": ["b", "d"]}]}"#;

const STEPS: [CertificateStep<'_>; 16] = [
    CertificateStep::Lemma(&[
        Atom { variable: 0, relation: Relation::Eq, value: 0 },
        Atom { variable: 1, relation: Relation::Le, value: 0 },
    ]),
    CertificateStep::Fail(0),
    CertificateStep::Shown,
    CertificateStep::Branch(0, 0),
    CertificateStep::Restart,
    CertificateStep::Hold,
    CertificateStep::Branch(0, 0),
    CertificateStep::Hold,
    CertificateStep::Group(0, &[1, 1, 0]),
    CertificateStep::Spread(0, 0),
    CertificateStep::Remove(2, 2, &[0]),
    CertificateStep::Keep(1, 3, 0, 0),
    CertificateStep::Thin(&[3, 1]),
    CertificateStep::Solution(&[0, 1, 1, 0]),
    CertificateStep::Up,
    CertificateStep::Before(1, &[0, 0, 2, 0, 1, 1, 0]),
];

fn shown(model: &CheckerModel, input: impl Read) -> Result<CertificateClaim, String> {
    let mut none = |_: &str| Err(io::ErrorKind::NotFound.into());
    let shown = check_certificate(model, input, &mut none, &|| Ok(()));
    shown.map(|own| own.claim).map_err(|why| why.to_string())
}

#[test]
fn both_forms_packed_or_not() {
    let model = json::read_model(SQUARE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let about = |form| CertificateHeader {
        digest: model.digest(),
        kind: ClaimKind::Count,
        form,
        part: Vec::new(),
    };
    for compress in [false, true] {
        for form in [StepEncoding::Text, StepEncoding::Binary] {
            let mut bytes = Vec::new();
            let mut writer =
                CertificateStepWriter::new(&mut bytes, compress, &about(form), 1 << 20).unwrap();
            STEPS.iter().for_each(|step| writer.write_step(step).unwrap());
            writer.write_step(&CertificateStep::End("2")).unwrap();
            writer.finish_output().unwrap();
            let file = folder.path().join("own.cert");
            fs::write(&file, &bytes).unwrap();
            let found = shown(&model, open_certificate(&file).unwrap());
            assert_eq!(
                found,
                Ok(CertificateClaim::Count(NaturalNumber::from(2))),
                "{form:?} {compress}"
            );
            fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
            assert!(
                shown(&model, open_certificate(&file).unwrap()).is_err(),
                "{form:?} {compress}"
            );
        }
    }
    let mut little =
        CertificateStepWriter::new(Vec::new(), false, &about(StepEncoding::Text), 100).unwrap();
    let full = STEPS.iter().find_map(|step| little.write_step(step).err()).unwrap();
    assert_eq!(full.kind(), io::ErrorKind::FileTooLarge);
}
