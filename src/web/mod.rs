//! The page and its HTTP interface.
//!
//! The server itself solves nothing. A request becomes a command of this program, which runs in a
//! child process under limits of time, memory and output ([`Limits`]), with the instance as its
//! standard input. What a request may say is what `commands` lets through: no file, no program and
//! no folder of the machine. Games of SET live in the server, because they are small.
//!
//! [`ROUTES`] is the only list of routes; `openapi.json` describes them.

mod body;
mod child;
mod commands;
mod events;
mod fields;
mod games;
mod guard;
mod limits;
mod pages;
mod play;
mod pool;
mod refusal;
mod routes;
mod serve;
mod work;

pub use limits::Limits;
pub use routes::{Method, OPENAPI, ROUTES, Route};
pub use serve::{Bound, bind};
