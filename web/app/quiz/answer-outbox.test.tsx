import { AnswerForm } from '@baobab/contract/quiz/endpoints.ts'
import { parseTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { storeStudentSession } from '../api/session.ts'
import { getAnswerOutbox } from './answer-outbox.ts'
import type { PendingAnswer } from './pending-answers.ts'

const given: PendingAnswer = {
  studentId: 's1',
  attemptId: 'a1',
  videoId: 'v1',
  videoTitle: 'The Lantern',
  ageCategory: '11-20',
  deadline: '2026-01-01T10:02:00.000Z',
  triviaId: 'q1',
  answer: 'The king',
}
let sent: RequestInit[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init)
    return Response.json({ correct: true })
  })
  const session = { token: 'token', username: 'ada', email: '', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, false)
})

it('sends an answer with the time of its tap beside a body that every release accepts', async () => {
  const tappedAt = Date.now() - 60_000
  getAnswerOutbox().add({ ...given, tappedAt })
  getAnswerOutbox().add({ ...given, triviaId: 'q2' })
  await expect.poll(() => sent).toHaveLength(2)
  const [tap, none] = sent.map(({ headers }) => parseTap(new Headers(headers).get(TAP_HEADER)))
  expect(tap).toMatchObject({ tappedAt: new Date(tappedAt) })
  expect(tap?.waitedMs).toBeGreaterThanOrEqual(60_000)
  expect(tap?.waitedMs).toBeLessThan(70_000)
  expect(none).toBeUndefined()
  const bodies = sent.map(({ body }) => AnswerForm.parse(typeof body === 'string' && JSON.parse(body)))
  expect(bodies.map(({ triviaId }) => triviaId)).toEqual(['q1', 'q2'])
})
