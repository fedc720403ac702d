//! Lines that are read, peeked at, refused and limited.

use super::*;
use parallax_model::engine_api::Control;

fn lines(text: &[u8]) -> LineReader<'_> {
    LineReader::new("here", text)
}

#[test]
fn peeks_and_reads() {
    let mut lines = lines(b"a\r\nb  \nc");
    assert_eq!(lines.peek_line(1).unwrap().unwrap().text, "b");
    assert_eq!(lines.next_line().unwrap().unwrap().text, "a");
    assert_eq!(lines.peek_line(2).unwrap(), None);
    assert_eq!(lines.next_line().unwrap().unwrap().number, 2);
    assert_eq!(lines.next_line().unwrap().unwrap().text, "c");
    assert_eq!(lines.next_line().unwrap(), None);
}

#[test]
fn refuses_input_that_is_not_text() {
    let binary = lines(b"ok\nab\0c").read_rest(100).unwrap_err();
    assert_eq!(
        binary.to_string(),
        "here:2:3: a NUL byte; expected text, this looks like a binary file"
    );
    let latin = lines(b"caf\xe9").next_line().unwrap_err();
    assert_eq!(latin.to_string(), "here:1:4: not UTF-8; expected text in this encoding");
    let long = vec![b'x'; MAX_LINE + 5];
    assert!(lines(&long).next_line().unwrap_err().to_string().starts_with("here:1: a line longer"));
    assert!(lines(b"abc\ndef").read_rest(5).is_err());
    let mac = lines(b"ok\nd\xc3\xa9f\rghi\n").read_rest(100);
    assert!(mac.is_ok(), "formats that are read as a whole take it as white space");
    let mut mac = lines(b"ok\r\nd\xc3\xa9f\rghi\n");
    assert_eq!(mac.peek_line(1).unwrap().unwrap().text, "d\u{e9}f\rghi");
    mac.next_line().unwrap();
    assert_eq!(
        mac.next_line().unwrap_err().to_string(),
        "here:2:4: a carriage return within a line; expected line breaks of \\n or \\r\\n"
    );
    let mut mac = lines(b"; a\r(b) \n(c) ");
    assert!(mac.peek_line(0).is_ok(), "peeking accepts it");
    assert_eq!(mac.read_rest(100).unwrap(), "; a\r(b)\n(c) ");
    let zeros = lines(&[0; 2 << 20]).peek_line(0).unwrap_err();
    assert!(zeros.to_string().starts_with("here:1:1: a NUL byte"), "{zeros}");
}

#[test]
fn peek_shows_the_beginning_of_long_lines() {
    let long = [b"\xef\xbb\xbf{".to_vec(), "\u{e9}".repeat(MAX_LINE).into_bytes()].concat();
    let text = [b"one\n".as_slice(), &long, b" \ntwo"].concat();
    let peeked = || {
        let mut lines = lines(&text);
        assert!(lines.peek_line(1).unwrap().unwrap().text.len() > MAX_LINE - 2);
        assert_eq!(lines.peek_line(2).unwrap(), None, "peeking ends at a long line");
        lines
    };
    let mut refused = peeked();
    assert_eq!(refused.next_line().unwrap().unwrap().text, "one");
    assert!(refused.next_line().unwrap_err().to_string().starts_with("here:2: a line longer"));
    let mut allowed = peeked();
    allowed.allow_lines_of(3 * MAX_LINE);
    assert_eq!(allowed.next_line().unwrap().unwrap().text, "one");
    assert_eq!(allowed.next_line().unwrap().unwrap().text.as_bytes(), long);
    let last = TextLine { number: 3, text: "two".into() };
    assert_eq!(allowed.next_line().unwrap(), Some(last));
    assert_eq!(peeked().read_rest(4 * MAX_LINE).unwrap().as_bytes(), text);
}

#[test]
fn a_limit_stops_reading() {
    let over = || Control::unlimited().with_timeout(Some(std::time::Duration::ZERO));
    let text = b"a\n".repeat(1000);
    let mut limited = lines(&text);
    limited.set_control(over());
    let stopped = loop {
        match limited.next_line() {
            Ok(line) => assert!(line.is_some(), "the limit has passed"),
            Err(error) => break error,
        }
    };
    assert_eq!(stopped.to_string(), "here: not read to its end: timeout");
    assert!(stopped.why_stopped().is_some());
    let long = vec![b'a'; 3 * MAX_LINE];
    let mut limited = lines(&long);
    limited.set_control(over());
    limited.allow_lines_of(4 * MAX_LINE);
    assert!(limited.next_line().unwrap_err().why_stopped().is_some());
    let mut limited = lines(&long);
    limited.set_control(over());
    assert!(limited.read_rest(4 * MAX_LINE).unwrap_err().why_stopped().is_some());
}

#[test]
fn bytes_are_given_as_they_are() {
    let binary = b"PK\x03\x04\n \xff\0\n\n";
    let mut whole = lines(binary);
    assert_eq!(whole.first_byte(), Ok(Some(b'P')));
    assert_eq!(whole.peek_bytes(4).unwrap(), binary[..4]);
    assert_eq!(whole.peek_bytes(100).unwrap(), binary);
    assert_eq!(whole.rest_bytes(100).unwrap(), binary);
    let mut peeked = lines(b"a\nb\nc\xff");
    peeked.peek_line(0).unwrap();
    assert_eq!(peeked.peek_bytes(1).unwrap(), b"");
    assert_eq!(peeked.rest_bytes(100).unwrap(), b"a\nb\nc\xff");
    assert!(lines(binary).rest_bytes(5).unwrap_err().message().starts_with("larger than 5"));
    assert_eq!(lines(b"").first_byte(), Ok(None));
    assert_eq!(lines(b"").peek_bytes(4).unwrap(), b"");
}

#[test]
fn a_binary_file_without_line_breaks_fails_at_its_first_nul() {
    let mut endless = LineReader::new("here", std::io::BufReader::new(std::io::repeat(0)));
    endless.allow_lines_of(usize::MAX - 1);
    let refused = endless.next_line().unwrap_err().to_string();
    assert!(refused.starts_with("here:1:1: a NUL byte"), "{refused}");
}
