import type { PracticeQuestion } from '@baobab/contract/quiz/practice.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerStep, describePractice, startPractice } from './practice-rules.ts'

const question = (id: string): PracticeQuestion => ({
  _id: id,
  question: `${id}?`,
  options: ['a', 'b', 'c', 'd'],
  pictures: null,
  videoTitle: 'The Lantern',
  videoId: 'v1',
  ageCategory: '11-20',
})
const saved = (correct: boolean) => ({ kind: 'saved' as const, answer: 'a', correct })

test('a wrongly answered question is asked again at the end, at most twice, each time as a separate step', () => {
  let steps = startPractice([question('q1'), question('q2')])
  steps = answerStep(steps, 0, saved(false))
  steps = answerStep(steps, 1, saved(true))
  expect(steps.map(({ _id, status }) => [_id, status.kind])).toEqual([
    ['q1', 'saved'],
    ['q2', 'saved'],
    ['q1-2', 'open'],
  ])
  steps = answerStep(steps, 2, saved(false))
  steps = answerStep(steps, 3, saved(false))
  expect(steps.map(({ _id }) => _id)).toEqual(['q1', 'q2', 'q1-2', 'q1-3'])
  expect(describePractice(steps, 4)).toMatchObject({ learned: 1, left: 0, index: -1 })
})

test('what is left to learn counts down to 0 and never up, and the practice ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.boolean()), (count, outcomes) => {
      const ids = Array.from({ length: count }, (_, n) => `q${n}`)
      let steps = startPractice(ids.map(question))
      let [at, left] = [0, count]
      for (; at < steps.length; at += 1) {
        const before = describePractice(steps, at)
        expect(before.steps.map(({ source }) => source._id)).toEqual(ids)
        expect(before.steps[before.index]).toBe(steps[at])
        const correct = outcomes.next().value === true
        steps = answerStep(steps, at, saved(correct))
        const after = describePractice(steps, at)
        expect(after.left).toBeLessThanOrEqual(left)
        expect(after.learned).toBe(before.learned + (correct ? 1 : 0))
        left = after.left
      }
      expect(left).toBe(0)
      expect(at).toBeLessThanOrEqual(count * 3)
    }),
  )
})
