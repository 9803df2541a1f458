import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { message } from './message-sample.ts'
import { MessagePane } from './message-pane.tsx'

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
