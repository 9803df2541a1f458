import { ApiError } from '@baobab/contract/api-error.ts'
import type { AnswerResult } from '@baobab/contract/quiz.ts'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPendingAnswers, pendingAnswerKey, type PendingAnswer } from './pending-answers.ts'
import { hasPendingAnswers } from './pending-answer-keys.ts'
import { createOutbox, SLOW_MS, type TrackedAnswer } from './outbox.ts'

const entry: PendingAnswer = {
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
const taken = (correct = true): AnswerResult => ({
  message: '',
  correct,
  points: 10,
  triviaId: entry.triviaId,
  answer: entry.answer,
})

/** What the browser's storage does, and a switch for the day it is full. */
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

/** A phone: its storage survives a reload, its outbox and timers do not. */
function makePhone(storage = fakeStorage()) {
  const wire: { entry: PendingAnswer; isKept: boolean; answer: (reply: AnswerResult | Error) => Promise<void> }[] = []
  const timers = new Set<{ ms: number; run: () => void }>()
  const session = { studentId: 'student-1' as string | undefined }
  const outbox = createOutbox({
    journal: createPendingAnswers(storage),
    currentStudentId: () => session.studentId,
    random: () => 0.5,
    later: (ms, run) => {
      const timer = { ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    send: (sent) =>
      new Promise((resolve, reject) => {
        const answer = async (reply: AnswerResult | Error) => {
          if (reply instanceof Error) reject(reply)
          else resolve(reply)
          await setImmediate()
        }
        wire.push({ entry: sent, isKept: storage.values.has(pendingAnswerKey(sent)), answer })
      }),
  })
  const pass = (ms: number) => [...timers].find((timer) => timer.ms === ms)?.run()
  const states = () => outbox.snapshot().map((one: TrackedAnswer) => one.progress)
  const reload = () => makePhone(storage)
  return { storage, wire, timers, session, outbox, pass, states, reload }
}

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone()
})

describe('an answer', () => {
  test('is in the journal before it is on the wire, and leaves it when the server has taken it', async () => {
    phone.outbox.put(entry)
    expect(phone.wire[0]).toMatchObject({ entry, isKept: true })
    expect(phone.states()).toEqual([{ state: 'sending' }])
    await phone.wire[0]?.answer(taken(false))
    expect(phone.states()).toEqual([{ state: 'saved', correct: false }])
    expect(phone.storage.values.size).toBe(0)
    expect(phone.timers.size).toBe(0)
  })

  test('is tried again with the same content until it is taken, waiting longer each time', async () => {
    phone.outbox.put(entry)
    await phone.wire[0]?.answer(offline)
    expect(phone.states()).toEqual([{ state: 'offline' }])
    phone.pass(500)
    await phone.wire[1]?.answer(refusal(503, 'busy'))
    expect(phone.states()).toEqual([{ state: 'slow' }])
    phone.pass(1_000)
    await phone.wire[2]?.answer(taken())
    expect(phone.wire.map((one) => one.entry)).toEqual([entry, entry, entry])
    expect(phone.states()).toEqual([{ state: 'saved', correct: true }])
  })

  test('goes out at once when the network comes back, and not twice at a time', async () => {
    phone.outbox.put(entry)
    phone.outbox.retryNow()
    expect(phone.wire).toHaveLength(1)
    await phone.wire[0]?.answer(offline)
    phone.outbox.retryNow()
    phone.outbox.retryNow()
    expect(phone.wire).toHaveLength(2)
    expect([...phone.timers].map(({ ms }) => ms)).toEqual([SLOW_MS])
  })

  test('is called slow after a while without a reply', () => {
    phone.outbox.put(entry)
    phone.pass(SLOW_MS)
    expect(phone.states()).toEqual([{ state: 'slow' }])
  })

  test('waits as long as the server asks', async () => {
    phone.outbox.put(entry)
    await phone.wire[0]?.answer(refusal(429, 'too_many_requests', 7))
    expect([...phone.timers].map(({ ms }) => ms)).toEqual([7_000])
  })

  test('that the server refuses is told and tried no more', async () => {
    phone.outbox.put(entry)
    await phone.wire[0]?.answer(refusal(409, 'time_is_up'))
    phone.outbox.retryNow()
    expect(phone.states()).toEqual([{ state: 'refused', code: 'time_is_up' }])
    expect(phone.wire).toHaveLength(1)
    expect(phone.storage.values.size).toBe(0)
  })

  test('is never replaced by a second one to the same question, in this tab or another', async () => {
    phone.outbox.put(entry)
    phone.outbox.put({ ...entry, answer: 'The drum' })
    const otherTab = phone.reload()
    otherTab.outbox.put({ ...entry, answer: 'The well' })
    expect([...phone.wire, ...otherTab.wire].map((one) => one.entry.answer)).toEqual(['The king', 'The king'])
  })
})

describe('after a reload', () => {
  test('kept answers are sent again for an attempt that the server has', async () => {
    phone.outbox.put(entry)
    const next = phone.reload()
    expect(next.wire).toEqual([])
    next.outbox.resume('student-1', [entry])
    expect(next.wire.map((one) => one.entry)).toEqual([entry])
    await next.wire[0]?.answer(taken())
    expect(next.storage.values.size).toBe(0)
  })

  test('nothing is sent for an attempt that the server does not know, and nothing of it is lost', () => {
    phone.outbox.put(entry)
    const next = phone.reload()
    next.outbox.resume('student-1', [])
    next.outbox.resume('student-1', [{ ...entry, videoId: 'video-2' }])
    expect(next.wire).toEqual([])
    expect(next.storage.values.size).toBe(1)
  })

  test('what was kept for an older attempt never goes into a newer one', () => {
    phone.outbox.put(entry)
    const next = phone.reload()
    next.outbox.resume('student-1', [{ ...entry, deadline: '2026-01-02T10:02:00.000Z' }])
    expect(next.wire).toEqual([])
    expect(next.storage.values.size).toBe(0)
  })

  test('any page sees whether answers of its student wait, and no longer once they are taken', async () => {
    expect(hasPendingAnswers(phone.storage, 'student-1')).toBe(false)
    phone.outbox.put(entry)
    expect(hasPendingAnswers(phone.storage, 'student-1')).toBe(true)
    expect(hasPendingAnswers(phone.storage, 'student-2')).toBe(false)
    expect(hasPendingAnswers(undefined, 'student-1')).toBe(false)
    await phone.wire[0]?.answer(taken())
    expect(hasPendingAnswers(phone.storage, 'student-1')).toBe(false)
  })

  test('things that are not ours under our key are left alone', () => {
    phone.storage.values.set('quizAnswer_student-1_x_y', '{"answer":1}')
    phone.storage.values.set('quizAnswer_student-1_x_z', 'not json')
    phone.outbox.resume('student-1', [entry])
    expect(phone.wire).toEqual([])
  })
})

describe('a login that ends in the middle', () => {
  test('keeps the answer until the same student is back', async () => {
    phone.outbox.put(entry)
    await phone.wire[0]?.answer(refusal(401, 'unauthorised'))
    phone.session.studentId = undefined
    phone.outbox.retryNow()
    phone.session.studentId = 'student-2'
    phone.outbox.retryNow()
    phone.outbox.resume('student-2', [entry])
    expect(phone.wire).toHaveLength(1)
    expect(phone.timers.size).toBe(0)
    phone.session.studentId = 'student-1'
    phone.outbox.resume('student-1', [entry])
    expect(phone.wire.map((one) => one.entry)).toEqual([entry, entry])
  })
})

describe('a phone whose storage is full', () => {
  test('still sends, and still stands by its first answer', async () => {
    phone.storage.isFull = true
    phone.outbox.put(entry)
    await phone.wire[0]?.answer(offline)
    phone.pass(500)
    await phone.wire[1]?.answer(taken())
    expect(phone.states()).toEqual([{ state: 'saved', correct: true }])
  })
})
