//! Studies made by hand.
