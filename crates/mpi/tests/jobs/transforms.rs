//! Transforms and products of arrays in files by all ranks: the same bytes as on one, and no result where one rank fails.

use super::{
    PROGRAM, complaint, job, mpirun, number, printed,
    running::{Running, ended},
};
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

    /// The bytes that each of these ranks sends by the plan.
    fn planned(&self, ranks: usize, line: &str) -> u64 {
        let line = line.replace('@', &format!("{}/", self.0.path().display()));
        let (plan, _) = printed(job(1, &format!("plan {line} --ranks {ranks} --explain=json")));
        let row = plan
            .rsplit("\"ranks\":")
            .map(|row| format!("\"ranks\":{row}"))
            .find(|row| number(row, "ranks") as usize == ranks);
        number(&row.expect("a row of the plan"), "sent_bytes") as u64
    }
}

/// A rank of four holds its parts of both operands and of the product, and blocks, as the plan says.
#[test]
fn a_rank_holds_its_parts_of_a_product_only() {
    let arrays = Arrays::new();
    let held = |len: usize| {
        ["a.npy", "b.npy"].iter().for_each(|name| arrays.make(name, len, &format!("zn:{PRIME}")));
        let (_, said) = arrays.run(4, &format!("mul @a.npy @b.npy --ring zn:{PRIME} --time --memory 12M"));
        of_ranks(&said, "held")
    };
    let (before, after) = (held(1 << 9), held(1 << 19));
    // 2^20 values of eight bytes
    let all = 8u64 << 20;
    for (before, after) in before.into_iter().zip(after) {
        let more = after - before;
        assert!(more > all / 4 && more < 3 * all / 2, "{before} bytes, then {after}");
    }
}

/// A rank that is killed in the middle of a transform ends the job, and the old result stays.
#[test]
fn a_killed_rank_leaves_the_result_as_it_was() {
    let arrays = Arrays::new();
    let ring = format!("zn:{PRIME}");
    arrays.make("a.npy", 1 << 20, &ring);
    let (operand, out) = (arrays.path("a.npy"), arrays.path("out.npy"));
    fs::write(&out, "precious").unwrap();
    let line = format!("ntt {} --ring {ring} --repeat 100 -o {}", operand.display(), out.display());
    let temporary = arrays.path(".out.npy.polymod");
    for rank in [1, 0] {
        ended(128 + 9, || {
            let _ = fs::remove_file(&temporary);
            let running = Running::until(2, &line, &temporary);
            running.signal(rank, "-KILL");
            running
        });
        assert_eq!(fs::read(&out).unwrap(), b"precious");
    }
    // the next job takes the place of the temporary file that the killed leader left
    let (_, _) = printed(job(2, &line.replace(" --repeat 100", "")));
    assert!(fs::read(&out).unwrap().len() > 8 << 20 && !temporary.exists());
}

/// The numbers of bytes of all ranks in a line of --time, which begins with this word.
fn of_ranks(said: &str, word: &str) -> Vec<u64> {
    let line = said.lines().find_map(|line| line.strip_prefix(word)).expect("a line on all ranks");
    let end = line.find(" bytes ").expect("numbers of bytes");
    line[..end].split(", ").map(|number| number.trim().parse().unwrap()).collect()
}

fn sent(said: &str) -> Vec<u64> {
    of_ranks(said, "sent")
}

#[test]
fn any_number_of_ranks_gives_the_same_transform() {
    let arrays = Arrays::new();
    let ring = format!("zn:{PRIME}");
    for log in [10, 16, 20] {
        let len = 1u64 << log;
        arrays.make("a.npy", len as usize, &ring);
        for options in ["", " --inverse --negacyclic", " --order desc --verify"] {
            if log > 10 && !options.is_empty() {
                continue;
            }
            let line = format!("ntt @a.npy --ring {ring} --time{options}");
            let (alone, _) = arrays.run(1, &line);
            for ranks in [2, 3, 4].into_iter().filter(|&ranks| log < 20 || ranks != 3) {
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

/// Elements of 16 words modulo F4 take as many bytes each.
#[test]
fn transforms_over_a_fermat_field() {
    let arrays = Arrays::new();
    arrays.make("a.npy", 1 << 10, "gfpf:F4");
    let line = "ntt @a.npy --ring gfpf:F4 --time";
    let (alone, _) = arrays.run(1, line);
    let plan = line.replace('@', &format!("{}/", arrays.0.path().display())).replace(" --time", " --explain=json");
    let width = number(&printed(job(1, &format!("plan {plan} --ranks 2"))).0, "value_bytes") as u64;
    assert!(width >= 8);
    for p in [2, 4] {
        let (bytes, said) = arrays.run(p as usize, line);
        assert!(bytes == alone, "{p} ranks");
        assert_eq!(sent(&said), vec![2 * width * ((1 << 10) / p - (1 << 10) / p / p); p as usize], "{said}");
    }
}

/// Within --memory for three quarters of 2^20 values a rank of four holds its part twice, and blocks, as the plan says.
#[test]
fn a_rank_holds_its_part_only() {
    let arrays = Arrays::new();
    let line = format!("ntt @a.npy --ring zn:{PRIME} --time");
    let held = |log: u32| {
        arrays.make("a.npy", 1 << log, &format!("zn:{PRIME}"));
        let (bytes, said) = arrays.run(4, &format!("{line} --memory 6M --explain=json"));
        let planned = said.split("by-ranks\",\"peak_bytes\":").nth(1).and_then(|rest| rest.split([',', '}']).next());
        (of_ranks(&said, "held"), planned.expect("the plan's bytes").parse::<u64>().unwrap(), bytes)
    };
    let ((before, ..), (after, planned, bytes)) = (held(10), held(20));
    assert!(bytes == arrays.run(1, &line).0, "2^20 values on 4 ranks");
    let all = 8u64 << 20;
    assert!(planned > all / 2 && planned < all, "{planned}");
    for (before, after) in before.into_iter().zip(after) {
        // the rest of the process differs from run to run
        let more = after - before;
        assert!(more > all / 8 && more < planned + (1 << 20), "{before} bytes, then {after}; {planned} planned");
    }
}

#[test]
fn any_number_of_ranks_gives_the_same_product() {
    let arrays = Arrays::new();
    // a prime with transforms, of 2^20 values at most, a composite number by primes, a generalized Fermat field, bits, and a modulus of two words by primes
    let (prime, composite, fermat) = (format!("zn:{PRIME}"), "zn:1000000".to_string(), "gfpf:F4".to_string());
    let bits = "gf2".to_string();
    let wide = "zn:170141183460469231731687303715884105727".to_string();
    let mul = "mul @a.npy @b.npy";
    for (ring, lens, counts, calls) in [
        (&prime, [3000, 2000], &[2, 4][..], &[mul, "sqr @a.npy --low 100"][..]),
        (&composite, [5000, 3001], &[2, 4], &[mul, "sqr @a.npy --middle 77:4001", "mul @a.npy @b.npy --cyclic 6001"]),
        (&fermat, [300, 200], &[2, 4], &[mul, "sqr @a.npy --negacyclic 256"]),
        (&prime, [600, 400], &[2, 4], &[mul]),
        (&prime, [600_000, 400_000], &[2, 4], &[mul]),
        (&bits, [40_000, 30_000], &[2, 3], &[mul, "sqr @a.npy --middle 77:4001", "mul @a.npy @b.npy --cyclic 50001"]),
        (&bits, [600_000, 500_001], &[4], &[mul]),
        (&wide, [500, 300], &[2], &[mul]),
    ] {
        arrays.make("a.npy", lens[0], ring);
        arrays.make("b.npy", lens[1], ring);
        for call in calls {
            let line = format!("{call} --ring {ring} --time");
            let (alone, _) = arrays.run(1, &line);
            for &ranks in counts {
                let (bytes, said) = arrays.run(ranks, &line);
                assert!(bytes == alone, "{line} on {ranks} ranks");
                let sent = sent(&said);
                assert!(sent.iter().all(|&bytes| bytes > 0), "{line}: {said}");
                if ring == &prime && *call == mul {
                    // three transforms with an exchange each, of all values that the shape has
                    let planned = arrays.planned(ranks, &line.replace(" --time", ""));
                    assert_eq!(sent, vec![planned; ranks], "{line}: {said}");
                }
            }
        }
    }
    // what is not verified over files is the leader's
    arrays.make("a.npy", 70_000, &bits);
    let verified = [1, 2].map(|ranks| arrays.run(ranks, "sqr @a.npy --ring gf2 --verify").0);
    assert!(verified[0] == verified[1]);
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
