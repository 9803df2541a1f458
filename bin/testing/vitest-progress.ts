// A vitest reporter: prints a line for each finished file, with the number of files left, and writes the results of all tests to
// the file named by VITEST_REPORT_FILE.
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node'
import type { TestResult } from './reports.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Returns the title of a test or group after the titles of its parent groups, as `-t` compares them. */
function joinTitles(one: TestCase | TestSuite): string {
  return one.parent.type === 'module' ? one.name : `${joinTitles(one.parent)} ${one.name}`
}

type Reason = { message: string; stack?: string | undefined; diff?: string | undefined }
const explain = (errors: readonly Reason[]) =>
  errors.map(({ message, stack, diff }) => [stack ?? message, diff].filter(Boolean).join('\n')).join('\n')

function toResult(test: TestCase): TestResult {
  const { state, errors } = test.result()
  return {
    file: test.module.relativeModuleId,
    title: joinTitles(test),
    status: state === 'passed' || state === 'failed' ? state : 'skipped',
    seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
    message: explain(errors ?? []),
  }
}

/** Lists the tests of a file, and each failure outside a test: an unloadable file, or a hook. */
function listResults(module: TestModule): TestResult[] {
  const failure = (title: string, errors: readonly Reason[]): TestResult[] =>
    errors.length === 0
      ? []
      : [{ file: module.relativeModuleId, title, status: 'failed', seconds: 0, message: explain(errors) }]
  return [
    ...[...module.children.allTests()].map(toResult),
    ...failure('', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => failure(joinTitles(suite), suite.errors())),
  ]
}

export default class VitestProgress implements Reporter {
  #files = 0
  #ended = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
  }

  onTestModuleEnd(file: TestModule): void {
    this.#ended += 1
    const tests = [...file.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed').length
    const seconds = (file.diagnostic().duration / 1_000).toFixed(1)
    const position = `[${String(this.#ended).padStart(String(this.#files).length)}/${this.#files}]`
    const outcome = file.ok() ? '' : `, ${failed || 'it'} FAILED`
    print(`${position} ${file.relativeModuleId}: ${tests.length} tests, ${seconds} s${outcome}`)
  }

  onTestRunEnd(files: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const results = files.flatMap(listResults)
    if (unhandledErrors.length > 0)
      results.push({ file: '', title: '', status: 'failed', seconds: 0, message: explain(unhandledErrors) })
    const report = process.env['VITEST_REPORT_FILE']
    if (report) writeFileSync(report, JSON.stringify(results))
  }
}
