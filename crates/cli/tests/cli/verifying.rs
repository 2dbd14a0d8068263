//! `--verify` over rings where an order of pivots, or a divisor, may meet elements without inverses: every answer is
//! verified.

use super::{output, polymod};

fn said(line: &str) -> String {
    let done = polymod(line).assert().success();
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn what_is_answered_over_composite_moduli_is_verified() {
    for (line, expected) in [
        ("subresultants =[2,2,2] =[2,2] --ring zn:4", "[]\n"),
        ("subresultants =[2,2,2] =[2,2] --ring zn:2^64", "[8]\n"),
        ("subresultants =[3,0,1] =[0,3] --ring zn:3*2^70", "[27]\n"),
        ("nullspace '=[[2,1],[0,2]]' --ring zn:4", "[[1,2]]\n"),
        ("rank '=[[[2,1],[3,2]],[[4,4],[1,2,2]]]' --ring zn:16", "2\n"),
        ("rank '=[[[2,1],[3,2]],[[4,4],[1,2,2]]]' --ring zn:2^64", "2\n"),
        ("det '=[[2,4],[6,2]]' --ring zn:16", "12\n"),
        ("popov '=[[[1,4],[2,1]],[[4,0,1],[0,1]]]' --ring zn:16", "[[[3,12,1],[14]],[[1,4],[2,1]]]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
        let verified = said(&format!("{line} --verify"));
        assert!(verified.starts_with("verified: "), "{line}: {verified}");
    }
}

#[test]
fn bounds_are_stated_in_every_ring() {
    for ring in
        ["zn:2", "zn:3", "zn:6", "zn:97", "zn:2^32", "zn:2^64", "zn:3*2^70", "gf2", "gf2^8:0x11b", "gf2^13:0x201b"]
    {
        for verb in ["mul =[1,1,0,1] =[1,0,1,1,1]", "taylor-shift =[1,1,0,1] =1", "compose =[1,1,0,1] =[0,1,1]"] {
            let verified = said(&format!("{verb} --ring {ring} --verify"));
            let bound = verified.split("below 2^-").nth(1).and_then(|b| b.trim().parse::<u32>().ok());
            assert!(bound.is_some_and(|b| b >= 60), "{verb} over {ring}: {verified}");
        }
    }
}

#[test]
fn the_time_of_the_check_is_told() {
    let told = said("mul =[1,1] =[1,1] --ring zn:97 --time --verify");
    let lines: Vec<&str> = told.lines().collect();
    assert!(
        lines.len() == 3
            && lines[0].starts_with("compute ")
            && lines[1].starts_with("verify ")
            && lines[1].ends_with(" s"),
        "{told}"
    );
}
