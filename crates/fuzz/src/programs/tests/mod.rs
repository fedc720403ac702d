//! Targets that lie, hang, flood and die; spellings; cuts; joined cases.

mod causes;
mod clauses;
mod company;
mod core_campaigns;
mod cores;
mod cuts;
mod larger;
mod processes;
mod spelling;
