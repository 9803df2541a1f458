import { expect, it } from 'vitest'
import { describeFailure } from './rules.ts'

it.each([
  [{ type: 'Error', message: '550 no such mailbox', stack: '' }, '550 no such mailbox'],
  [{ value: { message: 'job timed out' } }, 'The job took too long, or its server was lost.'],
  [{ value: { message: 'job heartbeat timeout' } }, 'The server that ran the job was lost.'],
  [{ value: 'pg-boss shut down while active' }, 'The server stopped while the job was running.'],
  [{ message: '', value: 'no ink' }, 'no ink'],
  [{}, 'The reason was not stored.'],
  [{ value: 7 }, 'The reason was not stored.'],
  [null, 'The reason was not stored.'],
])('describes why a job failed that stored %j', (output, reason) => {
  expect(describeFailure(output)).toBe(reason)
})
