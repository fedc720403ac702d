//! The second checker, `examples/check_certificate.py`, as a process that answers one certificate
//! after another: it accepts what the first one accepts, and refuses anything else at the same
//! line.

mod written;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use parallax_certificates::{AcceptedClaim, CertificateLineError, CheckerModel, json};

/// Reads a question a line: a model, or null for the one before; a certificate; the files of parts.
const DRIVER: &str = "
import importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location('second', sys.argv[1])
second = importlib.util.module_from_spec(spec)
spec.loader.exec_module(second)
files = {}
def opened(name, mode):
    if name not in files:
        raise FileNotFoundError(name)
    return io.BufferedReader(io.BytesIO(files[name].encode()))
second.open = opened
for line in sys.stdin:
    text, certificate, files = json.loads(line)
    files[''] = certificate
    try:
        model = model if text is None else second.Model(text)
        shown = second.check(model, '')
        print('accepted', shown.kind, second.claim_of(shown), flush=True)
    except (second.Refused, FileNotFoundError) as why:
        print('refused', str(why).replace(chr(10), ' '), flush=True)
";

/// The process, and the model that it has.
struct SecondChecker {
    child: Child,
    answers: BufReader<ChildStdout>,
    digest: String,
    /// The number of certificates that it was asked about.
    asked: u64,
}

/// None where there is no Python, or not the whole repository.
static SECOND: LazyLock<Option<Mutex<SecondChecker>>> = LazyLock::new(|| {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = |folder: &str| home.join(folder).join("examples/check_certificate.py");
    let script = [script(""), script("../..")].into_iter().find(|own| own.exists());
    let command = |name| {
        let mut command = Command::new(name);
        command.args(["-c", DRIVER]).arg(script.as_ref()?);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
    };
    let Some(mut child) = ["python3", "python"].into_iter().find_map(command) else {
        println!("skipped: no Python, so the second checker reads none of these certificates");
        return None;
    };
    let answers = BufReader::new(child.stdout.take().expect("a pipe"));
    Some(Mutex::new(SecondChecker { child, answers, digest: String::new(), asked: 0 }))
});

/// A text in quotation marks, as JSON has it.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\0'..' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

impl SecondChecker {
    fn answer(&mut self, question: &str) -> String {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{question}").expect("the second checker reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("an answer");
        assert!(answer.ends_with('\n'), "the second checker ends: {question}");
        answer.trim_end().to_owned()
    }
}

/// Compares what both checkers find in a certificate with parts. Returns whether the second one is
/// there, and the readers of both take the model.
pub fn agrees(
    model: &CheckerModel,
    certificate: &str,
    files: &HashMap<String, String>,
    first: &Result<AcceptedClaim, CertificateLineError>,
) -> bool {
    let Some(second) = &*SECOND else { return false };
    let mut second = second.lock().unwrap_or_else(PoisonError::into_inner);
    let digest = model.digest();
    let text = if second.digest == digest { None } else { Some(written::model(model)) };
    if let Some(text) = &text {
        let Ok(read) = json::read_model(text) else { return false };
        assert_eq!(read.to_string(), model.to_string());
    }
    let text = text.map_or("null".to_owned(), |own| quoted(&own));
    let file = |(name, own): (&String, &String)| format!("{}: {}", quoted(name), quoted(own));
    let files: Vec<String> = files.iter().map(file).collect();
    let question = format!("[{text}, {}, {{{}}}]", quoted(certificate), files.join(", "));
    let answer = second.answer(&question);
    second.digest = digest;
    second.asked += 1;
    // Both refuse the same line, so that they agree on every step before it.
    let agree = match first {
        Ok(shown) => answer == format!("accepted {} {}", shown.claim.claim_kind(), shown.claim),
        Err(why) => answer.starts_with(&format!("refused line {}:", why.line)),
    };
    let asked = second.asked;
    assert!(agree, "certificate {asked}:\n{model}{certificate}\n{first:?}\nsecond: {answer}");
    true
}
