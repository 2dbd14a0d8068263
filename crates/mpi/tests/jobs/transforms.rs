//! Transforms and products of arrays in files by all ranks: the same bytes as on one, and no result where one rank fails.

use super::{PROGRAM, complaint, job, mpirun, printed};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A prime with transforms of 2^55 values at most, and other moduli.
const PRIME: &str = "4179340454199820289";

/// A folder with arrays.
struct Arrays(tempfile::TempDir);

impl Arrays {
    fn new() -> Self {
        Arrays(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes a random array.
    fn make(&self, name: &str, len: usize, ring: &str) {
        let path = self.path(name);
        let line =
            format!("gen poly --degree {} --ring {ring} --seed {len} --format npy -o {}", len - 1, path.display());
        assert!(Command::new(PROGRAM).args(line.split(' ')).status().unwrap().success());
    }

    /// Runs the arguments in `line`, where @ stands before names of files, on a number of ranks. Returns the bytes of the result file and the text of
    /// standard error.
    fn run(&self, ranks: usize, line: &str) -> (Vec<u8>, String) {
        let out = self.path("out.npy");
        let _ = fs::remove_file(&out);
        let line = line.replace('@', &format!("{}/", self.0.path().display()));
        let (_, said) = printed(job(ranks, &format!("{line} -o {}", out.display())));
        (fs::read(&out).unwrap(), said)
    }
}

/// The bytes that ranks have sent, as --time says.
fn sent(said: &str) -> Vec<u64> {
    let line = said.lines().find_map(|line| line.strip_prefix("sent ")).expect("what the ranks have sent");
    let numbers = line.strip_suffix(" bytes by the ranks").unwrap();
    numbers.split(", ").map(|number| number.parse().unwrap()).collect()
}

#[test]
fn any_number_of_ranks_gives_the_same_transform() {
    let arrays = Arrays::new();
    for log in [10, 16] {
        let len = 1u64 << log;
        arrays.make("a.npy", len as usize, &format!("zn:{PRIME}"));
        for options in ["", " --inverse --negacyclic", " --order desc --verify"] {
            if log > 10 && !options.is_empty() {
                continue;
            }
            let line = format!("ntt @a.npy --ring zn:{PRIME} --time{options}");
            let (alone, _) = arrays.run(1, &line);
            for ranks in [2, 3, 4] {
                let (bytes, said) = arrays.run(ranks, &line);
                assert!(bytes == alone, "2^{log} values on {ranks} ranks{options}");
                if ranks != 3 {
                    let p = ranks as u64;
                    assert_eq!(sent(&said), vec![2 * 8 * (len / p - len / p / p); ranks], "{said}");
                }
            }
        }
    }
}

#[test]
fn any_number_of_ranks_gives_the_same_product() {
    let arrays = Arrays::new();
    // a prime with transforms, a composite number by primes, a generalized Fermat field
    for (ring, lens) in
        [(format!("zn:{PRIME}"), [3000, 2000]), ("zn:1000000".into(), [5000, 3001]), ("gfpf:F4".into(), [300, 200])]
    {
        arrays.make("a.npy", lens[0], &ring);
        arrays.make("b.npy", lens[1], &ring);
        for call in ["mul @a.npy @b.npy", "sqr @a.npy --low 100"] {
            if call.starts_with("sqr") && ring.starts_with("gfpf") {
                continue;
            }
            let line = format!("{call} --ring {ring} --time");
            let (alone, _) = arrays.run(1, &line);
            for ranks in [2, 4] {
                let (bytes, said) = arrays.run(ranks, &line);
                assert!(bytes == alone, "{line} on {ranks} ranks");
                assert!(sent(&said).iter().all(|&bytes| bytes > 0), "{said}");
            }
        }
    }
}

/// A job whose ranks have folders of their own for the operand, the result being in the first one.
fn apart(folders: &[&Path], out: &Path, limit: Option<(usize, &str)>) -> Command {
    let mut command = mpirun();
    if limit.is_some() {
        // MPI's own files for memory that processes share have more bytes than the limit
        command.env("OMPI_MCA_btl", "self,tcp");
    }
    let line = format!("ntt a.npy --ring zn:{PRIME} --threads 1 -o {}", out.display());
    for (rank, folder) in folders.iter().enumerate() {
        if rank > 0 {
            command.arg(":");
        }
        command.args(["-np", "1", "-wdir"]).arg(folder);
        if let Some((_, bytes)) = limit.filter(|(limited, _)| *limited == rank) {
            command.args(["prlimit", &format!("--fsize={bytes}")]);
        }
        command.arg(PROGRAM).args(line.split(' '));
    }
    command
}

#[test]
fn a_failure_of_any_rank_leaves_the_result_as_it_was() {
    let [here, there, nowhere] = [(); 3].map(|()| Arrays::new());
    here.make("a.npy", 1024, &format!("zn:{PRIME}"));
    there.make("a.npy", 512, &format!("zn:{PRIME}"));
    let out = here.path("out.npy");
    fs::write(&out, "precious").unwrap();
    let unchanged = || {
        assert_eq!(fs::read(&out).unwrap(), b"precious");
        let names = fs::read_dir(here.0.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
        assert_eq!(names.len(), 2, "{names:?}");
    };
    let folders = |other: &Arrays| [here.0.path().to_owned(), other.0.path().to_owned()];
    for (other, told) in
        [(&nowhere, "rank 1: a.npy is no regular file"), (&there, "rank 1: a.npy has 512 coefficients here, and 1024")]
    {
        let [first, second] = folders(other);
        let text = complaint(apart(&[&first, &second], &out, None), 2);
        assert!(text.contains(told), "{text}");
        unchanged();
    }
    // a file that is shorter than its header says
    let whole = fs::read(here.path("a.npy")).unwrap();
    fs::write(there.path("a.npy"), &whole[..5000]).unwrap();
    let [first, second] = folders(&there);
    let text = complaint(apart(&[&first, &first, &second], &out, None), 2);
    assert!(text.contains("rank 2: "), "{text}");
    unchanged();
    // a full disk: the leader cannot make the file, or another rank cannot write its part
    for (rank, told) in [(0, "out.npy"), (1, "rank 1: ")] {
        let text = complaint(apart(&[&first, &first], &out, Some((rank, "4000"))), 2);
        assert!(text.contains(told) && text.contains("File too large"), "{text}");
        unchanged();
    }
}
