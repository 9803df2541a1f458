import { describe, expect, test } from 'vitest'
import { makeAttempt, makeVideo } from '../../test-samples.ts'
import { orderQuizzes } from './order-quizzes.ts'

const videos = [
  makeVideo('finished', { isWatched: true }),
  makeVideo('former'),
  makeVideo('locked', { isLocked: true }),
  makeVideo('open'),
  makeVideo('watched', { isWatched: true }),
  makeVideo('running'),
]
const options = {
  category: '11-20' as const,
  askedId: null,
  attempts: [makeAttempt('finished'), makeAttempt('running', { state: 'running' })],
  formerQuizzes: [{ videoId: 'former', ageCategory: '11-20' as const }],
}
const order = (changes: Partial<Parameters<typeof orderQuizzes>[1]> = {}) =>
  orderQuizzes(videos, { ...options, ...changes }).map(({ _id }) => _id)

describe('the list of quizzes', () => {
  test('starts with the running one, followed by those of watched videos, and ends with finished ones', () => {
    expect(order()).toEqual(['running', 'watched', 'open', 'locked', 'finished', 'former'])
  })

  test('starts with the requested quiz, whatever its state', () => {
    expect(order({ askedId: 'finished' })[0]).toBe('finished')
    expect(order({ askedId: 'open' }).slice(0, 2)).toEqual(['open', 'running'])
  })
})
