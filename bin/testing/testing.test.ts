// The reports of the test commands: counts, failures, and processor time against budgets.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBudgets, compareWithBudgets, LOOP_SECONDS } from './budgets.ts'
import { calibrate, findMedian, parseChildrenSeconds } from './processor-time.ts'
import { countResults, listSlowestFiles, readPlaywrightReport, readVitestReport, type TestResult } from './reports.ts'
import { CHECKS, divideBudgets, listParts } from './suites.ts'

describe('a vitest report', () => {
  let run: { status: number | null; stdout: string }
  let results: TestResult[]
  let rerun: (result: TestResult) => string
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-vitest-'))
    const files = {
      'a.test.ts': `describe('a group', () => {
        it('a (b) works', () => {})
        it("it's broken", () => expect('found').toBe('wanted'))
        it.todo('later')
        it.skip('elsewhere', () => {})
      })`,
      'b.test.ts': 'throw new Error("cannot be loaded")',
      'c.test.ts': `describe('hooks', () => {
        beforeAll(() => { throw new Error('the hook failed') })
        it('is not reached', () => {})
      })`,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const report = join(folder, 'report.json')
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
    const reporter = join(import.meta.dirname, 'vitest-progress.ts')
    run = spawnSync(process.execPath, [vitest, 'run', '--globals', `--root=${folder}`, `--reporter=${reporter}`], {
      encoding: 'utf8',
      env: { ...process.env, VITEST_REPORT_FILE: report },
    })
    ;({ results, rerun } = readVitestReport(JSON.parse(readFileSync(report, 'utf8')) as TestResult[]))
    results.sort((one, other) => one.file.localeCompare(other.file))
    rmSync(folder, { recursive: true })
  })

  it('is written by a failing run, which also prints its progress', () => {
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/^\[3\/3\] /m)
    expect(run.stdout).toMatch(/\] a\.test\.ts: 4 tests, \d+\.\d s, 1 FAILED/)
  })

  it('counts each test once, and an unloadable file or a failed hook as one failure', () => {
    expect(countResults(results, 'passed')).toBe(1)
    expect(countResults(results, 'failed')).toBe(3)
    expect(countResults(results, 'skipped')).toBe(3)
  })

  it('says why each test failed, and which command runs it alone', () => {
    const failed = results.filter(({ status }) => status === 'failed')
    expect(failed.map(({ message }) => message)).toEqual([
      expect.stringContaining("expected 'found' to be 'wanted'"),
      expect.stringContaining('cannot be loaded'),
      expect.stringContaining('the hook failed'),
    ])
    expect(failed.map(rerun)).toEqual([
      `npm run test:unit -- a.test.ts -t 'a group it'\\''s broken'`,
      'npm run test:unit -- b.test.ts',
      `npm run test:unit -- c.test.ts -t 'hooks'`,
    ])
    const passed = results.filter(({ status }) => status === 'passed')
    expect(passed.map(rerun)).toEqual([String.raw`npm run test:unit -- a.test.ts -t 'a group a \(b\) works'`])
  })

  it('lists the slowest files first, with the total time of their tests', () => {
    const passed = (file: string, seconds: number) => ({ ...results[0], file, seconds }) as TestResult
    const times = [passed('a', 1), passed('b', 3), passed('c', 2), passed('a', 1.5)]
    expect(listSlowestFiles(times, 2)).toEqual([
      { file: 'b', seconds: 3 },
      { file: 'a', seconds: 2.5 },
    ])
  })
})

describe('a Playwright report', () => {
  const spec = (title: string, status: string, ...errors: string[]) => ({
    title,
    file: 'a.test.ts',
    tests: [{ status, results: [{ duration: 1_000, errors: errors.map((message) => ({ message })) }] }] as never[],
  })
  const { results, rerun } = readPlaywrightReport({
    suites: [
      {
        title: 'a.test.ts',
        file: 'a.test.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'skipped')],
        suites: [
          { title: 'on a phone', file: 'a.test.ts', specs: [spec('fits', 'unexpected', 'too wide', 'too high')] },
        ],
      },
    ],
    errors: [{ message: 'The product did not start.' }],
  })

  it('counts tests in all groups, and a failure outside a test as one', () => {
    expect(countResults(results, 'passed')).toBe(1)
    expect(countResults(results, 'failed')).toBe(2)
    expect(countResults(results, 'skipped')).toBe(1)
  })

  it('says why each test failed, and which command runs it alone', () => {
    const failed = results.filter(({ status }) => status === 'failed')
    expect(failed.map(({ message }) => message)).toEqual(['too wide\ntoo high', 'The product did not start.'])
    expect(failed.map(rerun)).toEqual([`npm run test:e2e -- a.test.ts -g 'on a phone fits'`, 'npm run test:e2e'])
  })
})

describe('budgets', () => {
  const usage = (name: string, processorSeconds: number, budget = name) => ({
    name,
    budget,
    wallSeconds: 1,
    processorSeconds,
  })

  it('a part may exceed its budget by a fifth, but not by more', () => {
    const { above, lines } = compareWithBudgets(
      [usage('small', 12), usage('large', 12.1), usage('unknown', 1)],
      { small: 100, large: 100 },
      0.1,
    )
    expect(above).toEqual(['large', 'unknown'])
    expect(lines[0]).toMatch(/^small +1 s +12 s +120 loops$/)
    expect(lines).toContain('Budget of small: 120 of 100 loops')
  })

  it('parts that share a budget may vary, and exceed it only by their sum', () => {
    const compare = (seconds: number) =>
      compareWithBudgets([usage('build', 9, CHECKS), usage('types', seconds, CHECKS)], { [CHECKS]: 100 }, 0.1)
    expect(compare(3).above).toEqual([])
    expect(compare(3.1).above).toEqual([CHECKS])
  })

  it("a shard gets its share of the runners' budgets, and the full budget of the checks", () => {
    const parts = listParts('test', '1/4')
    const budgets = { [CHECKS]: 100, 'unit and API tests': 100, 'browser tests': 100 }
    expect(divideBudgets(budgets, parts, '1/4')).toEqual({
      [CHECKS]: 100,
      'unit and API tests': 25,
      'browser tests': 25,
    })
  })

  it.each([
    ['test', 1_330],
    ['rest', 1_930],
  ] as const)('all parts of %s together may take at most %d processor seconds', (suite, seconds) => {
    const loops = Object.values(readBudgets(suite)).reduce((sum, budget) => sum + budget, 0)
    expect(loops * LOOP_SECONDS).toBeLessThanOrEqual(seconds)
  })

  it('no part exceeds its budget where processor time is unknown', () => {
    const unknown = { ...usage('small', 1), processorSeconds: undefined }
    expect(compareWithBudgets([unknown], { small: 1 }, 0.1)).toEqual({
      above: [],
      lines: [expect.stringMatching(/ 1 s$/)],
    })
  })

  it.each(['test', 'rest'] as const)('every part of %s has one, and nothing else does', (suite) => {
    const runners = listParts(suite).flatMap(({ name, runner }) => (runner ? [name] : []))
    expect(Object.keys(readBudgets(suite)).toSorted()).toEqual([CHECKS, ...runners].toSorted())
  })

  it('a shard other than the first has no checks, and passes its share to both runners', () => {
    const parts = (shard: string) => listParts('test', shard)
    expect(parts('1/2').map(({ name }) => name)).toContain('lint')
    expect(parts('2/2').map(({ name }) => name)).toEqual(['build', 'unit and API tests', 'browser tests'])
    for (const { args, runner } of parts('2/2')) expect(args.includes('--shard=2/2')).toBe(runner !== undefined)
  })
})

describe('processor time', () => {
  it('is read from a line whose name has spaces and brackets', () => {
    const fields = Array.from({ length: 50 }, (_, index) => String(index + 3))
    expect(parseChildrenSeconds(`42 (a (b) c) ${fields.join(' ')}`)).toBe((16 + 17) / 100)
  })

  it.runIf(process.platform === 'linux')('of a command includes the processes that it starts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-measured-'))
    const measured = join(folder, 'seconds')
    const loop = 'while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i += 1);'
    const script = join(import.meta.dirname, 'run-measured.ts')
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', '${loop}']); process.exitCode = 7`
    const { status } = spawnSync(process.execPath, [script, measured, process.execPath, '-e', nested])
    expect(status).toBe(7)
    expect(JSON.parse(readFileSync(measured, 'utf8'))).toBeGreaterThanOrEqual(0.3)
    rmSync(folder, { recursive: true })
  })

  it('is used by the calibration loop', () => {
    expect(calibrate()).toBeGreaterThan(0)
    expect(findMedian([3, 1, 2])).toBe(2)
  })
})
