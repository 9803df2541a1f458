import type { AnsweredQuestion } from '@baobab/contract/students/points.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AttemptQuestion } from './attempt-question.tsx'

const answer: NonNullable<AnsweredQuestion['answer']> = {
  text: 'Tunde',
  at: '2026-05-06T11:03:07.000Z',
  seconds: 4.26,
  isFirst: true,
  arrival: 'usual',
  tapped: null,
  isRight: true,
  wasRight: true,
}
const question: AnsweredQuestion = {
  _id: 'q1',
  question: 'Who found the wallet?',
  options: ['Ada', 'Tunde', 'Obi', 'Bisi'],
  pictures: null,
  voided: null,
  correctAnswer: 'Tunde',
  alsoCorrect: null,
  correctAnswerThen: 'Tunde',
  answer,
  points: 10,
  regrades: [],
  report: null,
}
const show = (changes: Partial<AnsweredQuestion>, isRunning = false) =>
  render(<AttemptQuestion question={{ ...question, ...changes }} number={2} isRunning={isRunning} />)
/** The text of each option with its marks. */
const readOptions = () => {
  const [list] = screen.getAllByRole('list')
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : []
}

it('marks the chosen and the correct option, and says when the answer arrived', () => {
  show({})
  expect(screen.getByRole('heading', { name: '2. Who found the wallet?' })).toBeDefined()
  expect(readOptions()).toEqual(['Ada', 'TundeChosenCorrect', 'Obi', 'Bisi'])
  expect(screen.getByText('Right.')).toBeDefined()
  expect(screen.getByText('Answer arrived at 12:03:07 pm, 4.3 seconds after the start.')).toBeDefined()
})

it('says when an answer was tapped if it waited on the phone, and what a wrong clock showed, instead of guessing', () => {
  const tapped = { at: '2026-05-06T11:00:32.000Z', waitedSeconds: 155, phoneAt: '2026-05-06T11:00:40.000Z' }
  const { unmount } = show({ answer: { ...answer, arrival: 'late', tapped } })
  const sentence = 'Tapped at 12:00:32 pm on the phone, arrived at 12:03:07 pm. It waited there for 155 seconds.'
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.queryByText(/connection may have been lost/)).toBeNull()
  unmount()
  const wrong = show({ answer: { ...answer, tapped: { ...tapped, phoneAt: '2025-01-01T08:00:00.000Z' } } })
  expect(screen.getByText(`${sentence} The phone’s clock showed 1 January 2025, 9:00:00 am.`)).toBeDefined()
  wrong.unmount()
  show({ answer: { ...answer, tapped: { ...tapped, waitedSeconds: 2 } } })
  expect(screen.queryByText(/^Tapped/)).toBeNull()
})

it('shows both keys of an answer that a correction made wrong, who made it, and what it changed', () => {
  const regrade = {
    _id: 'r1',
    voided: null,
    wasVoided: null,
    oldAnswer: 'Tunde',
    newAnswer: 'Obi',
    keepsOld: false,
    state: 'finished' as const,
    proposedBy: 'ada',
    proposedAt: '2026-05-07T11:00:00.000Z',
    decidedBy: 'bola',
    decidedAt: '2026-05-08T11:00:00.000Z',
    points: -10,
  }
  show({ correctAnswer: 'Obi', points: 0, answer: { ...answer, isRight: false }, regrades: [regrade] })
  expect(readOptions()).toEqual(['Ada', 'TundeChosenCorrect at that time', 'ObiCorrect', 'Bisi'])
  expect(screen.getByText('Right by the answer key at that time. Wrong by today’s answer key.')).toBeDefined()
  expect(screen.getByText('The correct answer changes from “Tunde” to “Obi”.')).toBeDefined()
  expect(screen.getByText(/^Proposed by ada on 7 May 2026, .+ Agreed to by bola on 8 May 2026/)).toBeDefined()
  expect(screen.getByText('This quiz lost 10 points.')).toBeDefined()
})

it('does not call a correction agreed that waits for a second admin', () => {
  const proposed = { decidedBy: null, decidedAt: null, state: 'proposed' as const, points: 0, keepsOld: false }
  const words = { _id: 'r1', voided: null, wasVoided: null, oldAnswer: 'Tunde', newAnswer: 'Obi', proposedBy: 'ada' }
  show({ regrades: [{ ...words, ...proposed, proposedAt: '2026-05-07T11:00:00.000Z' }] })
  expect(screen.getByText(/^Proposed: The correct answer changes/)).toBeDefined()
  expect(screen.queryByText(/Agreed|kept its points/)).toBeNull()
})

it('says that a question is void, and for whom it counted', () => {
  const change = {
    _id: 'r1',
    state: 'finished' as const,
    proposedBy: 'ada',
    decidedBy: 'bola',
    points: 10,
    keepsOld: false,
  }
  const at = { proposedAt: '2026-05-07T11:00:00.000Z', decidedAt: '2026-05-08T11:00:00.000Z' }
  const regrade = { ...change, ...at, voided: 'all' as const, wasVoided: null, oldAnswer: 'Tunde', newAnswer: '' }
  show({ voided: 'all', regrades: [regrade] })
  expect(
    screen.getByText('This question is not counted any more. Everyone who answered it got the points.'),
  ).toBeDefined()
  expect(screen.getByText('The question becomes void. Everyone who answered it gets the points.')).toBeDefined()
})

it.each([
  ['No answer yet.', true],
  ['No answer arrived.', false],
])('says “%s” if the quiz is running: %s', (sentence, isRunning) => {
  show({ answer: null, points: 0 }, isRunning)
  expect(screen.getByText(sentence)).toBeDefined()
})

it('shows the pictures of the options, and the report of the student with its answer', () => {
  const pictures = ['/a.webp', '/b.webp', '/c.webp', '/d.webp']
  const reportedAt = '2026-05-06T12:00:00.000Z'
  const reply = { outcome: 'corrected' as const, text: 'You were right.', answeredAt: '2026-05-08T12:00:00.000Z' }
  const { container } = show({ pictures, report: { reason: 'unclear', text: 'Which one?', reportedAt, answer: reply } })
  expect([...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))).toEqual(pictures)
  expect(screen.getByText('Which one?')).toBeDefined()
  expect(screen.getByText(/^We answered on 8 May 2026, .+: You were right\.$/)).toBeDefined()
})
