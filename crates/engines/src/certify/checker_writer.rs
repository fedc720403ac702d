//! Passes a certificate to the checker: a short one stays in memory until it is complete, a longer
//! one goes through a pipe to a thread.

use std::cell::RefCell;
use std::io::{self, PipeWriter, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;

use parallax_certificates::{
    AcceptedClaim, CertificateLineError, CheckerModel as Flat, check_certificate,
};
use parallax_model::engine_api::Control;

/// Maximum number of bytes that stay in memory.
const MAX_MEMORY_BYTES: usize = 1 << 20;

/// The reason why a certificate shows nothing.
pub(super) enum CertificateCheckError {
    /// The checker refuses a step, or the end.
    Refused(CertificateLineError),
    /// The check did not come to an end, and shows nothing about the answer.
    Unchecked(String),
}

impl CertificateCheckError {
    pub(super) fn from_refusal(refused: CertificateLineError) -> Self {
        if refused.is_limit() {
            CertificateCheckError::Unchecked(refused.why.to_string())
        } else {
            CertificateCheckError::Refused(refused)
        }
    }
}

/// The writing end of the connection, which the search holds.
#[derive(Clone)]
pub(super) struct CheckerWriter(Rc<RefCell<CheckerWriterState>>);

struct CheckerWriterState {
    flat: Arc<Flat>,
    control: Control,
    short: Vec<u8>,
    long: Option<CheckerThread>,
}

/// A check that runs in parallel with the search.
struct CheckerThread {
    pipe: PipeWriter,
    checking: JoinHandle<Result<AcceptedClaim, CertificateLineError>>,
}

impl CheckerWriter {
    /// Makes a writer whose bytes are checked against a model.
    pub(super) fn new(flat: Arc<Flat>, control: Control) -> Self {
        CheckerWriter(Rc::new(RefCell::new(CheckerWriterState {
            flat,
            control,
            short: Vec::new(),
            long: None,
        })))
    }

    /// Returns the claim that the certificate shows, once all of it is written.
    pub(super) fn finish_check(&self) -> Result<AcceptedClaim, CertificateCheckError> {
        let CheckerWriterState { flat, control, short, long } = &mut *self.0.borrow_mut();
        match long.take() {
            None => check_whole_certificate(flat, &short[..], control)
                .map_err(CertificateCheckError::from_refusal),
            Some(CheckerThread { pipe, checking }) => {
                // Closing the pipe is the end of the certificate, for which the thread waits.
                drop(pipe);
                let panicked = |_| CertificateCheckError::Unchecked("the checker panicked".into());
                checking.join().map_err(panicked)?.map_err(CertificateCheckError::from_refusal)
            }
        }
    }
}

impl Write for CheckerWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let state = &mut *self.0.borrow_mut();
        if state.long.is_none() && state.short.len() + bytes.len() > MAX_MEMORY_BYTES {
            // The thread reads before the held bytes are written: they exceed the capacity of a
            // pipe, and the write would wait forever.
            let (reader, mut pipe) = io::pipe()?;
            let (flat, control) = (state.flat.clone(), state.control.clone());
            let check = move || check_whole_certificate(&flat, reader, &control);
            let checking = std::thread::Builder::new().name("checker".into()).spawn(check)?;
            pipe.write_all(&std::mem::take(&mut state.short))?;
            state.long = Some(CheckerThread { pipe, checking });
        }
        match &mut state.long {
            Some(long) => long.pipe.write(bytes),
            None => state.short.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks a certificate that names no others.
pub(super) fn check_whole_certificate(
    flat: &Flat,
    reader: impl Read,
    control: &Control,
) -> Result<AcceptedClaim, CertificateLineError> {
    let stop = || super::check_stop(control);
    check_certificate(
        flat,
        CancellableReader { reader, control: control.clone() },
        &mut super::no_files,
        &stop,
    )
}

/// A reader that fails once `control` stops the work.
pub(super) struct CancellableReader<R> {
    pub(super) reader: R,
    pub(super) control: Control,
}

impl<R: Read> Read for CancellableReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.check_stop().map_err(|stop| io::Error::other(stop.to_string()))?;
        self.reader.read(buffer)
    }
}
