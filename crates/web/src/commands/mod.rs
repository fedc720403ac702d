//! Requests as commands of this program. Only words made here reach a command line.

mod candidates;
mod command_request;
mod convert;
mod engines;
mod explain;
mod generate;
mod hints;
mod subject;

use command_request::{COMPARED, DONE, checked, option, seconds};
pub(super) use command_request::{Command, Maker, Shape};

pub(super) use candidates::candidates;
pub(super) use convert::{check, export, read};
pub(super) use engines::{compare, rate, solve};
pub(super) use explain::explain;
pub(super) use generate::generate;
pub(super) use hints::{hint, path};

use subject::Subject;
