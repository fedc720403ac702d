//! `parallax serve`: its interface by real requests, and its pages in a browser.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]
#![cfg(all(unix, feature = "web"))]

mod api;
mod bounds;
mod browser;
mod browser_grids;
mod crowd;
mod driver;
mod games;
mod grids;
mod hostile;
mod hostile_grids;
mod http;
mod openapi;
mod server;
