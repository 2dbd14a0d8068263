//! Jobs of one, two and four ranks on this machine: the same bytes, and an early end on any failure.

mod running;
mod transforms;

use running::{Running, ended};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_polymod-mpi");

/// Open MPI's launcher, for any user and with any number of ranks; without its own messages.
fn mpirun() -> Command {
    let mut command = Command::new("mpirun");
    command.args(["-q", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]);
    // memory of other processes cannot be read in containers; and no machine is reached by ssh
    command.env("OMPI_MCA_btl_vader_single_copy_mechanism", "none").env("OMPI_MCA_plm_rsh_agent", "sh");
    // the processes of a failed job have nothing to save
    command.env("OMPI_MCA_odls_base_sigkill_timeout", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn job(ranks: usize, line: &str) -> Command {
    job_of([ranks, 1], line)
}

/// A job of ranks with this number of threads each.
fn job_of([ranks, threads]: [usize; 2], line: &str) -> Command {
    let mut command = mpirun();
    let threads = threads.to_string();
    command.args(["-np", &ranks.to_string(), PROGRAM]).args(line.split(' ')).args(["--threads", &threads]);
    command
}

/// What a job prints: standard output and standard error.
fn printed(mut command: Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(status.success(), "{command:?}: {status}: {stderr}");
    (stdout, stderr)
}

/// The answer of a job with `--explain=json`, and what it took: primes, and those that were unlucky.
fn answer(command: Command) -> (String, Vec<String>) {
    let (answer, explained) = printed(command);
    let value = |name: &'static str| {
        explained.split(name).skip(1).filter_map(|rest| rest.split([',', '}']).next()).map(str::to_string)
    };
    let counts: Vec<String> = value("\"primes\":").chain(value("\"unlucky\":")).collect();
    assert!(counts.len() >= 2, "{explained}");
    (answer, counts)
}

/// The one line that a job prints which fails with this code.
fn complaint(mut command: Command, code: i32) -> String {
    let text = ended(code, || Running::spawn(&mut command));
    assert!(text.starts_with("polymod: "), "{text}");
    text
}

/// A folder with a matrix, for a characteristic polynomial that takes some hundred primes.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new(rows: usize, bits: usize) -> Self {
        let desk = Desk(tempfile::tempdir().unwrap());
        let matrix = format!("gen matrix --rows {rows} --bits {bits} --seed 3 -o {}", desk.file("m"));
        // without mpirun the program is a job of one rank
        let made = Command::new(PROGRAM).args(matrix.split(' ')).status().unwrap();
        assert!(made.success());
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

#[test]
fn any_number_of_ranks_gives_the_same_bytes_and_primes() {
    let desk = Desk::new(16, 150);
    let m = desk.file("m");
    for line in [format!("charpoly {m}"), format!("det {m} --algorithm crt"), format!("inverse {m} --algorithm crt")] {
        let explained = format!("{line} --explain=json");
        let alone = answer(job(1, &explained));
        for ranks in [2, 4] {
            assert_eq!(answer(job(ranks, &explained)), alone, "{ranks} ranks: {line}");
        }
    }
    // 40 threads compute three groups at once
    let explained = format!("charpoly {m} --explain=json");
    assert_eq!(answer(job_of([2, 40], &explained)), answer(job(1, &explained)));
    // a verb that is no modular method is the leader's alone
    assert_eq!(printed(job(2, "mul =x+1 =x-1 --format human")).0, "x^2 - 1\n");
}

/// The number after `name` in JSON.
fn number(text: &str, name: &str) -> f64 {
    let rest = text.split(&format!("\"{name}\":")).nth(1).expect(name);
    rest.split([',', '}', ']']).next().unwrap().parse().unwrap()
}

/// Each rank gets the request once, and a word for each prime; the leader gets the images.
#[test]
fn the_leader_sends_and_receives_the_bytes_of_the_plan() {
    let desk = Desk::new(16, 150);
    let line = format!("charpoly {}", desk.file("m"));
    let (plan, _) = printed(job(1, &format!("plan {line} --ranks 3 --explain=json")));
    let [request, image, primes] = ["request_bytes", "image_bytes", "primes"].map(|name| number(&plan, name));
    let (_, said) = printed(job(3, &format!("{line} --time")));
    let words: Vec<&str> =
        said.lines().find(|line| line.contains("bytes to workers")).expect(&said).split(' ').collect();
    let [sent, received] = [words[1], words[6]].map(|number| number.parse::<f64>().unwrap());
    let away = received / image;
    assert!(away.fract() == 0.0 && away > 0.0 && away < primes, "{said}: {away} primes of {primes}");
    let requests = (sent - 8.0 * away) / request;
    assert!(requests == 1.0 || requests == 2.0, "{said}: {requests} requests of {request} bytes");
    assert!(!printed(job(1, &format!("{line} --time"))).1.contains("workers"));
}

/// Images are predicted to take a sixth of the time by two ranks of three threads.
#[test]
fn predictions_go_by_the_threads_of_all_ranks() {
    let desk = Desk::new(40, 300);
    let line = format!("det {} --explain=json", desk.file("m"));
    let crt = |ranks, threads| {
        let (_, said) = printed(job_of([ranks, threads], &line));
        number(said.split("\"algorithm\":\"crt\"").nth(1).expect(&said), "predicted_ns")
    };
    let (alone, six) = (crt(1, 1), crt(2, 3));
    assert!(six < 0.6 * alone && six > 0.15 * alone, "{alone} {six}");
}

#[test]
fn requests_in_pieces() {
    // 1.08 MB, a piece and a part of one
    let desk = Desk::new(60, 2400);
    assert_eq!(printed(job(3, &format!("rank {}", desk.file("m")))).0.trim(), "60");
}

#[test]
fn instruction_sets_may_differ_within_a_job() {
    let desk = Desk::new(16, 150);
    let line = format!("charpoly {} --explain=json", desk.file("m"));
    let alone = answer(job(1, &line));
    let mut mixed = job(1, &line);
    for isa in ["scalar", "avx2"] {
        mixed.args([":", "-np", "1", "-x", &format!("POLYMOD_ISA={isa}"), PROGRAM]).args(line.split(' '));
    }
    assert_eq!(answer(mixed), alone);
}

#[test]
fn failures_end_the_job_with_one_line() {
    let desk = Desk::new(16, 150);
    let (m, singular) = (desk.file("m"), desk.path("singular"));
    fs::write(&singular, "[[1, 2], [2, 4]]").unwrap();
    for (line, code, told) in [
        ("det nothing.json".into(), 2, "nothing.json: No such file"),
        ("dett nothing.json".into(), 2, "did you mean det"),
        ("solve =x =y".into(), 2, "expected a matrix"),
        (format!("charpoly {m} -o /dev/full"), 2, "No space left"),
        (format!("charpoly {m} --worker cat"), 2, "here 3 ranks compute the images"),
        (format!("inverse {}", singular.display()), 1, "singular"),
    ] {
        let text = complaint(job(3, &line), code);
        assert!(text.contains(told), "{line}: {text}");
    }
    let mut unlike = job(1, &format!("charpoly {m}"));
    unlike.args([":", "-np", "1", "-x", "POLYMOD_ISA=abacus", PROGRAM]).args(["charpoly", &m]);
    let text = complaint(unlike, 2);
    assert!(text.contains("rank 1: POLYMOD_ISA: expected"), "{text}");
}

/// Jobs that are ended in several ways go on from their checkpoint with other numbers of ranks, to the same bytes.
#[test]
fn a_job_that_was_ended_goes_on_with_other_ranks() {
    let desk = Desk::new(44, 500);
    let (m, checkpoint, out) = (desk.file("m"), desk.path("checkpoint"), desk.path("out"));
    let line = format!("charpoly {m} --checkpoint {} -o {}", checkpoint.display(), out.display());
    let kept = || fs::metadata(&checkpoint).unwrap().len();

    // a worker, then the leader
    for (ranks, rank) in [(3, 2), (2, 0)] {
        ended(128 + 9, || {
            let running = Running::start(ranks, &line, &checkpoint);
            running.signal(rank, "-KILL");
            running
        });
        assert!(!out.exists());
    }
    // no space left for the checkpoint, while a worker is stopped; the leader waits until both are so: it has images to write then
    let text = ended(2, || {
        let running = Running::start(3, &line, &checkpoint);
        running.signal(0, "-STOP");
        running.signal(1, "-STOP");
        let leader = running.process(0);
        let limited = Command::new("prlimit").args(["--pid", &leader, &format!("--fsize={}", kept())]).status();
        assert!(limited.unwrap().success());
        running.signal(0, "-CONT");
        running
    });
    assert!(text.contains("checkpoint: cannot be written"), "{text}");
    assert!(!out.exists());

    let before = kept();
    printed(job(4, &line));
    assert!(kept() > before);
    let alone = printed(job(1, &format!("charpoly {m}")));
    assert_eq!(fs::read_to_string(&out).unwrap(), alone.0);
}

/// A rank that is stopped before it is told anything does not stop the others.
#[test]
fn a_rank_that_is_stopped_from_the_start() {
    let desk = Desk::new(40, 2400);
    let (fifo, checkpoint, out) = (desk.path("fifo"), desk.path("checkpoint"), desk.path("out"));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let line =
        format!("det {} --algorithm crt --checkpoint {} -o {}", fifo.display(), checkpoint.display(), out.display());
    let running = Running::until(3, &line, &checkpoint);
    // the leader waits for the operand, when all ranks have begun
    sleep(Duration::from_secs(1));
    running.signal(2, "-STOP");
    fs::write(&fifo, fs::read(desk.path("m")).unwrap()).unwrap();
    let started = Instant::now();
    while fs::metadata(&checkpoint).unwrap().len() < 20_000 {
        assert!(started.elapsed() < Duration::from_secs(40), "the others have computed nothing");
        sleep(Duration::from_millis(20));
    }
    assert!(!out.exists());
    running.signal(2, "-CONT");
    assert_eq!(running.end(), Some((0, String::new())));
    assert_eq!(fs::read_to_string(&out).unwrap(), printed(job(1, &format!("det {}", desk.file("m")))).0);
}

#[test]
fn a_second_leader_is_refused() {
    let desk = Desk::new(44, 500);
    let (m, checkpoint) = (desk.file("m"), desk.path("checkpoint"));
    let line = format!("charpoly {m} --checkpoint {} -o {}", checkpoint.display(), desk.file("out"));
    let first = Running::start(2, &line, &checkpoint);
    first.signal(0, "-STOP");
    let text = complaint(job(2, &line), 2);
    assert!(text.contains("checkpoint: another run uses it"), "{text}");
    first.signal(0, "-CONT");
    assert_eq!(first.end(), Some((0, String::new())));
}

#[test]
fn a_rank_that_is_stopped_for_a_while_delays_the_end_only() {
    let desk = Desk::new(40, 200);
    let (m, checkpoint) = (desk.file("m"), desk.path("checkpoint"));
    let line = format!("charpoly {m} --checkpoint {}", checkpoint.display());
    let running = Running::start(3, &line, &checkpoint);
    running.signal(2, "-STOP");
    // the others have all groups but one: the checkpoint grows no more
    let (mut len, mut since) = (0, Instant::now());
    while since.elapsed() < Duration::from_secs(2) {
        let now = fs::metadata(&checkpoint).unwrap().len();
        if now > len {
            (len, since) = (now, Instant::now());
        }
        sleep(Duration::from_millis(20));
    }
    running.signal(2, "-CONT");
    assert_eq!(running.end(), Some((0, String::new())));
    let more = fs::metadata(&checkpoint).unwrap().len() - len;
    // at most a group: 16 records of 41 residues
    assert!(more <= 16 * 8 * (41 + 10), "{more} bytes of images came after the others");
}
