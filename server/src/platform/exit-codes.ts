/** The exit codes of the server and of the commands beside it, by the names of sysexits.h. docs/operations.md says what to do. */
export const exitCodes = {
  /** A command was called with wrong arguments (EX_USAGE). */
  usage: 64,
  /** The port is taken, or may not be opened (EX_UNAVAILABLE). */
  portUnavailable: 69,
  /** A folder cannot be written to (EX_CANTCREAT). */
  notWritable: 73,
  /** A disk is full (EX_IOERR). */
  diskFull: 74,
  /** Another process uses the data folder (EX_TEMPFAIL). */
  inUse: 75,
  /** A setting or the database is not suitable (EX_CONFIG). */
  config: 78,
} as const
