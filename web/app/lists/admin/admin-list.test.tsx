import { listRegistrations } from '@baobab/contract/accounts/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { AdminList } from './admin-list.tsx'
import { ListFilter } from './list-filter.tsx'
import { adminList, prefetchList, useAdminList } from './use-admin-list.ts'

const declared = adminList({
  endpoint: listRegistrations,
  rows: (reply) => reply.registrations,
  perPage: 2,
  filters: { search: { kind: 'search', label: 'Search' } },
  failed: 'Failed to load.',
  loading: 'Loading...',
})
const empty = { title: 'None found', help: 'Nobody yet.', narrowed: 'Try another word.', showAll: 'Show all' }

function Page() {
  const list = useAdminList(declared)
  return (
    <>
      <ListFilter of={list} name="search" />
      <AdminList of={list} empty={empty}>
        {(rows) => (
          <ul>
            {rows.map(({ _id, username }) => (
              <li key={_id}>{username}</li>
            ))}
          </ul>
        )}
      </AdminList>
    </>
  )
}

let requests: string[] = []
/** What the server has; undefined if it refuses. */
let usernames: string[] | undefined

beforeEach(() => {
  requests = []
  usernames = ['ada', 'bola', 'chidi']
  storeAdminSession({ token: 'token', username: 'ngozi', role: 'owner' }, false)
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.split('?')[1] ?? '')
    if (!usernames) return Response.json({ code: 'not_found', message: 'No such page.' }, { status: 404 })
    const query = new URLSearchParams(requests.at(-1))
    const found = usernames.filter((name) => name.startsWith(query.get('search') ?? ''))
    const from = Number(query.get('cursor'))
    return Response.json({
      registrations: found.slice(from, from + 2).map((username) => ({ _id: username, username })),
      nextCursor: found.length > from + 2 ? '2' : null,
    })
  })
})

function open(address = '/') {
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => router.state.location.search
}
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a page joins the request of its loader, and moves to the next rows and back', async () => {
  prefetchList(declared, new Request('http://localhost/?search='))
  const address = open()
  expect(await screen.findByText('1 to 2')).toBeDefined()
  expect(requests).toEqual(['limit=2'])
  press('Next')
  expect(await screen.findByText('3 to 3')).toBeDefined()
  expect(shown()).toEqual(['chidi'])
  expect([requests[1], address()]).toEqual(['limit=2&cursor=2', '?cursor=2&page=1'])
  press('Previous')
  expect(await screen.findByText('1 to 2')).toBeDefined()
})

test('without rows, it says why, and a narrowed list can be shown whole', async () => {
  const address = open('/?search=z')
  expect(await screen.findByText('Try another word.')).toBeDefined()
  press('Show all')
  expect(await screen.findByText('ada')).toBeDefined()
  expect(address()).toBe('')
  usernames = []
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('Nobody yet.')).toBeDefined()
  expect(screen.queryByText('Show all')).toBeNull()
})

test('a list that could not be loaded says why, and can be loaded again', async () => {
  usernames = undefined
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load.No such page.')
  usernames = ['ada']
  press('Try again')
  expect(await screen.findByText('ada')).toBeDefined()
})

test('rows that could not be refreshed stay below a note until they can', async () => {
  open()
  await screen.findByText('ada')
  usernames = undefined
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('Failed to load. You see what was loaded before.')).toBeDefined()
  expect(shown()).toEqual(['ada', 'bola'])
  usernames = ['ada']
  press('Try again')
  await expect.poll(() => screen.queryByText(/loaded before/)).toBeNull()
})
