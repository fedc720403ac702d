//! The encodings of a SAT engine's spec: `+order,amo=ladder,sum=adder`.

use std::fmt;

use parallax_encodings::{Options, UnknownName};
use parallax_model::ask::did_you_mean;

/// Reads the part after the solver's name: the encoding of integers, if given, and `key=name`
/// options.
///
/// # Errors
/// At an unknown key or name, with the known ones, or options that cannot be combined.
pub(crate) fn parse(integers: Option<&str>, choices: Option<&str>) -> Result<Options, String> {
    let mut options = Options::default();
    if let Some(name) = integers {
        (Options::INTEGERS.set)(&mut options, name).map_err(|error| unknown(&error))?;
    }
    for choice in choices.map(|choices| choices.split(',')).into_iter().flatten() {
        let known = choice.split_once('=').and_then(|(key, name)| {
            Some((Options::CHOICES.iter().find(|choice| choice.key == key)?, name))
        });
        let (known, name) = known.ok_or_else(|| unknown_choice(choice))?;
        (known.set)(&mut options, name).map_err(|error| unknown(&error))?;
    }
    options.validate().map_err(|lost| lost.to_string())?;
    Ok(options)
}

/// Reads encodings as written after the `+` of a spec: `order,amo=ladder`.
///
/// # Errors
/// At an unknown encoding or option, with the known ones, or options that cannot be combined.
pub fn parse_options(text: &str) -> Result<Options, String> {
    match text.split_once(',') {
        Some((integers, choices)) => parse(Some(integers), Some(choices)),
        None => parse(Some(text), None),
    }
}

/// Returns the message about an unknown option.
pub(super) fn unknown_choice(choice: &str) -> String {
    let key = choice.split_once('=').map_or(choice, |(key, _)| key);
    let near = did_you_mean(key, Options::CHOICES.iter().map(|choice| choice.key));
    format!("unknown choice '{choice}'{near}; known: {}", keys())
}

/// Returns the message about an unknown name of an encoding.
pub(super) fn unknown(error: &UnknownName) -> String {
    let near = did_you_mean(&error.given, error.known.split(", "));
    let UnknownName { what, given, known } = error;
    format!("unknown {what} '{given}'{near}; known: {known}")
}

/// Returns `amo=NAME, sum=NAME, ...`
pub(super) fn keys() -> String {
    let keys = Options::CHOICES.iter().map(|choice| format!("{}=NAME", choice.key));
    keys.collect::<Vec<_>>().join(", ")
}

/// Writes options in the form that [`parse`] reads; omits those with their default.
pub(crate) fn write(options: &Options, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "+{}", (Options::INTEGERS.get)(options))?;
    let plain = Options::default();
    for choice in Options::CHOICES {
        let name = (choice.get)(options);
        if name != (choice.get)(&plain) {
            write!(f, ",{}={name}", choice.key)?;
        }
    }
    Ok(())
}
