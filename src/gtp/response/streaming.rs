//! Responses that are written while their command still runs.

/// The output of a command that answers line by line.
pub(crate) trait StreamingOutput {
    /// Writes the beginning of the response. The command can no longer fail.
    fn begin(&mut self);

    /// Writes and flushes one line of the response. Skips an empty line,
    /// because a blank line would end the response.
    fn line(&mut self, text: &str);

    /// Writes whole lines of graphics to standard error, where GoGui reads them.
    fn graphics(&mut self, text: &str);
}
