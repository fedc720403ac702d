//! The way of a certificate to the checker: a short one stays in memory until it is whole, a longer one
//! goes through a pipe to a thread.

use std::cell::RefCell;
use std::io::{self, PipeWriter, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;

use parallax_certificates::{Accepted, Model as Flat, Refused, check};
use parallax_model::ask::Control;

/// Maximum number of bytes that stay in memory.
const SHORT: usize = 1 << 20;

/// Why a certificate shows nothing.
pub(super) enum Unshown {
    /// The checker refuses a step, or the end.
    Refused(Refused),
    /// The check did not come to an end: it says nothing about the answer.
    Unchecked(String),
}

impl Unshown {
    pub(super) fn of(refused: Refused) -> Self {
        if refused.is_limit() {
            Unshown::Unchecked(refused.why.to_string())
        } else {
            Unshown::Refused(refused)
        }
    }
}

/// The end of the search.
#[derive(Clone)]
pub(super) struct Outlet(Rc<RefCell<State>>);

struct State {
    flat: Arc<Flat>,
    control: Control,
    short: Vec<u8>,
    long: Option<Long>,
}

/// A check that runs in parallel with the search.
struct Long {
    pipe: PipeWriter,
    checking: JoinHandle<Result<Accepted, Refused>>,
}

impl Outlet {
    /// The way to a check against a model.
    pub(super) fn new(flat: Arc<Flat>, control: Control) -> Self {
        Outlet(Rc::new(RefCell::new(State { flat, control, short: Vec::new(), long: None })))
    }

    /// Returns the claim that the certificate shows, once all of it is written.
    pub(super) fn shown(&self) -> Result<Accepted, Unshown> {
        let State { flat, control, short, long } = &mut *self.0.borrow_mut();
        match long.take() {
            None => checked(flat, &short[..], control).map_err(Unshown::of),
            Some(Long { pipe, checking }) => {
                drop(pipe);
                let panicked = |_| Unshown::Unchecked("the checker panicked".into());
                checking.join().map_err(panicked)?.map_err(Unshown::of)
            }
        }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let state = &mut *self.0.borrow_mut();
        if state.long.is_none() && state.short.len() + bytes.len() > SHORT {
            let (reader, mut pipe) = io::pipe()?;
            let (flat, control) = (state.flat.clone(), state.control.clone());
            let check = move || checked(&flat, reader, &control);
            let checking = std::thread::Builder::new().name("checker".into()).spawn(check)?;
            pipe.write_all(&std::mem::take(&mut state.short))?;
            state.long = Some(Long { pipe, checking });
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
pub(super) fn checked(
    flat: &Flat,
    reader: impl Read,
    control: &Control,
) -> Result<Accepted, Refused> {
    let stop = || super::stopped(control);
    check(flat, Watched { reader, control: control.clone() }, &mut super::no_files, &stop)
}

/// Reads until it is time to stop.
pub(super) struct Watched<R> {
    pub(super) reader: R,
    pub(super) control: Control,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.check().map_err(|stop| io::Error::other(stop.to_string()))?;
        self.reader.read(buffer)
    }
}
