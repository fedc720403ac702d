//! The `parallax` program.

fn main() {
    parallax::cli::main()
}
