import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { confirmClock, readClock } from '@baobab/contract/system/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeAdminSession } from '../api/session.ts'
import { ClockHold } from './clock-hold.tsx'

const clock = { now: '2026-08-03T09:00:00.000Z', seenAt: '2026-06-01T09:00:00.000Z' }

/** A server whose date is doubtful until it is confirmed. */
function serve(isHeld: boolean) {
  const calls: string[] = []
  const server = { isHeld }
  const reply = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0] ?? ''}`
    calls.push(call)
    if (call === `POST ${confirmClock.path}`) server.isHeld = false
    if (call === `GET ${readClock.path}`) return reply({ ...clock, isHeld: server.isHeld })
    return reply({ message: 'Thank you.' })
  })
  return calls
}

function show(role: AdminRole) {
  storeAdminSession({ token: 'token', username: 'ada', role }, false)
  return render(
    <QueryClientProvider client={queryClient}>
      <ClockHold />
    </QueryClientProvider>,
  )
}

it('an owner is asked to confirm a doubtful date, once', async () => {
  const calls = serve(true)
  show('owner')
  expect((await screen.findByText(/^The database clock says/)).textContent).toBe(
    'The database clock says that today is 3 Aug 2026. Baobab last ran on 1 Jun 2026.',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, today is 3 Aug 2026' }))
  await expect.poll(() => screen.queryByText('Please check the date')).toBeNull()
  expect(calls).toContain(`POST ${confirmClock.path}`)
})

it('other admins read about it and get no button', async () => {
  serve(true)
  show('support')
  expect(await screen.findByText('Please check the date')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a date without doubt is not mentioned', async () => {
  const calls = serve(false)
  const { container } = show('owner')
  await expect.poll(() => calls).toEqual([`GET ${readClock.path}`])
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(container.textContent).toBe('')
})
