import { setAskedCount } from '@baobab/contract/quiz/admin.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { PoolCard } from './pool-card.tsx'
import type { Pool } from './with-questions.tsx'

const quiz = { videoId: 'v1', ageCategory: '11-20' as const }

/** A server that accepts every number, or refuses it with the given sentence. */
function serve(refusal?: string) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === setAskedCount.path) bodies.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
    return refusal === undefined
      ? Response.json({ message: 'Saved.' })
      : Response.json({ status: 'error', code: 'asked_count_fixed', message: refusal }, { status: 409 })
  })
  return bodies
}

function show(pool: Pool, role: AdminRole = 'content', poolCount = 12) {
  storeAdminSession({ token: 'token', username: 'ada', role }, false)
  return render(
    <QueryClientProvider client={queryClient}>
      <PoolCard quiz={quiz} pool={pool} poolCount={poolCount} />
    </QueryClientProvider>,
  )
}

it('an admin sets how many questions are asked, and then sets it back to all', async () => {
  const bodies = serve()
  show({ askedCount: null, isFixed: false })
  expect(screen.getByText('Each student gets all of them: 12 questions, worth up to 120 points.')).toBeDefined()
  const select = screen.getByLabelText('Questions to ask')
  await userEvent.selectOptions(select, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save number' }))
  await userEvent.selectOptions(select, 'All of them')
  await userEvent.click(await screen.findByRole('button', { name: 'Save number' }))
  await expect
    .poll(() => bodies)
    .toEqual([
      { ...quiz, askedCount: 5 },
      { ...quiz, askedCount: 'all' },
    ])
})

it('a refusal is shown in the server’s words', async () => {
  serve('Students have started this quiz.')
  show({ askedCount: 5, isFixed: false })
  expect(screen.getByText(/^Each student gets 5 questions of these, worth up to 50 points\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save number' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Students have started this quiz.')
})

it('a number fixed by an attempt is explained and cannot be changed', () => {
  const { container } = show({ askedCount: 5, isFixed: true })
  expect(container.textContent).toContain('this number is fixed')
  expect(container.textContent).not.toContain('To delete a question')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  expect(show({ askedCount: 12, isFixed: true }).container.textContent).toContain(
    'To delete a question, first add another one.',
  )
})

it('an auditor can only read it', () => {
  show({ askedCount: 5, isFixed: false }, 'auditor')
  expect(screen.queryByRole('button')).toBeNull()
})

it('a quiz with more questions than there is time for shows a warning, unless it asks fewer of them', () => {
  serve()
  const warning =
    'Each student is asked 26 questions in 120 seconds, so there are only 4.6 seconds for each. A quiz should ask at most 24.'
  show({ askedCount: null, isFixed: false }, 'content', 26)
  expect(screen.getByText(warning)).toBeDefined()
  cleanup()
  show({ askedCount: 24, isFixed: false }, 'content', 26)
  expect(screen.queryByText(/seconds for each/)).toBeNull()
})
