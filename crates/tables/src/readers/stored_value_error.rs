//! Faults of the cells of workbooks.

/// Why a cell of a workbook has no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StoredValueError {
    #[error(
        "a formula without a stored value; expected one, as spreadsheet programs store it when \
         they save the workbook"
    )]
    NoValue,
    #[error("there is no shared string {place}")]
    NoString { place: String },
    #[error("the date {date}; dates are not supported")]
    Date { date: String },
    #[error("a date (the number {number} in a format of dates); dates are not supported")]
    DateFormat { number: String },
    #[error("'{text}'; expected a truth value")]
    NoTruth { text: String },
    #[error("the cell holds the error {code}; expected a value")]
    Failed { code: String },
    #[error("'{text}'; expected a number")]
    NoNumber { text: String },
    #[error("a cell of type '{kind}', which is not supported")]
    OtherKind { kind: String },
}
