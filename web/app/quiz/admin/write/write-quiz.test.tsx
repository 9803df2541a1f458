import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query.ts'
import { storeAdminSession } from '../../../api/session.ts'
import { emptyQuestion } from '../use-question-form.ts'
import { readDrafts, storageKey, storeDrafts, toDraft } from './drafts.ts'
import { text } from './text.ts'
import WriteQuiz from './write-quiz.tsx'

const video = { _id: 'v1', title: 'Kindness', poolCounts: { '5-10': 1, '11-20': 1 } }
const question = {
  _id: 'q1',
  videoTitle: 'Kindness',
  ageCategory: '11-20',
  question: 'Who found the wallet?',
  options: ['Ada', 'Tunde', 'Obi', 'Bisi'],
  pictures: null,
  correctAnswer: 'Tunde',
  explanation: null,
  momentSeconds: null,
}

/** Opens the page of a quiz that has one question. */
function openPage() {
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).includes('trivia') || String(url).includes('question')
      ? Response.json({ questions: [question], askedCount: 1, isFixed: false })
      : Response.json({ videos: [video], nextCursor: null }),
  )
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  const router = createMemoryRouter([{ path: '/write', Component: WriteQuiz }], {
    initialEntries: ['/write?video=v1&ageCategory=11-20'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

it('an unsaved change is not lost by choosing the other age category', async () => {
  const router = openPage()
  await userEvent.clear(await screen.findByDisplayValue('Obi'))
  await router.navigate('/write?video=v1&ageCategory=5-10')
  expect(await screen.findByText(text.leaveTitle)).toBeDefined()
  expect(router.state.location.search).toContain('11-20')
})

it('what another tab writes appears, and neither tab overwrites the other', async () => {
  const quiz = { videoId: 'v1', ageCategory: '11-20' as const }
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: text.add }))
  const mine = (await screen.findAllByLabelText(text.question)).at(-1)
  if (mine) await userEvent.type(mine, 'Mine?')
  storeDrafts(quiz, [...readDrafts(quiz), toDraft({ ...emptyQuestion(), question: 'Theirs?' })])
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKey(quiz) })))
  expect(await screen.findByDisplayValue('Theirs?')).toBeDefined()
  if (mine) await userEvent.type(mine, ' Yes.')
  expect(readDrafts(quiz).map(({ values }) => values.question)).toEqual(['Mine? Yes.', 'Theirs?'])
})
