//! Enumerations of algorithms by name.

/// One of several algorithms for a task.
pub trait Algorithm: Copy + PartialEq {
    /// The name that `--algorithm` takes.
    fn name(self) -> &'static str;
}

impl Algorithm for &'static str {
    fn name(self) -> &'static str {
        self
    }
}

/// Declares an enumeration of algorithms with the names that `--algorithm` takes: `ALL`, `name`, `Display` and `FromStr`. With
/// `in "path"` after it, where the module of this path exports the enumeration, the documentation of `name` has an example.
///
/// ```
/// polymod_core::algorithms! {
///     /// An algorithm for sorting.
///     SortAlgorithm, "sorting" {
///         /// By insertion.
///         Insertion = "insertion",
///         /// By halves.
///         Merge = "merge",
///     }
/// }
/// assert_eq!("merge".parse(), Ok(SortAlgorithm::Merge));
/// assert_eq!(SortAlgorithm::ALL.map(SortAlgorithm::name), ["insertion", "merge"]);
/// let refused = "quick".parse::<SortAlgorithm>().unwrap_err();
/// assert_eq!(refused.to_string(), "the algorithm 'quick' does not apply to sorting; these do: insertion, merge");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! algorithms {
    (
        $(#[$about:meta])*
        $Name:ident, $task:literal {
            $($(#[$each:meta])* $Variant:ident = $text:literal,)*
        }
        $(in $path:literal)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name {
            $($(#[$each])* $Variant,)*
        }

        impl $Name {
            /// All algorithms.
            pub const ALL: [$Name; [$($text),*].len()] = [$($Name::$Variant),*];

            /// The name that `--algorithm` takes.
            $(#[doc = concat!(
                "\n```\nuse ", $path, "::", stringify!($Name), " as Algorithm;\n",
                "assert!(Algorithm::ALL.iter().all(|a| a.name().parse() == Ok(*a)));\n```",
            )])?
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Name::$Variant => $text,)*
                }
            }
        }

        impl $crate::Algorithm for $Name {
            fn name(self) -> &'static str {
                $Name::name(self)
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $Name {
            type Err = $crate::Error;
            fn from_str(name: &str) -> $crate::Result<Self> {
                let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
                found.ok_or_else(|| $crate::Error::algorithm(name, $task, Self::ALL))
            }
        }
    };
}
