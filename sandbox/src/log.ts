/** Where the stand-ins report trouble. Fits pino's shape; never gets an address or a mail's words. */
export type SandboxLog = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
