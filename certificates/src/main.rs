//! `parallax-check MODEL CERTIFICATE`: checks a certificate against the model's file.

use std::fs::File;
use std::process::ExitCode;

use parallax_certificates::{Claim, check, json};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, certificate] = &words[..] else {
        eprintln!("usage: parallax-check MODEL.json CERTIFICATE");
        return ExitCode::from(2);
    };
    match run(model, certificate) {
        Ok(Ok(words)) => {
            println!("certified: {words}");
            ExitCode::SUCCESS
        }
        Ok(Err(why)) => {
            println!("refused: {certificate}: {why}");
            ExitCode::from(1)
        }
        Err(why) => {
            eprintln!("parallax-check: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(model: &str, certificate: &str) -> Result<Result<String, String>, String> {
    let text = std::fs::read_to_string(model).map_err(|error| format!("{model}: {error}"))?;
    let read = json::read(&text).map_err(|why| format!("{model}: {why}"))?;
    let file = File::open(certificate).map_err(|error| format!("{certificate}: {error}"))?;
    Ok(match check(&read, file) {
        Ok(Claim::Count(count)) => Ok(match u64::try_from(&count) {
            Ok(0) => "unsatisfiable".to_owned(),
            Ok(1) => "exactly one solution".to_owned(),
            _ => format!("exactly {count} solutions"),
        }),
        Ok(Claim::Optimum(Some(best))) => Ok(format!("the best value is {best}")),
        Ok(Claim::Optimum(None)) => Ok("unsatisfiable".to_owned()),
        Err(refused) => Err(refused.to_string()),
    })
}
