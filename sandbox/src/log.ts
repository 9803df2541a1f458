/** The sandbox's log, compatible with pino. Never pass it an address or the text of an email. */
export type SandboxLog = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
