//! splits
