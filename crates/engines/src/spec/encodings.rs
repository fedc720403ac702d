//! The parts of a spec: its name, and the encodings that follow: `+order,amo=ladder,sum=adder`.

use std::fmt;

use parallax_encodings::EncodingOptions;
use parallax_encodings::smt::SmtEncoding;
use parallax_solvers::process::CommandTemplate;

use super::SpecFault;

/// A spec of the form `NAME[+ENCODING][,CHOICES]`.
pub(crate) struct SpecParts<'t> {
    /// The text before the encoding and the choices.
    pub(crate) name: &'t str,
    /// The text after the first plus sign.
    pub(crate) encoding: Option<&'t str>,
    /// The text after the first comma.
    pub(crate) choices: Option<&'t str>,
}

impl<'t> SpecParts<'t> {
    /// Splits a text.
    pub(crate) fn split_parts(text: &'t str) -> Self {
        let (head, choices) = match text.split_once(',') {
            Some((head, choices)) => (head, Some(choices)),
            None => (text, None),
        };
        match head.split_once('+') {
            Some((name, encoding)) => SpecParts { name, encoding: Some(encoding), choices },
            None => SpecParts { name: head, encoding: None, choices },
        }
    }

    /// Requires that there are no choices.
    ///
    /// # Errors
    /// If there are.
    pub(crate) fn refuse_choices(&self) -> Result<(), SpecFault> {
        match self.choices {
            None => Ok(()),
            Some(choices) => Err(SpecFault::no_choice(self.name, choices)),
        }
    }

    /// Reads an engine without encodings and choices; `None` for another text.
    pub(crate) fn read_plain<E>(text: &str, name: &str, engine: E) -> Option<Result<E, SpecFault>> {
        let parts = SpecParts::split_parts(text);
        let is_meant = parts.name == name && parts.encoding.is_none();
        is_meant.then(|| parts.refuse_choices().map(|()| engine))
    }
}

/// A spec of the form `NAME[+ENCODING][,CHOICES]:COMMAND`.
pub(crate) struct CommandParts<'t> {
    /// The parts before the colon; the name is the first one of the kind.
    pub(crate) parts: SpecParts<'t>,
    /// The text after the first colon.
    pub(crate) command: &'t str,
}

impl<'t> CommandParts<'t> {
    /// Splits a text that begins with one of these names; `None` for another one.
    pub(crate) fn split_command(text: &'t str, names: &[&'static str]) -> Option<Self> {
        let (head, command) = text.split_once(':')?;
        let parts = SpecParts::split_parts(head);
        names.contains(&parts.name).then(|| {
            let name = names.first().copied().unwrap_or(parts.name);
            CommandParts { parts: SpecParts { name, ..parts }, command }
        })
    }

    /// Whether a text begins with one of these names.
    pub(crate) fn are_begun(text: &str, names: &[&str]) -> bool {
        let head = text.split(['+', ',', ':']).next().unwrap_or(text);
        names.contains(&head)
    }

    /// Reads the command.
    ///
    /// # Errors
    /// If it is missing or names a file that no program gets.
    pub(crate) fn read_program(&self) -> Result<CommandTemplate, SpecFault> {
        self.command.parse().map_err(SpecFault::part_fault)
    }

    /// Reads the command of an engine without proofs.
    ///
    /// # Errors
    /// As [`CommandParts::read_program`], or if it names the file of a proof.
    pub(crate) fn read_proofless_program(&self) -> Result<CommandTemplate, SpecFault> {
        let program = self.read_program()?;
        if program.has_placeholder(PROOF_PLACEHOLDER) {
            Err(SpecFault::MisplacedProof)
        } else {
            Ok(program)
        }
    }
}

/// The placeholder of a proof's file.
pub(crate) const PROOF_PLACEHOLDER: &str = "{proof}";

/// Returns the settings after the name of an engine; `None` if the text is not a spec of it.
pub(crate) fn settings_after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let settings = text.strip_prefix(name)?;
    (settings.is_empty() || settings.starts_with([':', ','])).then_some(settings)
}

/// Reads the part after the solver's name: the encoding of integers, if given, and `key=name`
/// options.
///
/// # Errors
/// At an unknown key or name, with the known ones, or options that cannot be combined.
pub(crate) fn read_encodings(
    integers: Option<&str>,
    choices: Option<&str>,
) -> Result<EncodingOptions, SpecFault> {
    let mut options = EncodingOptions::default();
    if let Some(name) = integers {
        (EncodingOptions::INTEGERS.set)(&mut options, name).map_err(SpecFault::UnknownEncoding)?;
    }
    for choice in choices.map(|choices| choices.split(',')).into_iter().flatten() {
        let known = choice.split_once('=').and_then(|(key, name)| {
            Some((EncodingOptions::CHOICES.iter().find(|choice| choice.key == key)?, name))
        });
        let (known, name) = known.ok_or_else(|| SpecFault::unknown_choice(choice))?;
        (known.set)(&mut options, name).map_err(SpecFault::UnknownEncoding)?;
    }
    options.check_combination().map_err(SpecFault::part_fault)?;
    Ok(options)
}

/// Reads encodings as written after the `+` of a spec: `order,amo=ladder`.
///
/// # Errors
/// At an unknown encoding or option, with the known ones, or options that cannot be combined.
pub fn parse_options(text: &str) -> Result<EncodingOptions, SpecFault> {
    match text.split_once(',') {
        Some((integers, choices)) => read_encodings(Some(integers), Some(choices)),
        None => read_encodings(Some(text), None),
    }
}

/// Writes options in the form that [`read_encodings`] reads; omits those with their default.
pub(crate) fn write_encodings(
    options: &EncodingOptions,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "+{}", (EncodingOptions::INTEGERS.get)(options))?;
    let plain = EncodingOptions::default();
    for choice in EncodingOptions::CHOICES {
        let name = (choice.get)(options);
        if name != (choice.get)(&plain) {
            write!(f, ",{}={name}", choice.key)?;
        }
    }
    Ok(())
}

/// Reads the name of an SMT encoding.
///
/// # Errors
/// If it is unknown.
pub(crate) fn read_terms(name: &str) -> Result<SmtEncoding, SpecFault> {
    name.parse().map_err(SpecFault::UnknownEncoding)
}

/// Describes an SMT encoding in a few words.
pub(crate) fn describe_terms(encoding: SmtEncoding) -> &'static str {
    match encoding {
        SmtEncoding::Lia => "terms over integers, linear arithmetic",
        SmtEncoding::Fd => "terms over integers, as finite domains",
        SmtEncoding::Bv => "terms over bit-vectors",
        SmtEncoding::Pb => "one truth value a value, pseudo-Boolean constraints",
    }
}
