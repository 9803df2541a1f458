// Converts the reports of both runners to one format.

export type TestResult = {
  /** The path from the repository's root. */
  file: string
  title: string
  status: 'passed' | 'failed' | 'skipped'
  seconds: number
  /** Why it failed; may contain terminal colours. */
  message: string
}

export type Report = { results: TestResult[]; rerun: (result: TestResult) => string }

type PlaywrightSuite = {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { duration: number; errors?: { message?: string }[] }[]
    }[]
  }[]
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Makes a regular expression that matches only this text, because both runners select tests by one. */
const toPattern = (title: string) => quote(title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))

/** Converts the results that vitest-progress.ts has written. The failure of a whole file or hook has its own result. */
export function readVitestReport(results: TestResult[]): Report {
  const rerun = ({ file, title }: TestResult) =>
    `npm run test:unit${file === '' ? '' : ` -- ${file}`}${title === '' ? '' : ` -t ${toPattern(title)}`}`
  return { results, rerun }
}

/** Converts Playwright's report. A test that passed on its second try counts as passed. */
export function readPlaywrightReport(report: { suites: PlaywrightSuite[]; errors?: { message?: string }[] }): Report {
  const listIn = (suite: PlaywrightSuite, titles: string[]): TestResult[] => [
    ...(suite.suites ?? []).flatMap((one) => listIn(one, [...titles, one.title])),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }): TestResult => ({
        file: `e2e/${spec.file}`,
        title: [...titles, spec.title].join(' '),
        status: status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed',
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
        message: (results.at(-1)?.errors ?? []).map(({ message = '' }) => message).join('\n'),
      })),
    ),
  ]
  const results = report.suites.flatMap((file) => listIn(file, []))
  // Failures outside a test, for example in the setup.
  const errors = (report.errors ?? []).map(({ message = '' }): TestResult => ({
    file: 'e2e',
    title: '',
    status: 'failed',
    seconds: 0,
    message,
  }))
  const rerun = ({ file, title }: TestResult) =>
    title === '' ? 'npm run test:e2e' : `npm run test:e2e -- ${file.replace('e2e/', '')} -g ${toPattern(title)}`
  return { results: [...results, ...errors], rerun }
}

/** Counts the results with a status. */
export const countResults = (results: readonly TestResult[], status: TestResult['status']) =>
  results.filter((result) => result.status === status).length

/** Adds up the time of each file, and returns the slowest files. */
export function listSlowestFiles(results: readonly TestResult[], count: number): { file: string; seconds: number }[] {
  return [...Map.groupBy(results, ({ file }) => file)]
    .map(([file, tests]) => ({ file, seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}
