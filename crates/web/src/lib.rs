//! The page and its HTTP interface.
//!
//! The server itself solves nothing. A request becomes a command of this program, which runs in a
//! child process under limits of time, memory and output ([`RequestLimits`]), with the instance as
//! its standard input. A request contains only what `commands` allows: no file, no program and no
//! folder of the machine. Games of SET live in the server, because they are small.
//!
//! A request to the server becomes a command line of this program
//! (`commands/`), which lets through only what it names. `command_runner.rs` runs it in a
//! child with the instance as standard input. Its output is passed on as one object
//! (`frame.rs`), or as events, without being parsed. Answers wait in files, not in memory
//! (`answer.rs`), and keep their turn until they are sent. `routes.rs` has the only
//! list of routes; `tests/web/openapi.rs` compares `openapi.json` with it, and with the
//! requests that the server accepts. The pages (`page/`) are plain HTML and scripts;
//! boards, cards and trees are drawn by the scripts of `report/search_trace/page/`. A game of SET
//! (`puzzles/set/game/`) takes the time as an argument.

mod answer;
mod body;
mod child;
mod command_runner;
mod commands;
mod events;
mod fields;
mod frame;
mod game_requests;
mod games;
mod guard;
mod limits;
mod pages;
mod pool;
mod refusal;
mod request_memory;
mod routes;
mod serve;
mod server_error;

pub use limits::RequestLimits;
pub use serve::{BoundServer, bind_server};
pub use server_error::ServerError;
