//! Properties of all forms.

use parallax_instance::LineReader;

use super::InputForm;
use crate::inputs::from_bytes;

/// Returns each sample with its form.
fn samples() -> impl Iterator<Item = (InputForm, &'static str)> {
    let of = |form: InputForm| form.samples().iter().map(move |text| (form, *text));
    InputForm::all().flat_map(of)
}

#[test]
fn samples_are_read_as_instances_of_their_form() {
    for (form, text) in samples() {
        let stream = from_bytes("text", text.as_bytes().to_vec(), Some(form));
        let stream = stream.unwrap_or_else(|fault| panic!("{form}: {fault}\n{text}"));
        for found in stream {
            let found = found.unwrap_or_else(|fault| panic!("{form}: {fault}\n{text}"));
            assert_eq!(found.instance.puzzle_name(), form.name(), "{text}");
        }
    }
}

#[test]
fn samples_are_recognised_as_their_form_or_need_an_extension() {
    let mut unrecognised = Vec::new();
    for (form, text) in samples() {
        let mut lines = LineReader::new("text", text.as_bytes());
        match InputForm::recognise(None, &mut lines).expect("a sample is text") {
            Some(recognised) => assert_eq!(recognised, form, "{text}"),
            None => unrecognised.push(form),
        }
    }
    // An instance of XCSP3, and tables in CSV.
    assert_eq!(unrecognised, [InputForm::Xcsp3, InputForm::Tables]);
}

#[test]
fn names_and_extensions_are_those_of_one_form() {
    let forms: Vec<InputForm> = InputForm::all().collect();
    for (place, form) in forms.iter().enumerate() {
        assert_eq!(form.name().parse(), Ok(*form));
        for other in &forms[..place] {
            assert_ne!(form.extension(), other.extension(), "{form} {other}");
        }
    }
}
