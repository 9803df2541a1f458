import { expect, it } from 'vitest'
import { sawAnotherVersion } from './reported-question.tsx'

it('a student saw a different version if the text, an option or the correct answer differs', () => {
  const seen = { question: 'Who?', options: ['Bola', 'Ada'], correctAnswer: 'Ada' }
  const toOptions = (correct: string, ...options: string[]) =>
    options.map((option) => ({ option, isCorrect: option === correct, chosen: 1 }))
  const now = { question: 'Who?', options: toOptions('Ada', 'Ada', 'Bola') }
  expect(sawAnotherVersion(seen, now)).toBe(false)
  expect(sawAnotherVersion({ ...seen, correctAnswer: ' ADA ' }, now)).toBe(false)
  expect(sawAnotherVersion(seen, { ...now, question: 'Who came?' })).toBe(true)
  expect(sawAnotherVersion(seen, { ...now, options: toOptions('Ada', 'Ada', 'Chidi') })).toBe(true)
  expect(sawAnotherVersion(seen, { ...now, options: toOptions('Bola', 'Ada', 'Bola') })).toBe(true)
})
