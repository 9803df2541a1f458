import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { QuizQuestion } from './quiz-question.tsx'
import type { AnswerStatus, QuizStep } from './rules.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('scrollBy', () => undefined)
})
const makeStep = (id: string, status: AnswerStatus = { kind: 'open' }): QuizStep => ({
  _id: id,
  question: `Question ${id}?`,
  options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
  pictures: null,
  status,
  refusal: undefined,
})

/** Renders the second of three questions; the chosen option is kept in state, as on the page. */
function renderQuestion(
  step: QuizStep,
  { first = makeStep('1'), videoId }: { first?: QuizStep; videoId?: string } = {},
) {
  const calls = { submitted: [] as string[], next: 0 }
  function Page() {
    const [chosen, setChosen] = useState<string>()
    return (
      <QuizQuestion
        title="The Lantern"
        steps={[first, step, makeStep('3')]}
        index={1}
        step={step}
        left={84}
        totalSeconds={120}
        chosen={chosen}
        onChoose={setChosen}
        onSubmit={(option) => calls.submitted.push(option)}
        onNext={() => (calls.next += 1)}
        {...(videoId !== undefined && { videoId })}
      />
    )
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />)
  return { calls, user: userEvent.setup() }
}

test('keys choose an option, Enter submits it, and T reads out the time left', async () => {
  const { calls, user } = renderQuestion(makeStep('2'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Question 2?' }))
  await user.keyboard('c')
  expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByLabelText(/Chidi/))
  await user.keyboard('2')
  expect(document.activeElement).toBe(screen.getByLabelText(/Bola/))
  await user.keyboard('t')
  expect(screen.getByText('1 minute 24 seconds left')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(calls).toEqual({ submitted: ['Bola'], next: 0 })
})

test('submitting without a choice says what is missing, until an option is chosen', async () => {
  const { calls, user } = renderQuestion(makeStep('2'))
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(screen.getByText('Please select an answer for this question.')).toBeTruthy()
  await user.click(screen.getByLabelText(/Amina/))
  expect(screen.queryByText('Please select an answer for this question.')).toBeNull()
  expect(calls).toEqual({ submitted: [], next: 0 })
})

test('while an answer cannot be sent the student may continue, and sees how many are still unsent', async () => {
  const pending: AnswerStatus = { kind: 'pending', answer: 'Bola', delay: 'offline' }
  const { calls, user } = renderQuestion(makeStep('2', pending), { first: makeStep('1', pending) })
  expect(screen.getByText('No connection. Your answer is saved on this phone and will be sent.')).toBeTruthy()
  expect(screen.getByText(/1 answer waiting for network/)).toBeTruthy()
  expect(screen.getByRole('img', { name: '2 of 3 answered, 2 waiting for network' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next Question' }))
  expect(calls).toEqual({ submitted: [], next: 1 })
})

test('an answer given on another device is shown, with the reason why this one was refused', () => {
  renderQuestion({
    ...makeStep('2', { kind: 'saved', answer: 'Amina', correct: false }),
    refusal: 'already_answered',
  })
  expect(screen.getByRole('heading', { name: 'Incorrect answer.' })).toBeTruthy()
  expect(screen.getByText('You have already answered this question.')).toBeTruthy()
  expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByLabelText(/Amina, incorrect/))
})

test('a saved practice answer links to its moment in the video, but one in a running quiz does not', () => {
  const saved = makeStep('2', { kind: 'saved', answer: 'Amina', correct: false, momentSeconds: 65 })
  renderQuestion(saved, { videoId: 'v1' })
  const link = screen.getByRole('link', { name: 'See it in the video (1:05)' })
  expect(link.getAttribute('href')).toBe('/student/videos?video=v1&at=65')
  cleanup()
  renderQuestion(saved)
  expect(screen.queryByRole('link', { name: /See it in the video/ })).toBeNull()
})

test('keys do nothing while the focus is outside the quiz', async () => {
  const { user } = renderQuestion(makeStep('2'))
  screen.getByRole('heading', { name: 'Question 2?' }).blur()
  await user.keyboard('c')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
})
