//! Compressed texts: whole, joined, damaged, too large, and those that are none.

use std::io::{self, Cursor, Read, Write};

use super::unpacked_reader::MIN_FIRST_READ_BYTES;
use super::*;

const TEXT: &[u8] = b"p cnf 3 2\n1 -2 0\n2 3 0\n";

fn packed(packing: CompressionFormat, text: &[u8]) -> Vec<u8> {
    let whole = "writing to memory";
    match packing {
        CompressionFormat::Gzip => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(text).expect(whole);
            out.finish().expect(whole)
        }
        CompressionFormat::Xz => {
            let options = lzma_rust2::XzOptions::with_preset(1);
            let mut out = lzma_rust2::XzWriter::new(Vec::new(), options).expect(whole);
            out.write_all(text).expect(whole);
            out.finish().expect(whole)
        }
        CompressionFormat::Bzip2 => {
            let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            out.write_all(text).expect(whole);
            out.finish().expect(whole)
        }
        CompressionFormat::Lzma => {
            let options = lzma_rust2::LzmaOptions::with_preset(1);
            let mut out =
                lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &options, None).expect(whole);
            out.write_all(text).expect(whole);
            out.finish().expect(whole)
        }
        CompressionFormat::Zstd => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress_to_vec(text, level)
        }
    }
}

fn unpack_within(bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    UnpackedReader::new(Cursor::new(bytes), UnpackLimit(limit)).read_to_end(&mut text)?;
    Ok(text)
}

fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    unpack_within(bytes.to_vec(), 1 << 20).map_err(|error| error.to_string())
}

/// An input that returns one byte at a time.
struct Slow(Cursor<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

#[test]
fn every_compression_is_recognised_and_unpacked() {
    for packing in CompressionFormat::ALL {
        for text in [TEXT, b"", &b"0123456789".repeat(20_000)[..]] {
            let bytes = packed(packing, text);
            assert_eq!(CompressionFormat::from_magic_bytes(&bytes), Some(packing), "{packing:?}");
            assert!(unpack(&bytes).as_deref() == Ok(text), "{packing:?}, {} bytes", text.len());
            let mut slow = UnpackedReader::new(Slow(Cursor::new(bytes)), UnpackLimit::default());
            let mut read = Vec::new();
            assert!(slow.read_to_end(&mut read).is_ok() && read == text, "{packing:?}, slow");
        }
    }
}

#[test]
fn members_are_one_text_except_in_lzma() {
    for packing in CompressionFormat::ALL {
        let parts = [packed(packing, TEXT), packed(packing, b""), packed(packing, TEXT)];
        let joined = unpack(&parts.concat());
        if packing == CompressionFormat::Lzma {
            assert!(joined.is_err_and(|why| why.contains("lzma")));
        } else {
            assert_eq!(joined.as_deref(), Ok(&TEXT.repeat(2)[..]), "{packing:?}");
        }
        let garbage = unpack(&[&parts[0][..], b"more"].concat());
        assert!(garbage.is_err_and(|why| why.contains(packing.extension())), "{packing:?}");
    }
    let skipped =
        [b"\x5a\x2a\x4d\x18\x03\0\0\0abc".to_vec(), packed(CompressionFormat::Zstd, TEXT)].concat();
    assert_eq!(unpack(&skipped).as_deref(), Ok(TEXT));
    assert!(unpack(&skipped[..9]).is_err_and(|why| why.contains("zst")));
}

#[test]
fn a_beginning_is_never_taken_for_the_whole() {
    for packing in CompressionFormat::ALL {
        let bytes = packed(packing, &TEXT.repeat(50));
        for length in 0..bytes.len() {
            let head = &bytes[..length];
            match (CompressionFormat::from_magic_bytes(head), unpack(head)) {
                (Some(_), Ok(_)) => panic!("{packing:?}: {length} of {} bytes", bytes.len()),
                (Some(_), Err(why)) => assert!(why.contains(packing.extension()), "{why}"),
                (None, read) => assert_eq!(read.as_deref(), Ok(head), "{packing:?}"),
            }
        }
    }
}

#[test]
fn damage_changes_no_text_unseen() {
    // The format .lzma has no checksum.
    for packing in [
        CompressionFormat::Gzip,
        CompressionFormat::Xz,
        CompressionFormat::Bzip2,
        CompressionFormat::Zstd,
    ] {
        let bytes = match packing {
            // As `zstd` writes it, with a checksum.
            CompressionFormat::Zstd => [b"(\xb5/\xfd\x04X\xb9\0\0", TEXT, b"\xe6\rO\xf6"].concat(),
            packing => packed(packing, TEXT),
        };
        assert_eq!(unpack(&bytes).as_deref(), Ok(TEXT));
        for place in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[place / 8] ^= 1 << (place % 8);
            let Ok(read) = unpack(&damaged) else { continue };
            let is_plain = CompressionFormat::from_magic_bytes(&damaged).is_none();
            assert!(is_plain || read == TEXT, "{packing:?}: bit {place}");
        }
    }
}

#[test]
fn the_limit_counts_what_comes_out() {
    for packing in CompressionFormat::ALL {
        let text = b" ".repeat(3 << 20);
        let bytes = packed(packing, &text);
        assert!(bytes.len() < 1 << 16, "{packing:?}");
        let most = text.len() as u64;
        assert!(unpack_within(bytes.clone(), most).is_ok_and(|read| read == text), "{packing:?}");
        let why = unpack_within(bytes, most - 1).unwrap_err().to_string();
        assert!(why.starts_with("unpacks to more than 3145727 bytes"), "{packing:?}: {why}");
    }
    assert_eq!(unpack_within(TEXT.to_vec(), 0).unwrap(), TEXT, "a plain text is not unpacked");
}

#[test]
fn two_layers_are_removed_and_three_are_refused() {
    for (outer, inner) in
        CompressionFormat::ALL.iter().flat_map(|own| CompressionFormat::ALL.map(|it| (*own, it)))
    {
        let twice = packed(outer, &packed(inner, TEXT));
        assert_eq!(unpack(&twice).as_deref(), Ok(TEXT), "{inner:?} in {outer:?}");
    }
    let twice = packed(CompressionFormat::Gzip, &packed(CompressionFormat::Xz, TEXT));
    let thrice = unpack(&packed(CompressionFormat::Zstd, &twice));
    assert_eq!(thrice, Err("compressed more than 2 times; unpack it first".into()));
}

#[test]
fn texts_stay_as_they_are() {
    for text in ["", "B", "BZh", "BZh9 1AY&SY is text", "]", "(", "P*", "\n", "7z", "\u{1f}"] {
        assert_eq!(unpack(text.as_bytes()).as_deref(), Ok(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn the_first_read_shows_the_form_of_a_text() {
    for packing in CompressionFormat::ALL {
        let slow = Slow(Cursor::new(packed(packing, &TEXT.repeat(100))));
        let read = UnpackedReader::new(slow, UnpackLimit::default()).read(&mut [0; 1 << 16]);
        assert!(read.is_ok_and(|read| read >= MIN_FIRST_READ_BYTES), "{packing:?}");
    }
    let slow = Slow(Cursor::new(TEXT.repeat(100)));
    let read = UnpackedReader::new(slow, UnpackLimit::default()).read(&mut [0; 1 << 16]);
    assert!(read.is_ok_and(|read| read < 16), "a plain text may wait for more");
}

#[test]
fn names_lose_the_extensions_of_compressions_only() {
    for (name, bare) in [
        ("a.cnf", "a.cnf"),
        ("a.cnf.xz", "a.cnf"),
        ("b/a.CNF.GZ", "b/a.CNF"),
        ("a.model.json.zst", "a.model.json"),
        ("a.cnf.gz.gz", "a.cnf"),
        ("a.gz", "a"),
        (".gz", ".gz"),
        ("b/.xz", "b/.xz"),
        ("gz", "gz"),
        ("", ""),
    ] {
        assert_eq!(bare_name(name), bare);
    }
}

#[test]
fn an_input_that_fails_is_not_called_damaged() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(5))
        }
    }
    let bytes = packed(CompressionFormat::Xz, TEXT);
    let head = Cursor::new(bytes[..20].to_vec());
    let mut input = UnpackedReader::new(head.chain(Broken), UnpackLimit::default());
    let why = input.read_to_end(&mut Vec::new()).unwrap_err();
    assert_eq!(why.raw_os_error(), Some(5));
    assert!(input.read(&mut [0]).is_err(), "it stays at its error");
}
