//! Targets that lie, hang, flood and die; spellings; cuts; joined cases.

mod processes;
mod spelling;
