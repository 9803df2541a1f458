// Checks whether a page violated the content policy in any journey. Browsers report this to the server, which prints it.

/** What the server prints at the first report of each kind. */
const REPORTED = 'a page violated the content policy'

/**
 * Throws if a server has received a report.
 * @param output of the server
 */
export function expectNoPolicyReports(output: string): void {
  const reports = output.split('\n').filter((line) => line.includes(REPORTED))
  if (reports.length > 0) throw new Error(`Browsers reported violations of the content policy:\n${reports.join('\n')}`)
}
