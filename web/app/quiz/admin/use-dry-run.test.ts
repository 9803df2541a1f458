import type { DryRun } from '@baobab/contract/quiz/admin.ts'
import { describe, expect, test } from 'vitest'
import { buildDryRunReview, buildDryRunSteps } from './use-dry-run.ts'

const question = (n: number) => ({
  _id: `q${n}`,
  question: `Question ${n}?`,
  options: ['Ada', 'Bola', 'Chidi', 'Dan'],
  pictures: null,
  correctAnswer: 'Bola',
  alsoCorrect: n === 3 ? 'Dan' : null,
  explanation: `Because of ${n}.`,
  momentSeconds: n,
})
const teaching = (n: number) => ({ correctAnswer: 'Bola', explanation: `Because of ${n}.`, momentSeconds: n })
const run: DryRun = {
  videoTitle: 'The tale',
  ageCategory: '11-20',
  startedAt: '2026-11-21T10:00:00.000Z',
  deadline: '2026-11-21T10:02:00.000Z',
  serverNow: '2026-11-21T10:00:00.000Z',
  questions: [question(1), question(2), question(3)],
}

describe('a dry run', () => {
  test('compares answers like the server: trimmed and ignoring case', () => {
    const steps = buildDryRunSteps(run, { q1: ' bOLA ', q2: 'Ada' })
    expect(steps.map(({ status }) => status)).toEqual([
      { kind: 'saved', answer: ' bOLA ', correct: true, ...teaching(1) },
      { kind: 'saved', answer: 'Ada', correct: false, ...teaching(2) },
      { kind: 'open' },
    ])
  })

  test('passes a correct answer and its explanation to the screen only after the question is answered', () => {
    const [first, ...others] = buildDryRunSteps(run, { q1: 'Ada' })
    expect(first?.status).toMatchObject(teaching(1))
    for (const text of ['Because of', 'correctAnswer']) expect(JSON.stringify(others)).not.toContain(text)
  })

  test('ends with the review that a student would get', () => {
    expect(buildDryRunReview(run, { q1: 'Bola', q2: 'Ada', q3: 'Dan' })).toMatchObject({
      title: 'The tale',
      ageCategory: '11-20',
      score: 20,
      maxScore: 30,
      questions: [
        { answer: 'Bola', correct: true, correctAnswer: 'Bola' },
        { answer: 'Ada', correct: false },
        { answer: 'Dan', correct: true, correctAnswer: 'Bola', alsoCorrect: 'Dan' },
      ],
    })
    expect(buildDryRunReview(run, {}).questions[0]).toMatchObject({ answer: null, correct: false })
  })
})
