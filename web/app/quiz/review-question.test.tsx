import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ReviewQuestion } from './review-question.tsx'

const question: Review['questions'][number] = {
  _id: 'q1',
  question: 'Who was kind?',
  correctAnswer: 'Bola',
  alsoCorrect: null,
  explanation: null,
  momentSeconds: null,
  corrected: null,
  answer: 'Bola',
  correct: true,
  correctPicture: '/media/x/options/bola.webp',
  answerPicture: '/media/x/options/bola.webp',
  report: null,
}

/** Renders a review question, and returns the texts below its pictures. */
function renderCaptions(changes: Partial<typeof question>) {
  render(
    <MemoryRouter>
      <ReviewQuestion question={{ ...question, ...changes }} number={1} />
    </MemoryRouter>,
  )
  return screen.queryAllByRole('figure').map(({ textContent }) => textContent)
}

test('a review shows one picture if the student chose the correct answer', () => {
  expect(renderCaptions({})).toEqual(['Bola'])
})

test('a review shows the picture of a wrong answer next to the correct one', () => {
  const answerPicture = '/media/x/options/ada.webp'
  expect(renderCaptions({ answer: 'Ada', correct: false, answerPicture })).toEqual(['Bola', 'Ada'])
})

test('a review shows the picture of an answer that also counts as correct', () => {
  const answerPicture = '/media/x/options/dan.webp'
  expect(renderCaptions({ answer: 'Dan', alsoCorrect: 'Dan', answerPicture })).toEqual(['Bola', 'Dan'])
})

test('a review shows only the correct picture if the question was not answered', () => {
  expect(renderCaptions({ answer: null, correct: false, answerPicture: null })).toEqual(['Bola'])
})

test.each([
  ['all', true, 'Everyone who answered it got the points.', '+10'],
  ['none', false, 'It does not count for anyone.', 'Not counted'],
] as const)('a review says that a question is void for %s, and no longer which answer is right', (...outcome) => {
  const [voided, correct, sentence, points] = outcome
  expect(renderCaptions({ voided, correct, explanation: 'Bola was kind.' })).toEqual([])
  expect(screen.getByRole('listitem').textContent).toBe(
    `1. Who was kind?This question is not counted any more. ${sentence}You chose: Bola${points}`,
  )
})
