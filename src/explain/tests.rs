//! Stories of small runs.
