//! Targets that lie, hang, flood and die; spellings; cuts; joined cases.

mod causes;
mod clauses;
mod core_campaigns;
mod cores;
mod cuts;
mod processes;
mod spelling;
