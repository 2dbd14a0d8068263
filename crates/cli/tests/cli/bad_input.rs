use super::{complaint, desk, polymod};

/// Checks a case: files, arguments, and texts that the line must contain.
fn refused(files: &[(&str, &[u8])], line: &str, holds: &[&str]) {
    let folder = desk(files);
    let mut command = polymod(line);
    command.current_dir(&folder);
    let said = complaint(command, 2);
    for part in holds {
        assert!(said.contains(part), "polymod {line}: {said}");
    }
}

#[test]
fn arguments() {
    for (line, holds) in [
        ("nosuchverb =1", "nosuchverb"),
        ("mull =1 =1", "mean mul?"),
        ("mul =1", "B is missing"),
        ("eval =x 1 2", "'2'"),
        ("recurrence =[0,1] =x^2 -1", "non-negative"),
        ("pow =x abc.txt", "abc.txt"),
        ("add =x =x --low 3", "--low"),
        ("mul =x =x --low -3", "--low"),
        ("mul =x =x --cyclic 0", "--cyclic"),
        ("mul =x =x --negacyclic 0", "--negacyclic"),
        ("mul =x =x --middle 3:2", "I:J"),
        ("mul =x =x --low 1 --cyclic 2", "cannot be used with"),
        ("mul =x =x --threads 0", "--threads"),
        ("mul =x =x --repeat 0", "--repeat"),
        ("mul =x =x --memory 12Q", "--memory"),
        ("mul =x =x --format xml", "json"),
        ("mul =x =x --format mtx", "input only"),
        ("mul =x =x --input-format latex", "output only"),
        ("mul =x =x --format hex", "human"),
        ("mul =x =x --order up", "desc"),
        ("mul =x =x --explain=yaml", "--explain=json"),
        ("mul =x =x --algorithm fft", "these do: schoolbook"),
        ("mul =x =x --algorithm ntt", "these do: schoolbook"),
        ("add =x =x --algorithm ntt", "add"),
        ("mul - -", "standard input"),
        ("primes --bits 65", "--bits"),
        ("primes --ring z", "--ring"),
        ("gen poly --ring z", "--degree"),
        ("gen poly --degree 3 --ring zn:97 --bits 5", "--bits"),
        ("completions tcsh", "tcsh"),
    ] {
        refused(&[], line, &[holds]);
    }
}

#[test]
fn moduli_and_rings() {
    for ring in ["zn:0", "zn:1", "zn:-7", "zn:abc", "zn:", "zn:1.5", "zn:2^", "zn:2^99999999999", "q[y]", "Z", "z "] {
        refused(&[], &format!("mul =1 =1 '--ring={ring}'"), &["--ring", "expected", "zn:N"]);
    }
    refused(&[], "mul =1 =1 --ring z[x]", &["--ring", "z[y]"]);
    refused(&[], "add =[[1]] =[[1]] --ring z[y]", &["add", "z[y]"]);
    refused(&[], "mul =[[1]] =[[1]] --ring z[y] --low 3", &["z[y]", "parts"]);
    refused(&[], "mul =[[1]] =[[1]] --ring z[y] --format pari", &["json, list or human"]);
    refused(&[], "mul =x+t =[[1]] --ring z[y]", &["=x+t:1:3", "\"x\" or \"y\""]);
    refused(&[], "mul =[1] =[[1]] --ring z[y]", &["expected"]);
}

#[test]
fn files_that_are_not_polynomials() {
    let cases: [(&[u8], &[&str]); 14] = [
        (b"", &["a.json:1:1"]),
        (b" \n\t", &["a.json:2:2"]),
        (b"[1,\n2,x]", &["a.json:2:3", "\"x"]),
        (b"[1,2", &["a.json:1:5"]),
        (b"[1,,2]", &["a.json:1:4"]),
        (b"1 2 abc", &["a.json:1:5", "abc"]),
        (b"[1.5]", &["a.json:1:"]),
        (b"[1] 2", &["a.json:1:5"]),
        (b"[null]", &["a.json:1:2"]),
        (b"[[1]]", &["a.json:1:2"]),
        (b"x^2 + y", &["a.json:1:7"]),
        (b"Mod(1,5)*x", &["a.json:1:", "zn:5"]),
        (b"x^99999999999999", &["a.json:1:"]),
        (b"\xff\xfe", &["a.json:1:1"]),
    ];
    for (bytes, holds) in cases {
        refused(&[("a.json", bytes)], "sqr a.json", holds);
    }
}

#[test]
fn files_that_cannot_be_read() {
    refused(&[], "sqr missing.json", &["missing.json: No such file"]);
    refused(&[], "sqr .", &[".: "]);
    refused(&[("m.mtx", b"1 1 1")], "sqr m.mtx", &["m.mtx", "matrix"]);
    refused(&[("a.txt", b"1 2")], "eval =x a.txt", &["a.txt", "expected one integer, found 2"]);
    refused(&[("a.npy", b"\x93NUMPY\x01\x00")], "sqr a.npy", &["a.npy"]);
    refused(&[("a.npy", b"not numpy")], "sqr a.npy", &["a.npy"]);
}

/// A NumPy file of version 1.0 with this header and data.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let padded = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn arrays_that_promise_too_much() {
    let header = |shape: &str| format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({shape}), }}");
    let right = npy(&header("2,"), &[7, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);
    let folder = desk(&[("a.npy", &right)]);
    polymod("neg a.npy --format list").current_dir(&folder).assert().success().stdout("-7 1\n");
    let truncated = npy(&header("3,"), &right[128..]);
    refused(&[("a.npy", &truncated)], "neg a.npy", &["a.npy", "8"]);
    let absurd = npy(&header("1000000000000000000,"), &right[128..]);
    refused(&[("a.npy", &absurd)], "neg a.npy", &["a.npy"]);
    // truth values are 0 and 1, in any ring and any shape
    let truths = npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }", &[1, 0, 2, 255]);
    let folder = desk(&[
        ("m.npy", &truths),
        ("p.npy", &npy("{'descr': '|b1', 'fortran_order': True, 'shape': (3,), }", &[1, 0, 1])),
    ]);
    polymod("transpose m.npy --ring gf2 --format json")
        .current_dir(&folder)
        .assert()
        .success()
        .stdout("[[1,1],[0,1]]\n");
    polymod("transpose m.npy --ring zn:97 --format json")
        .current_dir(&folder)
        .assert()
        .success()
        .stdout("[[1,1],[0,1]]\n");
    polymod("sqr p.npy --ring gf2 --format human").current_dir(&folder).assert().success().stdout("x^4 + 1\n");
    let floats = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", &right[128..136]);
    refused(&[("a.npy", &floats)], "neg a.npy", &["a.npy"]);
}

#[test]
fn what_would_not_fit_is_refused_before_it_is_allocated() {
    refused(&[], "sqr =x^1000000000000000000", &["=x^1000000000000000"]);
    refused(&[("a.txt", &b"1 ".repeat(5000))], "sqr a.txt --memory 8K", &["a.txt", "--memory"]);
    refused(&[], "pow =x+1 100000000000", &["pow needs", "EiB", "--memory"]);
    refused(&[], "pow =2 99999999999999999999", &["pow needs", "--memory"]);
    refused(&[], "pow =2 99999999999999999999 --memory 16000000T", &["pow needs"]);
    refused(&[], "pow =x 99999999999999999999 --ring zn:97", &["pow needs", "--memory"]);
    refused(&[], "mul =x^100 =x^100 --memory 2K --ring zn:97", &["mul needs", "--memory allows 2.0 KiB"]);
    refused(&[], "gen poly --degree 100000000000 --format human --ring zn:97", &["gen poly needs", "--memory"]);
    polymod("mul =x^100 =x^100 --memory 2K --ring zn:97 --cyclic 50").assert().success().stdout("1\n");
}

#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = desk(&[("a.json", b"[1]")]);
    let path = folder.path().join("a.json");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(&path).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let mut command = polymod("sqr a.json");
    command.current_dir(&folder);
    assert!(complaint(command, 2).contains("a.json: Permission denied"));
}

#[test]
fn an_unknown_instruction_set() {
    let mut command = polymod("sqr =x");
    command.env("POLYMOD_ISA", "sse9");
    let said = complaint(command, 2);
    assert!(said.contains("POLYMOD_ISA") && said.contains("avx512") && said.contains("sse9"), "{said}");
}
