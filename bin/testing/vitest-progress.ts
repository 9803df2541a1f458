// A reporter of vitest: one line for each file that has ended, with how many files are left.
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'

const print = (line: string) => void process.stdout.write(`${line}\n`)

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
    const place = `[${String(this.#ended).padStart(String(this.#files).length)}/${this.#files}]`
    const outcome = file.ok() ? '' : `, ${failed || 'it'} FAILED`
    print(`${place} ${file.relativeModuleId}: ${tests.length} tests, ${seconds} s${outcome}`)
  }

  /** What no test has caught belongs to none, so that only this prints it. */
  onTestRunEnd(_files: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    for (const { stack, message } of unhandledErrors) print(`An error that no test has caught: ${stack ?? message}`)
  }
}
