//! Published tables and figures, reproduced next to the published numbers.
//!
//! One folder for each publication: [`crawford`] the enumeration strategies of Crawford and
//! Aranda, [`splits`] the two splits of Ngo and Thuis and
//! [`models`] their two models, [`keisuke`] the experiments of Li, Ariffin and Kim, [`swearngin`]
//! the reformulation of Swearngin, Choueiry and Freuder, [`reform_random`] reformulation on random
//! problems with a controlled level of interchangeability, [`set_free`] the largest collections of
//! SET cards without a set. Each lists its runs, makes [`first_solution`] do them on worker
//! threads, and prints through [`form`], [`page`] and [`chart`].
//!
//! A published table is a folder: the printed figures, the list of runs, what is
//! counted and why it is read that way. Runs go through `first_solution.rs`, which checks every
//! solution as the judge does. What was fitted to the published numbers is named where it is
//! used, and in the output. `reform_random/` measures our own problems, because those of
//! the papers are not available. `set_free/` proves a theorem: `set_free/cases.rs`
//! argues why its cases miss nothing, and each answer rests only on those shown in the same run.
//!
//! This crate defines no engine and no puzzle, and no other crate uses it but the program. Start
//! with [`first_solution`] and the smallest folder, `models/`.

pub mod boards;
pub mod chart;
pub mod crawford;
mod files;
pub mod first_solution;
pub mod form;
pub mod keisuke;
pub mod models;
pub mod page;
pub mod reform_random;
pub mod set_free;
pub mod splits;
pub mod splitting;
pub mod swearngin;
