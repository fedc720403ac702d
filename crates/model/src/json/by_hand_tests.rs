//! Tests models by hand.
