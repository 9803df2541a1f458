import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { openJobLog } from './job-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) })
  return { lines, jobLog: openJobLog(log) }
}

const lost = (queue: string) => ({ message: '', code: 'ECONNREFUSED', queue })

it('logs a repeated error of the job system once, and then once a minute how often it was repeated', () => {
  const { lines, jobLog } = open()
  for (let n = 0; n < 500; n += 1) jobLog.systemFailed(lost(`queue-${n % 20}`))
  expect(lines).toMatchObject([{ queue: 'queue-0', err: { message: 'ECONNREFUSED' }, msg: 'the job system failed' }])
  vi.advanceTimersByTime(60_000)
  expect(lines[1]).toMatchObject({ repeated: 499, err: { code: 'ECONNREFUSED' }, msg: 'the job system keeps failing' })
  jobLog.systemFailed(lost('queue-1'))
  vi.advanceTimersByTime(60_000)
  expect(lines[2]).toMatchObject({ repeated: 1 })
  expect(lines).toHaveLength(3)
})

it('logs an error immediately when it comes back after a minute without it', () => {
  const { lines, jobLog } = open()
  jobLog.systemFailed(lost('mails'))
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
  jobLog.systemFailed(lost('mails'))
  expect(lines).toHaveLength(2)
})

it('logs different errors of the job system separately', () => {
  const { lines, jobLog } = open()
  jobLog.systemFailed(lost('mails'))
  jobLog.systemFailed(new Error('timeout exceeded when trying to connect'))
  expect(lines).toMatchObject([{ err: { code: 'ECONNREFUSED' } }, { err: { message: /timeout exceeded/ } }])
})

it('logs every failed attempt at a job, the last one as an error', () => {
  const { lines, jobLog } = open()
  const job = { id: 'job-1', name: 'mails', retryLimit: 1, data: { email: 'ada@x.example' } }
  for (const retryCount of [0, 1]) jobLog.jobFailed({ ...job, retryCount }, new Error('550 ada@x.example is unknown'))
  const fields = { queue: 'mails', job: 'job-1', attempts: 2, err: { message: '550 [address] is unknown' } }
  expect(lines).toMatchObject([
    { ...fields, attempt: 1, level: 40, msg: 'a job failed and will be tried again' },
    { ...fields, attempt: 2, level: 50, msg: 'a job failed for good' },
  ])
  expect(JSON.stringify(lines)).not.toContain('ada@')
})
