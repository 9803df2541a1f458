import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { expect, test } from 'vitest'
import { LONG_MS, pauseAfter, settlePayment, type SettleStage } from './settle-payment.ts'

const pending = { success: false, pending: true }
const paid = { success: true, pending: false }
const refused = new ApiError({ status: 402, code: 'payment_unverified', message: '' })
const silent = new ApiError({ status: 0, code: 'offline', message: '' })
type Answer = typeof paid | Error

/** Runs the steps with scripted replies; the last reply repeats. Returns the stages shown and the pauses. */
async function play({ verify, update = [paid] }: { verify: Answer[]; update?: Answer[] }) {
  const shown: SettleStage[] = []
  const waits: number[] = []
  const next = (answers: Answer[]) => async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
    return answer
  }
  const end = await settlePayment({
    verify: next([...verify]),
    update: next([...update]),
    pause: async (ms) => void waits.push(ms),
    show: (stage) => void shown.push(stage),
  })
  return { end, shown, waits }
}

test('a verified payment is confirmed for the account immediately', async () => {
  expect(await play({ verify: [paid] })).toEqual({ end: 'confirmed', shown: ['updating', 'confirmed'], waits: [] })
})

test('a pending payment is checked repeatedly, with growing pauses', async () => {
  const { end, shown, waits } = await play({ verify: [...Array<Answer>(40).fill(pending), paid] })
  expect(end).toBe('confirmed')
  expect(waits).toHaveLength(40)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(waits[0]).toBe(2_000)
  expect(waits.at(-1)).toBe(pauseAfter(100))
  const before = waits.slice(0, shown.indexOf('long')).reduce((sum, ms) => sum + ms, 0)
  expect(before).toBeGreaterThanOrEqual(LONG_MS)
  expect(shown.slice(-2)).toEqual(['updating', 'confirmed'])
})

test('a refusal is final', async () => {
  expect(await play({ verify: [pending, refused] })).toMatchObject({ end: 'failed', shown: ['waiting', 'failed'] })
})

test('a call without a reply is retried before it becomes an error', async () => {
  expect(await play({ verify: [silent, silent, paid] })).toMatchObject({ end: 'confirmed' })
  expect(await play({ verify: [silent] })).toMatchObject({ end: 'error', waits: [2_000, 3_000] })
})

test('failing to update the account is reported as a separate error', async () => {
  expect(await play({ verify: [paid], update: [refused] })).toMatchObject({ end: 'not-updated' })
  expect(await play({ verify: [paid], update: [silent, paid] })).toMatchObject({ end: 'confirmed' })
})
