//! Faults in the first line of a certificate and in the form of its steps.

use super::super::file::{FORMAT_NAME, FORMAT_VERSION};

faults! {
    /// Why a first line is refused.
    HeadFault {
        Packed => "it is packed; gzip -dc unpacks it",
        Encoding => "not UTF-8",
        CutOff => "empty, or a line that is cut off",
        OtherFormat => "expected '{FORMAT_NAME} {FORMAT_VERSION}', a digest, and count or optimum",
        OtherVersion { version: String } => "version {version}; this program reads version {FORMAT_VERSION}",
        OtherModel => "it is of another model",
        UnknownKind { kind: String } => "'{kind}': expected count or optimum",
        OtherWords => "expected 'binary' and 'where' with atoms after the kind",
        NoObjective => "an optimum of a model without an objective",
    }
}

faults! {
    /// Why a text or bytes are not a step.
    FormFault {
        Unreadable { error: String } => "cannot read: {error}",
        TooLong { most: usize } => "a step of more than {most} numbers, which no step of this model needs",
        LineCutOff { most: usize } => "a line that is cut off, or a step of more than {most} numbers, which no step of this model needs",
        StepCutOff => "a step that is cut off",
        UnknownStep { letter: String } => "there is no step '{letter:.20}'",
        OtherStep { letter: char, numbers: usize } => "no step '{letter}' of {numbers} numbers",
        LastBlank => "a blank at the end of a line",
        Encoding => "words that are not UTF-8",
        LongNumber => "a number of more than 64 bits",
        NoNumber { word: String } => "'{word}' is no number of 64 bits",
        NoPlace { number: i64 } => "{number} is no place in the model",
        NoSign => "no sign of an atom",
        NoAtom { word: String } => "'{word}' does not begin an atom",
        AtomCutOff => "an atom that is cut off",
    }
}
