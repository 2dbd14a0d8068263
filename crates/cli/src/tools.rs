//! The commands that are not arithmetic: `primes`, `info`, `tune`, `man`.

use super::{
    Failure, Session,
    args::{self, Primes, Tune},
    help,
};
use crate::io::Output;
use crate::tune::{
    file,
    measure::{Effort, measure},
    report,
};
use clap::Command;
use polymod::{
    core::arith::{FERMAT_PRIMES, PrimeStream, factor_u64},
    core::cpu::{self, Feature},
    engine::{Event, Monitor},
    ring::NamedField,
};
use rug::{Integer, integer::IsPrime, ops::Pow};
use std::{
    fs,
    io::{self, Write},
    path::Path,
    time::Instant,
};

/// Writes primes, one on each line, descending.
///
/// # Errors
/// [`Failure::NoSuch`] if there are fewer than asked for; those found have been written by then.
pub fn primes(what: &Primes, output: &mut Output) -> Result<(), Failure> {
    if what.gfpf {
        return fermat_primes(what, output);
    }
    if what.bits > 64 {
        return Err(Failure::Usage(format!("--bits: expected 2 to 64 without --gfpf, got {}", what.bits)));
    }
    let mut found = 0;
    for p in PrimeStream::new(what.bits, what.two_adicity)?.take(usize::try_from(what.count).unwrap_or(usize::MAX)) {
        output.line(&p.to_string())?;
        found += 1;
    }
    if found == what.count {
        return Ok(());
    }
    let Primes { bits, two_adicity, count, .. } = what;
    let there = format!("only {found} are below 2^{bits} with 2^{two_adicity} dividing p - 1");
    Err(Failure::NoSuch(format!("{count} primes asked for, but {there}")))
}

/// Primes r^k + 1 below 2^bits with `bits` bits: k the least power of two with r below 2^50.
fn fermat_primes(what: &Primes, output: &mut Output) -> Result<(), Failure> {
    const MOST_BITS: u32 = 50;
    let (&Primes { bits, count, .. }, order) = (what, what.order());
    let k = bits.div_ceil(MOST_BITS).next_power_of_two().max(2);
    // each prime power q^e of the order divides r^k when q^⌈e/k⌉ divides r
    let factors = factor_u64(order).into_iter().map(|(q, e)| q.saturating_pow(e.div_ceil(k)));
    let step = factors.fold(1u64, u64::saturating_mul);
    let step = if step % 2 == 0 { step } else { step.saturating_mul(2) };
    let most = ((Integer::from(1) << bits) - 2u32).root(k).to_u64().unwrap_or(0);
    let least = ((Integer::from(1) << (bits - 1)) - 1u32).root(k).to_u64().unwrap_or(0);
    let mut found = 0;
    for r in (1..=most / step).rev().map(|i| i * step).take_while(|&r| r > least) {
        let p = Integer::from(r).pow(k) + 1u32;
        if p.is_probably_prime(30) != IsPrime::No {
            output.line(&p.to_string())?;
            found += 1;
            if found == count {
                return Ok(());
            }
        }
    }
    let there = format!("only {found} of the form r^{k} + 1 have {bits} bits and p - 1 divisible by {order}");
    Err(Failure::NoSuch(format!("{count} primes asked for, but {there}")))
}

/// Writes the machine's properties, and the fields that have a name.
///
/// # Errors
/// The errors of writing.
pub fn info(out: &mut dyn Write) -> io::Result<()> {
    let host = cpu::host();
    // the vectors are stated by the line before
    let extras: Vec<&str> = (host.supported.features().filter(|f| !matches!(f, Feature::Avx2 | Feature::Avx512)))
        .map(Feature::name)
        .collect();
    let extras = if extras.is_empty() { "none".to_string() } else { extras.join(" ") };
    writeln!(out, "polymod       {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "cpu           {}", host.name)?;
    writeln!(out, "cores         {}", host.cores)?;
    writeln!(out, "instructions  {} in use, {} supported", host.target, host.supported)?;
    writeln!(out, "extensions    {extras}")?;
    writeln!(out, "rings\n{}\nformats\n{}\nnames behind zn: and gfpf:", help::RINGS, help::FORMATS)?;
    for field in NamedField::ALL {
        let (name, bits, two_adicity) = (field.name(), field.modulus().significant_bits(), field.two_adicity());
        writeln!(out, "  {name:<14} {bits} bits, roots of unity of order 2^{two_adicity}")?;
    }
    for (name, p) in FERMAT_PRIMES {
        let (k, bits, two_adicity) = (p.digits(), p.bits(), p.two_adicity());
        let (order, power) = (2 * k, p.largest_power());
        writeln!(out, "  {name:<14} {bits} bits, k = {k}, roots of unity of order 2^{two_adicity}, {order}^{power}")?;
    }
    Ok(())
}

/// Measures this machine, and stores the costs.
///
/// # Errors
/// If there is no place for them; the errors of writing.
pub fn tune(what: &Tune, session: &Session<'_>) -> Result<(), Failure> {
    let (host, started) = (cpu::host(), Instant::now());
    let path = match &session.options.output[..] {
        [] => file::path(host.target).ok_or_else(|| {
            Failure::Usage("there is no configuration folder for the figures: name a file by -o".into())
        })?,
        [path] => path.clone(),
        paths => return Err(Failure::Usage(format!("there is one result for {} files", paths.len()))),
    };
    let mut progress = |done, total| {
        session.observer.event(&Event::Progress { stage: "steps of measuring", done, total });
    };
    let measured = measure(&host.name, host.target, Effort::MINUTE, &mut progress)?;
    let failed = |path: &Path, reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
    let text = file::text(&measured, host).map_err(|reason| failed(&path, reason))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| failed(folder, e.to_string()))?;
    }
    session.write_to(&path, &text)?;
    if let Some(to) = &what.report {
        let panels = report::panels(&measured.costs, host.target, Effort::MINUTE)?;
        let picture = report::svg(&measured.costs.machine, &panels).map_err(|reason| failed(to, reason))?;
        session.write_to(to, &picture)?;
    }
    let (count, seconds) = (measured.names.len(), started.elapsed().as_secs_f64());
    session.say(&format!("{count} figures measured in {seconds:.1} s: {}\n", path.display()));
    Ok(())
}

/// Writes the manual page: the program, then each verb.
///
/// # Errors
/// The errors of writing.
pub fn man(out: &mut dyn Write) -> io::Result<()> {
    let command = args::command();
    // the overview is for terminals: here the verbs have sections
    let page = command.clone().after_help(help::manual());
    clap_mangen::Man::new(page).render(out)?;
    command.get_subcommands().try_for_each(|verb| verb_section("polymod", verb, out))
}

/// Writes the section of a verb, or those of the verbs inside it.
fn verb_section(before: &str, verb: &Command, out: &mut dyn Write) -> io::Result<()> {
    let name = format!("{before} {}", verb.get_name());
    // plan repeats all verbs
    if verb.has_subcommands() && verb.get_name() != "plan" {
        return verb.get_subcommands().try_for_each(|inner| verb_section(&name, inner, out));
    }
    writeln!(out, ".SH \"{}\"", name.to_uppercase())?;
    let page = clap_mangen::Man::new(verb.clone().bin_name(name).disable_help_flag(true));
    page.render_description_section(out)?;
    page.render_synopsis_section(out)?;
    if verb.get_arguments().next().is_some() {
        page.render_options_section(out)?;
    }
    if verb.get_after_help().is_some() { page.render_extra_section(out) } else { Ok(()) }
}
