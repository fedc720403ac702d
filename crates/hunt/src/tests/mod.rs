//! Targets that lie, hang, flood and die; spellings; cuts; joined cases.

mod cuts;
mod processes;
mod spelling;
