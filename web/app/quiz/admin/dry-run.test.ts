import type { DryRun } from '@baobab/contract/quiz-admin.ts'
import { describe, expect, test } from 'vitest'
import { buildDryRunReview, buildDryRunSteps } from './dry-run.ts'

const question = (n: number) => ({
  _id: `q${n}`,
  question: `Question ${n}?`,
  options: ['Ada', 'Bola', 'Chidi', 'Dan'],
  correctAnswer: 'Bola',
  alsoCorrect: n === 3 ? 'Dan' : null,
})
const run: DryRun = {
  videoTitle: 'The tale',
  ageCategory: '11-20',
  startedAt: '2026-11-21T10:00:00.000Z',
  deadline: '2026-11-21T10:02:00.000Z',
  serverNow: '2026-11-21T10:00:00.000Z',
  questions: [question(1), question(2), question(3)],
}

describe('a dry run', () => {
  test('compares answers like the server: trimmed and without case', () => {
    const steps = buildDryRunSteps(run, { q1: ' bOLA ', q2: 'Ada' })
    expect(steps.map(({ status }) => status)).toEqual([
      { kind: 'saved', answer: ' bOLA ', correct: true },
      { kind: 'saved', answer: 'Ada', correct: false },
      { kind: 'open' },
    ])
  })

  test('does not pass the correct answers to the screen', () => {
    for (const step of buildDryRunSteps(run, { q1: 'Ada' })) expect(step).not.toHaveProperty('correctAnswer')
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
