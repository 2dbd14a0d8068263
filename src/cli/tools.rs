//! The verbs that are no arithmetic: `primes`, `info`, `completions`, `man`.

use super::{
    Failure,
    args::{self, Primes},
    spec::{NAMED_FIELDS, RingSpec},
};
use crate::{arith::PrimeStream, cpu, io::Output};
use clap::Command;
use clap_complete::Shell;
use std::io::{self, Write};

/// One prime a line, descending.
///
/// # Errors
/// [`Failure::NoSuch`] when there are fewer than asked for; what there is has been written by then.
pub fn primes(what: &Primes, output: &mut Output) -> Result<(), Failure> {
    let mut found = 0;
    for p in PrimeStream::new(what.bits, what.two_adicity)?.take(usize::try_from(what.count).unwrap_or(usize::MAX)) {
        output.line(&p.to_string())?;
        found += 1;
    }
    if found == what.count {
        return Ok(());
    }
    let Primes { bits, two_adicity, count } = what;
    let there = format!("only {found} are below 2^{bits} with 2^{two_adicity} dividing p - 1");
    Err(Failure::NoSuch(format!("{count} primes asked for, but {there}")))
}

/// The machine, and the fields that have a name.
///
/// # Errors
/// Those of writing.
pub fn info(out: &mut dyn Write) -> io::Result<()> {
    let host = cpu::host();
    let extras = if host.extras.is_empty() { "none".to_string() } else { host.extras.join(" ") };
    writeln!(out, "polymod       {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "cpu           {}", host.name)?;
    writeln!(out, "cores         {}", host.cores)?;
    writeln!(out, "instructions  {} in use, {} supported", host.isa, host.supported)?;
    writeln!(out, "extensions    {extras}")?;
    writeln!(out, "rings         z, zn:N (N ≥ 2), and zn: with one of the prime fields")?;
    for (name, _) in NAMED_FIELDS {
        let bits = match RingSpec::parse(&format!("zn:{name}")) {
            Ok(RingSpec::Modulo(n)) => n.significant_bits(),
            _ => 0,
        };
        writeln!(out, "  {name:<14} {bits} bits")?;
    }
    Ok(())
}

/// The completion script of a shell.
///
/// # Errors
/// Those of writing.
pub fn completions(shell: Shell, out: &mut dyn Write) -> io::Result<()> {
    // clap_complete panics where it cannot write, so it writes to memory
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "polymod", &mut script);
    out.write_all(&script)
}

/// The manual page: the program, then each verb.
///
/// # Errors
/// Those of writing.
pub fn man(out: &mut dyn Write) -> io::Result<()> {
    let command = args::command();
    clap_mangen::Man::new(command.clone()).render(out)?;
    command.get_subcommands().try_for_each(|verb| verb_section("polymod", verb, out))
}

/// The section of a verb, or those of the verbs inside it.
fn verb_section(before: &str, verb: &Command, out: &mut dyn Write) -> io::Result<()> {
    let name = format!("{before} {}", verb.get_name());
    if verb.has_subcommands() {
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
