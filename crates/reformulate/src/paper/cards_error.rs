//! Errors of models that the published algorithms do not take.

/// The reason why the published algorithms do not take a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardsError {
    /// A set has another number of cards.
    #[error("it takes three cards a set, the model has {0} variables")]
    Variables(usize),
    /// The model has hidden variables.
    #[error("it takes no hidden variables")]
    Hidden,
    /// Variables have different domains.
    #[error("it takes variables with the same domain")]
    Domains,
    /// There are too many cards.
    #[error("it takes at most {most} cards, the model has {found}")]
    Cards {
        /// The number of cards.
        found: u64,
        /// The maximum number.
        most: u64,
    },
    /// A constraint is not a rule of SET.
    #[error("it takes the rules of SET only, not the constraint{}: {words}", quote_label(.label))]
    Constraint {
        /// The label of the constraint; may be empty.
        label: String,
        /// The constraint in words.
        words: String,
    },
    /// The cards of a set are in no order.
    #[error("it takes cards in ascending order: x < y and y < z")]
    Order,
    /// An attribute has too many values.
    #[error(
        "it takes attributes of at most {most} values, '{name}' has {found}; 'reform' takes any"
    )]
    Values {
        /// The attribute.
        name: String,
        /// The number of its values.
        found: usize,
        /// The maximum number.
        most: usize,
    },
    /// There are no attributes.
    #[error("the model has no dimensions")]
    NoDimensions,
}

/// Returns a label in quotes after a space; nothing for an empty one.
fn quote_label(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!(" '{label}'") }
}
