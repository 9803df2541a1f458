import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { AnswerResult } from '@baobab/contract/quiz/endpoints.ts'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { wrapStorage } from '../browser/storage.ts'
import { createOutbox, SLOW_MS, type TrackedAnswer } from './outbox.ts'
import { createPendingAnswerStore, pendingAnswerKey, type PendingAnswer, hasPendingAnswers } from './pending-answers.ts'

const given: PendingAnswer = {
  studentId: 'student-1',
  attemptId: 'attempt-1',
  videoId: 'video-1',
  videoTitle: 'The Lantern',
  ageCategory: '11-20',
  deadline: '2026-01-01T10:02:00.000Z',
  triviaId: 'q1',
  answer: 'The king',
}
const offline = new ApiError({ status: 0, code: 'offline', message: '' })
const refusal = (status: number, code: string, retryAfter?: number) =>
  new ApiError({ status, code, message: '', retryAfter })
const teaching = { correctAnswer: 'The king', explanation: 'He said so.', momentSeconds: 12 }
const accepted = (correct = true): AnswerResult => ({
  message: '',
  correct,
  points: 10,
  triviaId: given.triviaId,
  answer: given.answer,
  ...teaching,
})

/** An in-memory browser storage that can be full. */
function fakeStorage() {
  const values = new Map<string, string>()
  return {
    values,
    isFull: false,
    get length() {
      return values.size
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => void values.delete(key),
  }
}

/** A phone with an outbox. Its storage survives a reload, but its outbox and timers do not. */
function makePhone(storage = fakeStorage()) {
  const requests: { sent: PendingAnswer; isStored: boolean; reply: (result: AnswerResult | Error) => Promise<void> }[] =
    []
  const timers = new Set<{ ms: number; run: () => void }>()
  const session = { studentId: 'student-1' as string | undefined }
  const outbox = createOutbox({
    store: createPendingAnswerStore(wrapStorage(() => storage)),
    currentStudentId: () => session.studentId,
    random: () => 0.5,
    schedule: (ms, run) => {
      const timer = { ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    send: (sent) =>
      new Promise((resolve, reject) => {
        const reply = async (result: AnswerResult | Error) => {
          if (result instanceof Error) reject(result)
          else resolve(result)
          await setImmediate()
        }
        requests.push({ sent, isStored: storage.values.has(pendingAnswerKey(sent)), reply })
      }),
  })
  const runTimer = (ms: number) => [...timers].find((timer) => timer.ms === ms)?.run()
  const states = () => outbox.snapshot().map((one: TrackedAnswer) => one.progress)
  const reload = () => makePhone(storage)
  return { storage, requests, timers, session, outbox, runTimer, states, reload }
}

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone()
})

describe('an answer', () => {
  test('is stored before it is sent, and removed once the server has accepted it', async () => {
    phone.outbox.add(given)
    expect(phone.requests[0]).toMatchObject({ sent: given, isStored: true })
    expect(phone.states()).toEqual([{ state: 'sending' }])
    await phone.requests[0]?.reply(accepted(false))
    expect(phone.states()).toEqual([{ state: 'saved', correct: false, ...teaching }])
    expect(phone.storage.values.size).toBe(0)
    expect(phone.timers.size).toBe(0)
  })

  test('keeps the time of its tap over a reload; one stored by an earlier release has none', () => {
    const [tapped, stored] = [
      { ...given, tappedAt: 1_795_000_000_000 },
      { ...given, triviaId: 'q2' },
    ]
    for (const answer of [tapped, stored]) phone.storage.values.set(pendingAnswerKey(answer), JSON.stringify(answer))
    const next = phone.reload()
    next.outbox.resume('student-1', [{ ...given, _id: given.attemptId }])
    expect(next.requests.map(({ sent }) => sent)).toEqual([tapped, stored])
  })

  test('is retried with the same content until it is accepted, with growing delays', async () => {
    phone.outbox.add(given)
    await phone.requests[0]?.reply(offline)
    expect(phone.states()).toEqual([{ state: 'offline' }])
    phone.runTimer(500)
    await phone.requests[1]?.reply(refusal(503, 'busy'))
    expect(phone.states()).toEqual([{ state: 'slow' }])
    phone.runTimer(1_000)
    await phone.requests[2]?.reply(accepted())
    expect(phone.requests.map((one) => one.sent)).toEqual([given, given, given])
    expect(phone.states()).toEqual([{ state: 'saved', correct: true, ...teaching }])
  })

  test('is sent at once when the network returns, and never twice at the same time', async () => {
    phone.outbox.add(given)
    phone.outbox.retryNow()
    expect(phone.requests).toHaveLength(1)
    await phone.requests[0]?.reply(offline)
    phone.outbox.retryNow()
    phone.outbox.retryNow()
    expect(phone.requests).toHaveLength(2)
    expect([...phone.timers].map(({ ms }) => ms)).toEqual([SLOW_MS])
  })

  test('is shown as slow after a while without a reply', () => {
    phone.outbox.add(given)
    phone.runTimer(SLOW_MS)
    expect(phone.states()).toEqual([{ state: 'slow' }])
  })

  test('is retried no sooner than the server asks', async () => {
    phone.outbox.add(given)
    await phone.requests[0]?.reply(refusal(429, 'too_many_requests', 7))
    expect([...phone.timers].map(({ ms }) => ms)).toEqual([7_000])
  })

  test('is shown as refused and not retried if the server refuses it', async () => {
    phone.outbox.add(given)
    await phone.requests[0]?.reply(refusal(409, 'time_is_up'))
    phone.outbox.retryNow()
    expect(phone.states()).toEqual([{ state: 'refused', code: 'time_is_up' }])
    expect(phone.requests).toHaveLength(1)
    expect(phone.storage.values.size).toBe(0)
  })

  test('is never replaced by a second answer to the same question, in this tab or another', async () => {
    phone.outbox.add(given)
    phone.outbox.add({ ...given, answer: 'The drum' })
    const otherTab = phone.reload()
    otherTab.outbox.add({ ...given, answer: 'The well' })
    expect([...phone.requests, ...otherTab.requests].map((one) => one.sent.answer)).toEqual(['The king', 'The king'])
  })
})

describe('after a reload', () => {
  test('stored answers are sent again to an attempt that the server has', async () => {
    phone.outbox.add(given)
    const next = phone.reload()
    expect(next.requests).toEqual([])
    next.outbox.resume('student-1', [{ ...given, _id: given.attemptId }])
    expect(next.requests.map((one) => one.sent)).toEqual([given])
    await next.requests[0]?.reply(accepted())
    expect(next.storage.values.size).toBe(0)
  })

  test('answers to an attempt that the server does not have are neither sent nor removed', () => {
    phone.outbox.add(given)
    const next = phone.reload()
    next.outbox.resume('student-1', [])
    next.outbox.resume('student-1', [{ ...given, _id: given.attemptId, videoId: 'video-2' }])
    expect(next.requests).toEqual([])
    expect(next.storage.values.size).toBe(1)
  })

  test('answers to an older attempt are removed instead of sent to the newer one', () => {
    phone.outbox.add(given)
    const next = phone.reload()
    next.outbox.resume('student-1', [{ ...given, _id: 'attempt-2', deadline: '2026-01-02T10:02:00.000Z' }])
    expect(next.requests).toEqual([])
    expect(next.storage.values.size).toBe(0)
  })

  test('stored answers are sent even though maintenance has moved their attempt’s deadline', () => {
    phone.outbox.add(given)
    const next = phone.reload()
    next.outbox.resume('student-1', [{ ...given, _id: given.attemptId, deadline: '2026-01-01T10:32:00.000Z' }])
    expect(next.requests.map((one) => one.sent)).toEqual([given])
  })

  test('every page can tell whether its student has pending answers, until they are accepted', async () => {
    expect(
      hasPendingAnswers(
        wrapStorage(() => phone.storage),
        'student-1',
      ),
    ).toBe(false)
    phone.outbox.add(given)
    expect(
      hasPendingAnswers(
        wrapStorage(() => phone.storage),
        'student-1',
      ),
    ).toBe(true)
    expect(
      hasPendingAnswers(
        wrapStorage(() => phone.storage),
        'student-2',
      ),
    ).toBe(false)
    await phone.requests[0]?.reply(accepted())
    expect(
      hasPendingAnswers(
        wrapStorage(() => phone.storage),
        'student-1',
      ),
    ).toBe(false)
  })

  test('values of another shape under our keys are ignored', () => {
    phone.storage.values.set('quizAnswer_student-1_x_y', '{"answer":1}')
    phone.storage.values.set('quizAnswer_student-1_x_z', 'not json')
    phone.outbox.resume('student-1', [{ ...given, _id: given.attemptId }])
    expect(phone.requests).toEqual([])
  })
})

describe('a session that ends before an answer is sent', () => {
  test('leaves the answer stored until the same student logs in again', async () => {
    phone.outbox.add(given)
    await phone.requests[0]?.reply(refusal(401, 'unauthorised'))
    phone.session.studentId = undefined
    phone.outbox.retryNow()
    phone.session.studentId = 'student-2'
    phone.outbox.retryNow()
    phone.outbox.resume('student-2', [{ ...given, _id: given.attemptId }])
    expect(phone.requests).toHaveLength(1)
    expect(phone.timers.size).toBe(0)
    phone.session.studentId = 'student-1'
    phone.outbox.resume('student-1', [{ ...given, _id: given.attemptId }])
    expect(phone.requests.map((one) => one.sent)).toEqual([given, given])
  })
})

describe('a phone whose storage is full', () => {
  test('still sends and retries an answer', async () => {
    phone.storage.isFull = true
    phone.outbox.add(given)
    await phone.requests[0]?.reply(offline)
    phone.runTimer(500)
    await phone.requests[1]?.reply(accepted())
    expect(phone.states()).toEqual([{ state: 'saved', correct: true, ...teaching }])
  })
})
