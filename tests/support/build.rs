//! The build script of crates with tests on real instances.

mod real;

fn main() {
    real::set_cfg();
}
