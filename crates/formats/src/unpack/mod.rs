//! Compressed inputs, unpacked while they are read.
//!
//! The first bytes decide, not the name: a `.gz` that is plain text is read unchanged, and a
//! compressed file needs no extension. Members that follow one another are one text, as `cat a.gz
//! b.gz` writes them. Memory does not grow with the input, and a text that unpacks to more than a
//! limit ends with an error.

mod compression_format;
mod decoded;
mod lzma;
#[cfg(test)]
mod tests;
mod unpacked_reader;
mod zstd;

pub use unpacked_reader::{UnpackLimit, UnpackedReader};

pub use compression_format::{CompressionFormat, bare_name, is_packed};
