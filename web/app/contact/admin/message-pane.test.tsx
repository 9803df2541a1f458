import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { message } from './message-sample.ts'
import { MessagePane } from './message-pane.tsx'
import { text } from './text.ts'
import { Thread } from './thread.tsx'

function showPane(messageId: string) {
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MessagePane messageId={messageId} back={{ search: '' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('a message closed while it is being marked as read closes after that, and stays closed', async () => {
  const marked = Promise.withResolvers<Response>()
  const sent: string[] = []
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ message: { ...message, isRead: false }, admins: [], answers: [] })
    sent.push(method)
    if (method === 'PUT') return marked.promise
    return Response.json({ message: { ...message, state: 'closed', closedAt: '2026-05-07T07:08:09.000Z' } })
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MessagePane messageId={message._id} back={{ search: '' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await screen.findByRole('button', { name: 'Saving...' })
  expect(sent).toEqual(['PUT'])
  marked.resolve(Response.json({ message }))
  expect(await screen.findByText(/^Closed on/)).toBeDefined()
  expect(sent).toEqual(['PUT', 'PATCH'])
})

it('an answer that is taken back comes before what was typed since', async () => {
  const reply = {
    _id: 'r1',
    direction: 'out',
    text: 'On Friday.',
    admin: 'ada',
    createdAt: '2026-05-07T07:08:09.000Z',
    mailState: 'waiting',
    mailFailure: null,
    takeBackUntil: new Date(Date.now() + 30_000).toISOString(),
    otherEmail: null,
    attachments: 0,
    isCut: false,
  }
  const sent = { ...message, _id: 'm2', state: 'waiting', replies: [reply] }
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ message: sent, admins: [], savedAnswers: [], mails: [] })
    return Response.json({ message: 'Taken back.', answer: 'On Friday.', contactMessage: { ...sent, replies: [] } })
  })
  showPane('m2')
  await userEvent.type(await screen.findByLabelText(/^Your answer/), 'And bring a friend.')
  await userEvent.click(await screen.findByRole('button', { name: text.takeBack }))
  expect(await screen.findByDisplayValue(/^On Friday\.\s+And bring a friend\.$/)).toBeDefined()
})

it('an answer is shown as emailed only once the mail server has it', async () => {
  let mailState = 'waiting'
  const reply = {
    _id: 'r1',
    direction: 'out',
    text: 'On Friday.',
    admin: 'ada',
    createdAt: '2026-05-07T07:08:09.000Z',
    mailState,
    mailFailure: null,
    takeBackUntil: null,
    otherEmail: null,
    attachments: 0,
    isCut: false,
  }
  const sent = { ...message, _id: 'm3', state: 'waiting', replies: [reply] }
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async () =>
    Response.json({
      message: sent,
      admins: [],
      savedAnswers: [],
      mails: [{ _id: 'r1', mailState, mailFailure: null }],
    }),
  )
  showPane('m3')
  expect(await screen.findByText(text.mailWaits(message.email))).toBeDefined()
  mailState = 'sent'
  await queryClient.invalidateQueries()
  expect(await screen.findByText(text.mailed(message.email))).toBeDefined()
})

it('the state of a second answer is asked for although the first one was emailed before', async () => {
  const waiting = (_id: string) => ({
    _id,
    direction: 'out' as const,
    text: `Answer ${_id}.`,
    admin: 'ada',
    createdAt: '2026-05-07T07:08:09.000Z',
    mailState: 'waiting' as const,
    mailFailure: null,
    takeBackUntil: null,
    otherEmail: null,
    attachments: 0,
    isCut: false,
  })
  const replies = [waiting('r1')]
  const open = { ...message, _id: 'm4', replies }
  vi.stubGlobal('fetch', async () =>
    Response.json({ mails: replies.map(({ _id }) => ({ _id, mailState: 'sent', mailFailure: null })) }),
  )
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  const show = () => (
    <QueryClientProvider client={queryClient}>
      <Thread message={{ ...open, replies: [...replies] }} onTakenBack={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(show())
  expect(await screen.findAllByText(text.mailed(message.email))).toHaveLength(1)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    replies.push(waiting('r2'))
    rerender(show())
    expect(screen.getByText(text.mailWaits(message.email))).toBeDefined()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(screen.getAllByText(text.mailed(message.email))).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
