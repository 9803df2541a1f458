import { listAssignees } from '@baobab/contract/contact/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { message } from './message-sample.ts'
import { MessageWork } from './message-work.tsx'

it('a chosen admin stays selected while the choice is being stored', async () => {
  const stored = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) =>
    url === listAssignees.path ? Response.json({ admins: ['tunde'] }) : stored.promise,
  )
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MessageWork message={message} />
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: 'tunde' })
  const select = screen.getByLabelText<HTMLSelectElement>('Assigned to')
  await userEvent.selectOptions(select, 'tunde')
  expect(select.value).toBe('tunde')
  stored.resolve(Response.json({ status: 'error', code: 'not_found', message: 'Gone.' }, { status: 404 }))
  await expect.poll(() => select.value).toBe('')
})

it('a note waits until the previous change is stored, whose reply would otherwise show the message without the note', async () => {
  const stored = Promise.withResolvers<Response>()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ admins: ['tunde'] })
    sent.push(url.includes('notes') ? 'note' : 'change')
    return stored.promise
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MessageWork message={message} />
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: 'tunde' })
  await userEvent.selectOptions(screen.getByLabelText('Assigned to'), 'tunde')
  await userEvent.type(screen.getByLabelText('New note'), 'Asked finance.')
  await userEvent.click(screen.getByRole('button', { name: 'Add Note' }))
  await screen.findByRole('button', { name: 'Saving...' })
  expect(sent).toEqual(['change'])
  stored.resolve(Response.json({ status: 'error', code: 'not_found', message: 'Gone.' }, { status: 404 }))
  await expect.poll(() => sent).toEqual(['change', 'note'])
})
