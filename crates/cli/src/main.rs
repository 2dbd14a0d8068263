//! The command line `polymod`.

use std::process::ExitCode;

fn main() -> ExitCode {
    polymod_cli::main()
}
