import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { makeAttempt } from '../../test-samples.ts'
import { chooseEnding } from './video-end.tsx'

const video = { _id: 'v', questionCounts: { '5-10': 0, '11-20': 5 } }
const facts = {
  video,
  isOnline: true,
  category: '11-20',
  quizzes: { attempts: [], formerQuizzes: [] },
} as const

const afterAttempt = (changes: Partial<AttemptSummary> = {}) =>
  chooseEnding({ ...facts, quizzes: { attempts: [makeAttempt('v', changes)], formerQuizzes: [] } })

describe('the end of a video', () => {
  test('offers the quiz with its questions and points, also while the attempts are not loaded yet', () => {
    const offer = { kind: 'quiz', questions: 5, points: 50 }
    expect(chooseEnding(facts)).toEqual(offer)
    expect(chooseEnding({ ...facts, quizzes: undefined })).toEqual(offer)
    expect(afterAttempt({ videoId: 'other' })).toEqual(offer)
  })

  test('shows the score of a quiz that was taken, and leads back to one that is running', () => {
    expect(afterAttempt()).toEqual({ kind: 'done', score: 40, maxScore: 50 })
    expect(afterAttempt({ state: 'running' })).toEqual({ kind: 'running' })
    expect(afterAttempt({ state: 'running', ageCategory: '5-10' })).toEqual({ kind: 'running' })
    expect(afterAttempt({ ageCategory: '5-10' })).toMatchObject({ kind: 'quiz' })
  })

  test('says why there is no quiz', () => {
    expect(chooseEnding({ ...facts, category: null })).toEqual({ kind: 'no-category' })
    expect(chooseEnding({ ...facts, category: '5-10' })).toEqual({ kind: 'no-quiz' })
    expect(chooseEnding({ ...facts, isOnline: false })).toEqual({ kind: 'offline' })
    const formerQuizzes = [{ videoId: 'v', ageCategory: '11-20' as const }]
    expect(chooseEnding({ ...facts, quizzes: { attempts: [], formerQuizzes } })).toEqual({ kind: 'former' })
  })
})
