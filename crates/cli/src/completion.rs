//! Completion scripts: one function for each shell, with the verbs, their options, and the values of options that have a list.

use super::{args, verbs};
use crate::io::Format;
use clap::{Arg, Command, ValueEnum};
use polymod::{
    core::arith::FERMAT_PRIMES,
    matrix::{DetAlgorithm, SystemAlgorithm},
    multimodular::Algorithm,
    outofcore,
    poly::{DftAlgorithm, DivisionAlgorithm, FactorAlgorithm},
    ring::{NamedField, ProductAlgorithm},
};
use std::{collections::BTreeSet, fmt::Write, io};

/// A shell that completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// GNU Bash.
    Bash,
    /// Elvish.
    Elvish,
    /// fish.
    Fish,
    /// PowerShell.
    #[value(name = "powershell")]
    Pwsh,
    /// Z shell.
    Zsh,
}

/// The kind of word that follows an option.
enum Follows {
    /// Nothing.
    Nothing,
    /// A file.
    File,
    /// One of these words, or another value.
    Words(Vec<String>),
}

/// An option in its typed forms.
struct Choice {
    long: String,
    short: Option<char>,
    about: String,
    follows: Follows,
}

/// A word that may stand where the verb does.
struct Word {
    name: String,
    about: String,
    /// Options of this word only.
    options: Vec<Choice>,
    /// Words that may follow it.
    below: Vec<String>,
}

/// The words that the scripts complete.
struct Known {
    options: Vec<Choice>,
    words: Vec<Word>,
}

/// Writes the completion script of a shell.
///
/// # Errors
/// The errors of writing.
pub fn script(shell: Shell, out: &mut dyn io::Write) -> io::Result<()> {
    let known = Known::new();
    let text = match shell {
        Shell::Bash => known.bash(),
        Shell::Zsh => known.zsh(),
        Shell::Fish => known.fish(),
        Shell::Elvish => known.elvish(),
        Shell::Pwsh => known.powershell(),
    };
    out.write_all(text.as_bytes())
}

/// Values to offer for `--ring`.
fn rings() -> Vec<String> {
    let simple = ["z", "z[y]", "q", "zn:", "gf2", "gf2^8:0x11b", "gf:5^2"].map(String::from).into_iter();
    let named = NamedField::ALL.iter().map(|field| format!("zn:{field}"));
    simple.chain(named).chain(FERMAT_PRIMES.iter().map(|(name, _)| format!("gfpf:{name}"))).collect()
}

/// The names of all algorithms.
pub fn algorithms() -> BTreeSet<String> {
    let products = ProductAlgorithm::ALL.iter().map(ToString::to_string);
    let divisions = DivisionAlgorithm::ALL.iter().map(ToString::to_string);
    let transforms = DftAlgorithm::ALL.iter().map(ToString::to_string);
    let determinants = DetAlgorithm::ALL.iter().map(ToString::to_string);
    let systems = SystemAlgorithm::ALL.iter().map(ToString::to_string);
    let factorizations = FactorAlgorithm::ALL.iter().map(ToString::to_string);
    let modular =
        [Algorithm::Crt, Algorithm::Dixon, Algorithm::BigPrime(None), Algorithm::Heuristic, Algorithm::Wiedemann];
    let modular = modular.iter().map(|algorithm| algorithm.name().to_string());
    let all = products.chain(divisions).chain(transforms).chain(determinants).chain(factorizations).chain(modular);
    all.chain(systems).chain([outofcore::NAME.to_string()]).collect()
}

fn follows(arg: &Arg) -> Follows {
    let words = |words: &[&str]| Follows::Words(words.iter().map(ToString::to_string).collect());
    let formats = |output: bool| {
        let all = Format::ALL.iter().filter(|format| !(output && format.is_input_only()));
        Follows::Words(all.map(|format| format.name().to_string()).collect())
    };
    match arg.get_id().as_str() {
        "ring" => Follows::Words(rings()),
        "mod" => Follows::Words(NamedField::ALL.iter().map(ToString::to_string).collect()),
        "format" => formats(true),
        "input_format" => formats(false),
        "order" => words(&["asc", "desc"]),
        "algorithm" => Follows::Words(algorithms().into_iter().collect()),
        "output" | "checkpoint" | "report" => Follows::File,
        // its value follows after =
        "explain" => Follows::Nothing,
        _ if arg.get_action().takes_values() => words(&[]),
        _ => Follows::Nothing,
    }
}

/// The first clause of a help text, without characters that are special to shells.
fn clause(text: &str) -> String {
    let end = text.find([':', ';', '(', '[']).unwrap_or(text.len());
    text[..end].trim().replace(['\'', '"', '`', '$'], "")
}

fn choices(command: &Command) -> Vec<Choice> {
    let about = |arg: &Arg| arg.get_help().map_or_else(String::new, |help| clause(&help.to_string()));
    let choice = |arg: &Arg| {
        let long = arg.get_long()?.to_string();
        Some(Choice { long, short: arg.get_short(), about: about(arg), follows: follows(arg) })
    };
    command.get_arguments().filter_map(choice).collect()
}

impl Known {
    fn new() -> Self {
        let command = args::command();
        let shells = Shell::value_variants().iter().filter_map(Shell::to_possible_value);
        let shells: Vec<String> = shells.map(|value| value.get_name().to_string()).collect();
        let verbs: Vec<String> = verbs::all().map(|verb| verb.name.to_string()).collect();
        let word = |c: &Command| {
            let mut options = choices(c);
            for below in c.get_subcommands().flat_map(choices) {
                if options.iter().all(|o| o.long != below.long) {
                    options.push(below);
                }
            }
            let below = match c.get_name() {
                "plan" | "help" => verbs.clone(),
                "completions" => shells.clone(),
                _ => c.get_subcommands().map(|inner| inner.get_name().to_string()).collect(),
            };
            let about = c.get_about().map_or_else(String::new, |about| clause(&about.to_string()));
            Word { name: c.get_name().to_string(), about, options, below }
        };
        let words = command.get_subcommands().map(word).collect();
        Known { options: choices(&command), words }
    }

    fn names(&self, separator: &str) -> String {
        let names: Vec<_> = self.words.iter().map(|word| word.name.as_str()).collect();
        names.join(separator)
    }

    /// All options; of those with the same name only the first.
    fn all_options(&self) -> impl Iterator<Item = &Choice> {
        let mut seen = BTreeSet::new();
        let all = self.options.iter().chain(self.words.iter().flat_map(|word| &word.options));
        all.filter(move |option| seen.insert(option.long.clone()))
    }

    /// The branches of a `case` over the option before the cursor, in shells of Bourne's family.
    fn values(&self, words: impl Fn(&str) -> String, files: &str) -> String {
        let mut text = String::new();
        for option in self.all_options() {
            let action = match &option.follows {
                Follows::Nothing => continue,
                Follows::File => files.to_string(),
                Follows::Words(list) => words(&list.join(" ")),
            };
            let short = option.short.map_or_else(String::new, |short| format!("-{short}|"));
            let _ = writeln!(text, "        {short}--{}) {action} ;;", option.long);
        }
        text
    }

    /// Branches `verb) action ;;` of a `case` over the verb.
    fn branches(&self, action: impl Fn(&Word) -> Option<String>) -> String {
        let mut text = String::new();
        for word in &self.words {
            if let Some(action) = action(word) {
                let _ = writeln!(text, "            {}) {action} ;;", word.name);
            }
        }
        text
    }

    fn bash(&self) -> String {
        let values = self.values(
            |words| format!("words='{words}'; given=1"),
            "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$cur\")); return",
        );
        let own = self.branches(|w| (!w.options.is_empty()).then(|| format!("words+=' {}'", longs(&w.options))));
        let below = self.branches(|w| {
            (!w.below.is_empty()).then(|| {
                if w.below.len() == verbs::all().count() {
                    "words=$verbs".into()
                } else {
                    format!("words='{}'", w.below.join(" "))
                }
            })
        });
        format!(
            r#"_polymod() {{
    local line=${{COMP_LINE:0:COMP_POINT}} cur prev verb= word words= given= cut
    local verbs='{verbs}'
    cur=${{line##*[[:space:]]}}
    case $cur in
        --*=*) prev=${{cur%%=*}} cur=${{cur#*=}} ;;
        *) read -r -a word <<< "${{line%"$cur"}}"; prev=${{word[-1]}} ;;
    esac
    case $prev in
{values}    esac
    if [[ -z $given ]]; then
        for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
            [[ " $verbs " == *" $word "* ]] && {{ verb=$word; break; }}
        done
        if [[ $cur == -* ]]; then
            words='{globals}'
            case $verb in
{own}            esac
        elif [[ -z $verb ]]; then
            words=$verbs
        else
            case $verb in
{below}            esac
            [[ $prev == "$verb" ]] || words=
        fi
    fi
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        # Bash completes what is behind the last colon
        cut=${{cur%"${{cur##*:}}"}}
        [[ $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${{COMPREPLY[@]#"$cut"}}")
        [[ ${{COMPREPLY[*]}} == *: ]] && compopt -o nospace
    elif [[ -z $given ]]; then
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}}
complete -F _polymod polymod
"#,
            verbs = self.names(" "),
            globals = longs(&self.options),
        )
    }

    fn zsh(&self) -> String {
        let values = self.values(|words| format!("compadd -- ${{(s: :):-'{words}'}}; return"), "_files; return");
        let own = self.branches(|w| (!w.options.is_empty()).then(|| format!("options+=({})", longs(&w.options))));
        let below = self.branches(|w| {
            (!w.below.is_empty()).then(|| {
                if w.below.len() == verbs::all().count() {
                    "_describe verb verbs; return".into()
                } else {
                    format!("compadd {}; return", w.below.join(" "))
                }
            })
        });
        let described: String = self.words.iter().map(|w| format!("        '{}:{}'\n", w.name, w.about)).collect();
        format!(
            r#"#compdef polymod
_polymod() {{
    local prev=$words[CURRENT-1] verb word
    local -a options verbs
    verbs=(
{described}    )
    if [[ $words[CURRENT] == --*=* ]]; then
        prev=${{words[CURRENT]%%=*}}
        compset -P '*='
    fi
    case $prev in
{values}    esac
    for word in ${{words[2,CURRENT-1]}}; do
        [[ " {names} " == *" $word "* ]] && {{ verb=$word; break }}
    done
    if [[ $words[CURRENT] == -* ]]; then
        options=({globals})
        case $verb in
{own}        esac
        compadd -- $options
    elif [[ -z $verb ]]; then
        _describe verb verbs
    else
        [[ $prev == $verb ]] && case $verb in
{below}        esac
        _files
    fi
}}
if [[ $funcstack[1] == _polymod ]]; then _polymod "$@"; else compdef _polymod polymod; fi
"#,
            names = self.names(" "),
            globals = longs(&self.options),
        )
    }

    fn fish(&self) -> String {
        let names = self.names(" ");
        let mut text = format!("set -l verbs {names}\n");
        for word in &self.words {
            let (name, about) = (&word.name, &word.about);
            let _ = writeln!(
                text,
                "complete -c polymod -n \"not __fish_seen_subcommand_from $verbs\" -f -a {name} -d '{about}'"
            );
            if !word.below.is_empty() {
                let below = word.below.join(" ");
                let _ = writeln!(text, "complete -c polymod -n '__fish_seen_subcommand_from {name}' -f -a '{below}'");
            }
            word.options.iter().for_each(|option| {
                fish_option(&mut text, option, &format!(" -n '__fish_seen_subcommand_from {name}'"));
            });
        }
        self.options.iter().for_each(|option| fish_option(&mut text, option, ""));
        text
    }

    fn elvish(&self) -> String {
        let mut text =
            String::from("use str\nset edit:completion:arg-completer[polymod] = {|@words|\n    var values = [\n");
        for option in self.all_options() {
            if let Follows::Words(list) = &option.follows {
                let _ =
                    writeln!(text, "        &'--{}'=[{}]", option.long, quoted(list.iter().map(String::as_str), " "));
            }
        }
        let _ = write!(text, "    ]\n    var own = [\n");
        for word in self.words.iter().filter(|word| !word.options.is_empty()) {
            let _ = writeln!(text, "        &{}=[{}]", word.name, longs(&word.options));
        }
        let _ = write!(
            text,
            r#"    ]
    var verbs = [{names}]
    var shells = [{shells}]
    var prev cur = $words[-2] $words[-1]
    var verb = ''
    for word $words[1..-1] {{ if (and (eq $verb '') (has-value $verbs $word)) {{ set verb = $word }} }}
    if (has-key $values $prev) {{
        all $values[$prev]
    }} elif (str:has-prefix $cur '-') {{
        put {globals}
        if (has-key $own $verb) {{ all $own[$verb] }}
    }} elif (or (eq $verb '') (has-value [plan help] $prev)) {{
        all $verbs
    }} elif (eq $prev gen) {{
        put poly matrix irreducible
    }} elif (eq $prev completions) {{
        all $shells
    }} else {{
        edit:complete-filename $cur
    }}
}}
"#,
            names = self.names(" "),
            shells = self.below("completions"),
            globals = longs(&self.options),
        );
        text
    }

    fn powershell(&self) -> String {
        let mut text = String::from(
            "Register-ArgumentCompleter -Native -CommandName polymod -ScriptBlock {\n    param($cur, $ast, $at)\n    $values = @{\n",
        );
        for option in self.all_options() {
            if let Follows::Words(words) = &option.follows {
                let _ = writeln!(
                    text,
                    "        '--{}' = @({})",
                    option.long,
                    quoted(words.iter().map(String::as_str), ",")
                );
            }
        }
        text.push_str("    }\n    $own = @{\n");
        for word in self.words.iter().filter(|word| !word.options.is_empty()) {
            let _ = writeln!(text, "        '{}' = @({})", word.name, quoted(longs(&word.options).split(' '), ","));
        }
        let _ = write!(
            text,
            r#"    }}
    $verbs = @({names})
    $below = @{{ 'gen' = @({kinds}); 'completions' = @({shells}); 'plan' = $verbs; 'help' = $verbs }}
    $words = @($ast.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $at }} | ForEach-Object {{ $_.ToString() }})
    $prev = $words[-1]
    $verb = $words | Select-Object -Skip 1 | Where-Object {{ $verbs -contains $_ }} | Select-Object -First 1
    $found = if ($values.ContainsKey($prev)) {{ $values[$prev] }}
    elseif ($cur.StartsWith('-')) {{ @({globals}) + $(if ($verb) {{ $own[$verb] }}) }}
    elseif (-not $verb) {{ $verbs }}
    elseif ($below.ContainsKey($prev)) {{ $below[$prev] }}
    $found | Where-Object {{ $_ -and $_.StartsWith($cur) }} | ForEach-Object {{ [System.Management.Automation.CompletionResult]::new($_) }}
}}
"#,
            names = quoted(self.words.iter().map(|word| word.name.as_str()), ","),
            kinds = quoted(self.below("gen").split(' '), ","),
            shells = quoted(self.below("completions").split(' '), ","),
            globals = quoted(longs(&self.options).split(' '), ","),
        );
        text
    }

    /// The words that may follow one, separated by blanks.
    fn below(&self, name: &str) -> String {
        self.words.iter().find(|word| word.name == name).map_or_else(String::new, |word| word.below.join(" "))
    }
}

/// `--ring --format …`
fn longs(options: &[Choice]) -> String {
    options.iter().map(|option| format!("--{}", option.long)).collect::<Vec<_>>().join(" ")
}

/// Words in single quotes.
fn quoted<'a>(words: impl Iterator<Item = &'a str>, separator: &str) -> String {
    words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(separator)
}

fn fish_option(text: &mut String, option: &Choice, condition: &str) {
    let short = option.short.map_or_else(String::new, |short| format!(" -s {short}"));
    let values = match &option.follows {
        Follows::Nothing => String::new(),
        Follows::File => " -r -F".into(),
        Follows::Words(words) if words.is_empty() => " -x".into(),
        Follows::Words(words) => format!(" -x -a '{}'", words.join(" ")),
    };
    let _ = writeln!(text, "complete -c polymod{condition}{short} -l {}{values} -d '{}'", option.long, option.about);
}
