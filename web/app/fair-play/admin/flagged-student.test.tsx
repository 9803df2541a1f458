import { readFlagged, type EntrantProposal, type ExaminedAttempt, type Flag } from '@baobab/contract/fair-play/admin.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { FlaggedStudentView } from './flagged-student.tsx'

const at = '2026-11-02T10:00:00.000Z'
const attempt: ExaminedAttempt = {
  _id: 'a1',
  username: 'ada01',
  videoTitle: 'Two Buckets, One Well',
  startedAt: at,
  lockedAt: at,
  reviewedAt: [],
  score: 50,
  maxScore: 50,
  questions: [],
}
const flag: Flag = {
  _id: 'f1',
  kind: 'shared-device',
  at,
  isNew: true,
  role: 'source',
  facts: { secondsAfterLook: 7 },
  attempt,
  other: { username: 'bola1', attempt: { ...attempt, _id: 'a2', username: 'bola1' } },
}

function show(changes: Partial<Flag>, proposal: EntrantProposal | null = null) {
  const evidence: ReplyOf<typeof readFlagged> = {
    student: { _id: 's1', username: 'ada01', heldAt: null, disqualifiedAt: null, entries: [] },
    flags: [{ ...flag, ...changes }],
    cluster: [],
    decisions: [],
    proposal,
    appeals: [],
  }
  const posted: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(evidence)
    posted.push(url)
    return Response.json({ message: 'Done.' })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <FlaggedStudentView username="ada01" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return posted
}

it('the card of the student whose answers were seen does not accuse that student of copying', async () => {
  show({})
  expect(await screen.findByText(/the other started 7 s after this student had seen the answers/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Quiz of ada01' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Quiz of bola1' })).toBeDefined()
})

it('a card about a device flag says against whom it is evidence', async () => {
  const proved = 'This student logged in with the code of the other account’s browser.'
  show({ facts: { presented: 1 } })
  expect(await screen.findByText(new RegExp(`^${proved}.*no evidence against the other account.$`))).toBeDefined()
  cleanup()
  queryClient.clear()
  show({ kind: 'former-account', facts: { presented: 1 } })
  expect(await screen.findByText(new RegExp(proved))).toBeDefined()
  cleanup()
  queryClient.clear()
  show({})
  expect(await screen.findByText(/^An earlier version found this.*one of them may be innocent.$/)).toBeDefined()
  cleanup()
  queryClient.clear()
  show({ kind: 'shared-network' })
  expect(await screen.findByText(/internet connection/)).toBeDefined()
  expect(screen.queryByText(/browser/)).toBeNull()
})

it('a missing attempt is mentioned next to the remaining one', async () => {
  show({ attempt: null })
  expect(await screen.findByText('This attempt by ada01 is no longer stored.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Quiz of bola1' })).toBeDefined()
  cleanup()
  queryClient.clear()
  show({ other: { username: null, attempt: null } })
  expect(await screen.findByText('This attempt by a deleted account is no longer stored.')).toBeDefined()
})

it('a flag that is not about a quiz does not mention missing attempts', async () => {
  show({ kind: 'same-address', role: null, facts: { accounts: 2 }, attempt: null, other: null })
  expect(await screen.findByText(/2 accounts/)).toBeDefined()
  expect(screen.queryByText(/no longer stored/)).toBeNull()
})

const proposal: EntrantProposal = {
  _id: 'p1',
  change: 'held',
  reason: 'too-fast',
  text: null,
  proposedBy: 'chidi',
  at,
  canAgree: true,
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('another admin’s proposal about a student in a draw can be approved or withdrawn', async () => {
  storeAdminSession({ token: 't', username: 'owner', role: 'owner' }, true)
  const posted = show({}, proposal)
  await press('Approve')
  await waitFor(() => expect(posted).toEqual(['/admin/entrant-proposals/p1/agree']))
  await press('Withdraw')
  await waitFor(() => expect(posted).toContain('/admin/entrant-proposals/p1/withdraw'))
  expect(screen.getByRole('region', { name: 'Needs a second admin' }).textContent).toMatch(
    /^Needs.*Put on hold: .*chidi/,
  )
})

it('the admin who proposed it cannot approve it', async () => {
  storeAdminSession({ token: 't', username: 'chidi', role: 'support' }, true)
  show({}, { ...proposal, canAgree: false })
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
