import type { PracticeQuestion } from '@baobab/contract/quiz/practice.ts'
import { expect, test } from 'vitest'
import { answerStep, startPractice } from './practice-rules.ts'

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

test('a wrongly answered question is asked again at the end, each time as a separate step', () => {
  let steps = startPractice([question('q1'), question('q2')])
  steps = answerStep(steps, 0, saved(false))
  steps = answerStep(steps, 1, saved(true))
  expect(steps.map(({ _id, status }) => [_id, status.kind])).toEqual([
    ['q1', 'saved'],
    ['q2', 'saved'],
    ['q1-2', 'open'],
  ])
  steps = answerStep(steps, 2, saved(false))
  steps = answerStep(steps, 3, saved(true))
  expect(steps.map(({ _id }) => _id)).toEqual(['q1', 'q2', 'q1-2', 'q1-3'])
  expect(steps.every(({ source }) => source._id === 'q1' || source._id === 'q2')).toBe(true)
})
