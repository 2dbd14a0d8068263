//! Jobs that are looked at while they run, and how they end.

use super::job;
use std::{
    fs,
    io::Read,
    path::Path,
    process::{Child, Command},
    thread::sleep,
    time::{Duration, Instant},
};

/// Longest time that a failed job may last from its failure on: the end of ranks that do not answer, and what mpirun adds.
const SOON: Duration = Duration::from_secs(20);

/// Number of jobs of which the launcher must end one by itself.
const ATTEMPTS: usize = 5;

/// What jobs print on standard error that end with this code, one line at most. A job whose launcher fails while it ends is repeated.
pub fn ended(code: i32, mut start: impl FnMut() -> Running) -> String {
    for _ in 0..ATTEMPTS {
        if let Some((found, text)) = start().end() {
            assert_eq!(found, code, "{text}");
            assert!(text.lines().count() <= 1, "{text}");
            return text;
        }
    }
    panic!("the launcher fails whenever a job ends with {code}")
}

/// A job, which is ended with this value.
pub struct Running(Child);

impl Running {
    pub fn spawn(command: &mut Command) -> Self {
        Running(command.spawn().unwrap())
    }

    /// A job in the middle of its work, whose checkpoint has images.
    pub fn start(ranks: usize, line: &str, checkpoint: &Path) -> Self {
        let before = fs::metadata(checkpoint).map_or(0, |file| file.len());
        let running = Running::spawn(&mut job(ranks, line));
        let (started, len) = (Instant::now(), || fs::metadata(checkpoint).map_or(0, |file| file.len()));
        while len() < before + 2000 {
            assert!(started.elapsed() < Duration::from_secs(60), "there are no images");
            sleep(Duration::from_millis(5));
        }
        running
    }

    /// A job, when this file is there.
    pub fn until(ranks: usize, line: &str, file: &Path) -> Self {
        let running = Running::spawn(&mut job(ranks, line));
        let started = Instant::now();
        while !file.exists() {
            assert!(started.elapsed() < Duration::from_secs(60), "{} is not there", file.display());
            sleep(Duration::from_millis(1));
        }
        running
    }

    /// The numbers of the processes whose environment has this entry, or of all ranks.
    fn processes(&self, entry: Option<&str>) -> Vec<String> {
        let parent = self.0.id().to_string();
        let is_it = |folder: &Path| {
            let read = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
            let status = String::from_utf8_lossy(&read("status")).into_owned();
            let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let has = |entry: &str| read("environ").split(|&byte| byte == 0).any(|found| found == entry.as_bytes());
            field("PPid:") == Some(&parent)
                && !field("State:").is_some_and(|state| state.starts_with('Z'))
                && entry.is_none_or(has)
        };
        let folders = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path()).filter(|folder| is_it(folder));
        folders.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_string())).collect()
    }

    /// The number of the process of this rank.
    pub fn process(&self, rank: usize) -> String {
        let found = self.processes(Some(&format!("OMPI_COMM_WORLD_RANK={rank}")));
        found.into_iter().next().expect("the process of a rank")
    }

    pub fn signal(&self, rank: usize, name: &str) {
        assert!(Command::new("kill").args([name, &self.process(rank)]).status().unwrap().success());
    }

    /// Waits for the end, which must come soon. Returns the exit code and standard error, without the lines of the launcher's event library; None if
    /// the launcher crashes, or goes on, when all ranks have ended: on busy machines Open MPI 4.1 sometimes does.
    pub fn end(mut self) -> Option<(i32, String)> {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > SOON {
                assert!(self.processes(None).is_empty(), "the job goes on");
                return None;
            }
            sleep(Duration::from_millis(20));
        };
        let mut text = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        // on a busy machine a job lasts long enough to say how far it is
        let other = |line: &&str| line.is_empty() || line.starts_with("[warn] ") || line.ends_with(" a second");
        let own = text.lines().filter(|line| !other(line));
        Some((status.code()?, own.map(|line| format!("{line}\n")).collect()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
