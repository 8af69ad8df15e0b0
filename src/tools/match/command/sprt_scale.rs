//! The option for the scale of a sequential test, which a match and its report share.

use clap::Args;

use crate::cli::failure::Failure;
use crate::r#match::statistics::{EloModel, Sprt};

/// The scale of the differences in Elo that `--sprt` compares.
#[derive(Debug, Args)]
pub(super) struct SprtScale {
    /// Scale of the Elo differences of --sprt
    #[arg(
        long,
        value_name = "MODEL",
        value_enum,
        default_value_t,
        requires = "sprt"
    )]
    sprt_model: EloModel,
}

impl SprtScale {
    /// Returns the test on this scale, which must be able to reach its differences.
    pub(super) fn test(&self, sprt: Option<Sprt>) -> Result<Option<Sprt>, Failure> {
        let scaled = sprt.map(|sprt| sprt.with_model(self.sprt_model));
        scaled.transpose().map_err(Failure::of("--sprt"))
    }
}
