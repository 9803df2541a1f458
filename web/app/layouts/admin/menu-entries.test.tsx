import { countOpenMessages } from '@baobab/contract/contact/endpoints.ts'
import { readSystemHealth } from '@baobab/contract/system/health.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { healthParts } from '../../system/use-findings.ts'
import { MenuEntries, readFolded } from './menu-entries.tsx'

const health = Object.fromEntries(
  healthParts.map((part) => [part, { state: part === 'backup' ? 'broken' : 'well', facts: null }]),
)

function show(path: string, hasRoom = true) {
  vi.stubGlobal('matchMedia', () => ({ matches: hasRoom }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === readSystemHealth.path) return Response.json(health)
    return Response.json(url === countOpenMessages.path ? { open: 3 } : { open: 0, failed: 0 })
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <MenuEntries roles={['owner']} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const heading = (name: RegExp) => screen.getByRole('button', { name })

it('a folded group stays folded on this device, and shows what its entries count', async () => {
  const { unmount } = show('/admin/dashboard')
  expect(await screen.findByRole('link', { name: /^Messages\s*3/ })).toBeDefined()
  fireEvent.click(heading(/^Payments and messages/))
  expect(screen.queryByRole('link', { name: /^Messages/ })).toBeNull()
  unmount()
  show('/admin/dashboard')
  expect(screen.queryByRole('link', { name: /^Messages/ })).toBeNull()
  expect(await screen.findByRole('button', { name: /^Payments and messages\s*3\s*waiting/ })).toBeDefined()
  expect(screen.getByRole('link', { name: /^Team/ })).toBeDefined()
})

it('the group of the current page is open, even if the page is below an entry', () => {
  show('/admin/payment/T1', false)
  expect(heading(/^Payments and messages/).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: /^Payments/ }).getAttribute('aria-current')).toBe('page')
  expect(heading(/^Quizzes and fairness/).getAttribute('aria-expanded')).toBe('false')
})

it('System has a sign while a part is broken, and so has its folded group', async () => {
  show('/admin/dashboard')
  expect(await screen.findByRole('link', { name: /^System\s*something is broken/ })).toBeDefined()
  fireEvent.click(heading(/^Team and system/))
  expect(heading(/^Team and system\s*something is broken/)).toBeDefined()
})

it('stored values may come from another version', () => {
  expect(readFolded('running gone', true)).toEqual(['running'])
  expect(readFolded('', false)).toEqual([])
  expect(readFolded(null, true)).toEqual([])
  expect(readFolded(null, false)).toHaveLength(3)
})
