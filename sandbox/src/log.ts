/** The log of the stand-ins, compatible with pino. Never given an address or the text of a mail. */
export type SandboxLog = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
