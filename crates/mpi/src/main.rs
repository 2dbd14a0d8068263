//! `polymod-mpi`: the command line polymod over the ranks of an MPI job.
//!
//! Rank 0 is the leader: it runs the command line, reads, writes and prints. The images of modular methods are computed by all ranks, itself
//! among them; the others keep nothing but a request. Transforms and products of arrays in files are computed by all ranks together, where the leader
//! says so.

mod computer;
mod leader;
mod letters;
mod worker;
mod world;

use mpi::{Threading, topology::Communicator};
use std::{ffi::OsString, process::ExitCode};

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // a computation may ask for images on another thread than this one
    let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Serialized) else {
        return refused("MPI is in use already");
    };
    if threading < Threading::Serialized {
        return refused("this MPI library is not for programs with threads");
    }
    match universe.world().rank() {
        letters::LEADER => ExitCode::from(leader::run(args)),
        _ => {
            worker::run(args);
            ExitCode::SUCCESS
        }
    }
}

fn refused(why: &str) -> ExitCode {
    eprintln!("polymod: {why}");
    ExitCode::from(2)
}
