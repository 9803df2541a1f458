import { healthStates, type HealthPart, type HealthState, type SystemHealth } from '@baobab/contract/system/health.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeAdminSession } from '../api/session.ts'
import { describeFindings, Findings } from './findings.tsx'
import { nextSteps } from './text.ts'
import { healthParts, useBrokenParts } from './use-findings.ts'

/** The state of every part; those not named are OK. */
const inStates = (states: Partial<Record<HealthPart, HealthState>>) =>
  Object.fromEntries(healthParts.map((part) => [part, { state: states[part] ?? 'well', facts: null }])) as SystemHealth

const show = (health: SystemHealth) => render(<Findings health={health} />, { wrapper: MemoryRouter })

it('says in one sentence that everything works, or what needs a person, broken parts first', () => {
  expect(describeFindings(inStates({}))).toBe('Everything is working.')
  expect(describeFindings(inStates({ clock: 'look' }))).toBe('1 thing needs your attention: Clock.')
  expect(describeFindings(inStates({ mail: 'look', backup: 'broken', jobs: 'unknown' }))).toBe(
    '3 things need your attention: Backup, Emails, Background jobs.',
  )
})

it('shows nothing to do while everything works', () => {
  expect(show(inStates({})).container.textContent).toBe('')
})

it('says what to do about each part, without technical words', () => {
  for (const state of healthStates.filter((one) => one === 'look' || one === 'broken')) {
    const { unmount } = show(inStates(Object.fromEntries(healthParts.map((part) => [part, state]))))
    for (const part of healthParts) expect(screen.getByText(nextSteps[part][state])).toBeDefined()
    expect(document.body.textContent).not.toMatch(/doctor|SMTP|BACKUP_DIR|drand|npm/)
    unmount()
  }
})

it('links each problem to the place where it can be solved', () => {
  show(inStates({ mail: 'look', draw: 'broken', storage: 'broken' }))
  const readLink = (name: string) =>
    within(screen.getByRole('listitem', { name })).queryByRole('link')?.getAttribute('href')
  expect(readLink('Emails')).toBe('/#failed-jobs')
  expect(readLink('Scholarship draw')).toBe('/admin/scholarship-management')
  expect(readLink('Storage')).toBeUndefined()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('the menu and Home know the broken parts of the same reply, for roles that may open the page', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json(inStates({ backup: 'broken', mail: 'look' })),
  )
  vi.stubGlobal('fetch', fetched)
  storeAdminSession({ token: 'token', username: 'ada', role: 'auditor' }, false)
  const { result } = renderHook(useBrokenParts, { wrapper })
  await waitFor(() => expect(result.current).toEqual(['backup']))
  queryClient.clear()
  fetched.mockClear()
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  expect(renderHook(useBrokenParts, { wrapper }).result.current).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})
