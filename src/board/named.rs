//! Enums whose values have names in options, commands and files.

/// Defines an enum whose values have names: `KoRule::Simple` is `simple`.
///
/// The enum gets the list `ALL`, the names joined as `NAMES`, the method `name`
/// and [`Display`](std::fmt::Display). A value therefore cannot be added without
/// a name, and no list can omit it. Reading a name is left to the type's own
/// `FromStr`, since some types ignore case and others do not.
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $(#[$first_attribute:meta])* $first:ident = $first_name:literal,
            $($(#[$other_attribute:meta])* $other:ident = $other_name:literal,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $(#[$first_attribute])* $first,
            $($(#[$other_attribute])* $other,)*
        }

        impl $type {
            /// Every value, in the order of definition.
            $visibility const ALL: [Self; [$first_name, $($other_name),*].len()] =
                [Self::$first, $(Self::$other),*];

            /// The names of all values, separated by commas.
            $visibility const NAMES: &'static str = concat!($first_name, $(", ", $other_name),*);

            /// Returns the name of the value in options, commands and files.
            $visibility const fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$other => $other_name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            /// Writes the [name](Self::name).
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub use named_enum;
