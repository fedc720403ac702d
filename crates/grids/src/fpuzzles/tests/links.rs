//! Links, and the compressed texts in them.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{board, words};
use crate::errors::LinkError;
use crate::fpuzzles::compress::compress;
use crate::fpuzzles::decompress::decompress;
use crate::fpuzzles::{MAX_TEXT, is_fpuzzles_link};
use crate::tests::texts::read_fpuzzles;

/// A board in pieces.
const BOARD: &[&str] = &[
    r#"{"size":4,"grid":[[{},{},{},{}],[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{}"#,
    r#",{},{}]],"killercage":[{"cells":["R1C2","R1C3"],"value":"5"}],"thermometer":[{"lines":[["#,
    r#""R2C1","R3C1","R4C2"]]}],"littlekillersum":[{"cell":"R0C1","cells":["R1C2","R2C3","R3C4""#,
    r#"],"direction":"DR","value":"8"}]}"#,
];

/// A board, as lz-string compresses it.
const PACKED: &[&str] = &[
    "N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTiBdZQkANwEMAbAVzngEZU0I6YA7BABcMbCuPLVCEslRqyZRStR",
    "ABrCEyYwMAYwZp2tHTE1h8IAEocAwgCYQqK9YDMIFY1bsQAVhBLUQgAW2gC2APYhMELa+KBMEPwwZvAElrbWHA6W",
    "zhlZFoh2bpT+IPFCQlrqmtpgLCGxIMaaCJYADLmoTUzJeJY29o7pro45iG6o2BAYMDpCEGGC8CAAIhZZHmwtABx+",
    "xUA=",
];

#[test]
fn texts_are_compressed_as_by_lz_string() {
    for (text, packed) in [("", "Q==="), ("Hello world", "BIUwNmD2AEDukCcwBMg=")] {
        assert_eq!(compress(text), packed);
        assert_eq!(decompress(packed, MAX_TEXT).as_deref(), Ok(text));
    }
    assert_eq!(compress(&BOARD.concat()), PACKED.concat());
    assert_eq!(decompress(&PACKED.concat(), MAX_TEXT), Ok(BOARD.concat()));
}

#[test]
fn random_texts_come_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..3000 {
        let signs: &[char] = match round % 4 {
            0 => &['a', 'b'],
            1 => &['a', '\0', '\u{ff}', '\u{100}', '\u{ffff}', '\u{10ffff}'],
            2 => &['{', '}', '"', 'R', 'C', '1', '2', ',', ':', '[', ']'],
            _ => &['x'],
        };
        let length = rng.random_range(0..if round % 10 == 0 { 3000 } else { 40 });
        let text: String = (0..length).map(|_| signs[rng.random_range(0..signs.len())]).collect();
        let packed = compress(&text);
        assert_eq!(decompress(&packed, MAX_TEXT), Ok(text.clone()), "{packed}");
        assert!(packed.len().is_multiple_of(4));
        let units = text.encode_utf16().count();
        assert_eq!(decompress(&packed, units), Ok(text.clone()));
        if units > 0 {
            assert!(
                decompress(&packed, units - 1)
                    .is_err_and(|error| error == LinkError::Length { limit: units - 1 })
            );
        }
        // The last sign may be blank.
        let most = packed.trim_end_matches('=').len().saturating_sub(1);
        let cut = &packed[..rng.random_range(0..most.max(1))];
        assert!(decompress(cut, MAX_TEXT) != Ok(text), "{cut}");
    }
}

#[test]
fn long_repeats_stop_at_the_limit() {
    let packed = compress(&"a".repeat(2_000_000));
    assert!(packed.len() < 10_000, "{}", packed.len());
    let error = LinkError::Length { limit: 1_999_999 };
    assert_eq!(error.to_string(), "the compressed text unpacks to more than 1999999 characters");
    assert_eq!(decompress(&packed, 1_999_999), Err(error));
    assert_eq!(decompress(&packed, 2_000_000).map(|text| text.len()), Ok(2_000_000));
}

#[test]
fn damaged_texts_are_refused() {
    let packed = PACKED.concat();
    for length in 0..packed.trim_end_matches('=').len() {
        assert!(decompress(&packed[..length], MAX_TEXT).is_err(), "{length}");
    }
    let message = |text: &str| decompress(text, MAX_TEXT).expect_err("a fault").to_string();
    let early = "the compressed text ends too early; expected the whole link";
    assert_eq!(message(&packed[..80]), early);
    assert_eq!(message(""), early);
    assert_eq!(message("===="), early);
    assert_eq!(message("N4!"), "sign 3 of the compressed text is none of its 64");
    let after = message(&format!("{packed}N4"));
    assert!(after.starts_with("the compressed text goes on after its end at sign "), "{after}");
    assert!(message("w===").starts_with("the compressed text is damaged: no entry 3"));
    // A half of a pair of UTF-16 units.
    assert!(message(&lone_unit()).starts_with("the compressed text is no Unicode"));
}

/// Compresses the single unit 0xd800: the code 1, sixteen bits, and the end in three bits.
fn lone_unit() -> String {
    let bits = |number: u32, width: u32| (0..width).map(move |place| number >> place & 1);
    let all: Vec<u32> = bits(1, 2).chain(bits(0xd800, 16)).chain(bits(2, 3)).collect();
    let sign = |six: &[u32]| {
        let value = (0..6).fold(0, |value, place| value << 1 | six.get(place).unwrap_or(&0));
        crate::fpuzzles::base64::base64_sign(value as u8)
    };
    all.chunks(6).map(sign).collect()
}

/// Returns all forms of a link.
fn forms(packed: &str) -> Vec<String> {
    let escaped = packed.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
    let mut forms = Vec::new();
    for packed in [packed, &escaped, &packed.replace('+', " ")] {
        forms.extend([
            format!("https://www.f-puzzles.com/?load={packed}"),
            format!("https://f-puzzles.com/?load={packed}"),
            format!("http://f-puzzles.com/?x=1&load={packed}&y=2#z"),
            format!("www.f-puzzles.com?load={packed}"),
            format!("https://sudokupad.app/fpuzzles{packed}"),
            format!("https://sudokupad.app/sudoku/fpuzzles{packed}?setting-nogrid=1"),
            format!("https://sudokupad.app/?puzzleid=fpuzzles{packed}"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}"),
            format!("  fpuzzles{packed}\n"),
        ]);
    }
    forms
}

#[test]
fn all_forms_of_links_are_read() {
    let text = board(9, r#""antiknight":true,"title":"\u00fc \u2192 12 5 7 ??>>~~""#);
    for text in [BOARD.concat(), text] {
        let puzzle = read_fpuzzles(&text, false).expect("a puzzle");
        let packed = compress(&text);
        for link in forms(&packed) {
            assert!(is_fpuzzles_link(&link), "{link}");
            assert_eq!(read_fpuzzles(&link, false).as_ref(), Ok(&puzzle), "{link}");
        }
    }
    let puzzle = read_fpuzzles(&BOARD.concat(), false).expect("a puzzle");
    let expected = "cage r1c2 r1c3 = 5\nlittle killer r1c2 dr = 8\nthermo r2c1 r3c1 r4c2";
    let mut found: Vec<_> = words(&puzzle).lines().map(str::to_owned).collect();
    found.sort_unstable();
    assert_eq!(found.join("\n"), expected);
}

#[test]
fn other_links_are_refused_with_the_reason() {
    let links = "expected https://www.f-puzzles.com/?load=... or https://sudokupad.app/fpuzzles...";
    let short = format!(
        "a short link, which only names a puzzle on a server; open it, and copy the long link: \
         {links}"
    );
    let none = format!("a link without a puzzle; {links}");
    let drawing = |kind: &str| {
        format!(
            "a puzzle in the form '{kind}', which is a drawing, and has its rules in the prose; \
             {links}"
        )
    };
    let packed = PACKED.concat();
    for (link, message) in [
        ("https://www.f-puzzles.com/?id=yc123abc".to_owned(), &short),
        ("https://tinyurl.com/abc".to_owned(), &short),
        ("https://sudokupad.app/abc123".to_owned(), &short),
        ("sudokupad.app/setter/name-of-puzzle".to_owned(), &short),
        ("https://f-puzzles.com/".to_owned(), &none),
        ("https://f-puzzles.com/?load=".to_owned(), &none),
        ("https://sudokupad.app/".to_owned(), &none),
        ("https://app.crackingthecryptic.com/sudoku/".to_owned(), &none),
        (format!("https://sudokupad.app/scl{packed}"), &drawing("scl")),
        (format!("https://sudokupad.app/?puzzleid=scl{packed}"), &drawing("scl")),
        (format!("scl{packed}"), &drawing("scl")),
        (format!("ctc{packed}"), &drawing("ctc")),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VPBbtpAEL3zFdGeV".to_owned(),
            &format!("a link of Penpa, which holds a drawing; {links}"),
        ),
        (format!("fpuzzles{packed}%41"), &"'%41' in the link; expected %2B, %2F or %3D".to_owned()),
        (format!("fpuzzles{packed}%"), &"'%' in the link; expected %2B, %2F or %3D".to_owned()),
    ] {
        assert!(is_fpuzzles_link(&link), "{link}");
        assert_eq!(read_fpuzzles(&link, true).as_ref(), Err(message), "{link}");
    }
    for other in
        ["", "puzzle: sudoku 4", "https://example.com/?load=N4Ig", "sclerosis", "a.b", "{}"]
    {
        assert!(!is_fpuzzles_link(other), "{other}");
    }
    let cut = format!("fpuzzles{}", &packed[..100]);
    let message = "the compressed text ends too early; expected the whole link";
    assert_eq!(read_fpuzzles(&cut, true), Err(message.to_owned()));
    let half = compress(&board(4, "")[..30]);
    let found = read_fpuzzles(&format!("fpuzzles{half}"), true).expect_err("a fault");
    assert!(found.starts_with("no JSON: EOF"), "{found}");
}
