import { adminRoles, isAllowed, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { paletteActions } from './palette-actions.ts'
import { Palette } from './palette.tsx'

/** A server that finds one student for each text, whose username is the text followed by a 1. */
function serve() {
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    const found = url.searchParams.get('search')
    return url.pathname === listStudents.path
      ? Response.json({ studentData: [{ _id: found, username: `${found}1`, email: '' }], nextCursor: null })
      : Response.json({ videos: [], payments: [], nextCursor: null })
  })
}

function Place() {
  const { pathname, search } = useLocation()
  return <p data-testid="place">{pathname + search}</p>
}

function show(role: AdminRole = 'support', onLogOut = () => undefined) {
  serve()
  storeAdminSession({ token: 'token', username: 'ada', role }, false)
  const props = { roles: [role], onClose: () => undefined, onKeyList: () => undefined, onLogOut } as const
  const element = (
    <>
      <Palette {...props} />
      <Place />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/admin'] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox')
}

const place = () => screen.getByTestId('place').textContent

it('Enter opens what the current text finds, never what an earlier one found', async () => {
  const input = show()
  await userEvent.type(input, 'tunde')
  await screen.findByText('tunde1')
  await userEvent.clear(input)
  await userEvent.type(input, 'chidi{Enter}')
  expect(place()).toBe('/admin')
  await expect.poll(place).toBe('/admin/student?username=chidi1')
})

it('Enter opens a page immediately', async () => {
  await userEvent.type(show(), 'messages{Enter}')
  expect(place()).toBe('/admin/messages')
})

it('Enter immediately opens a result chosen with the arrows', async () => {
  const input = show()
  await userEvent.type(input, 'tunde')
  await screen.findByText('tunde1')
  await userEvent.type(input, '{ArrowDown}{Enter}')
  expect(place()).toBe('/admin/student?username=tunde1')
})

it('finds an action by another word for it, and Enter opens the page where it starts', async () => {
  await userEvent.type(show('finance'), 'refund{Enter}')
  expect(place()).toBe('/admin/payments?state=paid')
})

it.each(['log out', 'sign out', 'lọg óut'])('“%s” and Enter log out', async (typed) => {
  const onLogOut = vi.fn<() => undefined>()
  await userEvent.type(show('auditor', onLogOut), `${typed}{Enter}`)
  expect(onLogOut).toHaveBeenCalledOnce()
})

it('finds a page by a name with marks', async () => {
  await userEvent.type(show(), 'méssagẹs{Enter}')
  expect(place()).toBe('/admin/messages')
})

it.each(adminRoles)('%s: shows only the actions of the role, and may open their pages', (role) => {
  show(role)
  const shown = screen.getAllByRole('option').map((option) => option.textContent)
  const allowed = paletteActions.filter(({ who }) => isAllowed(who, role))
  expect(shown).toEqual(expect.arrayContaining(allowed.map(({ label }) => label)))
  for (const { label } of paletteActions.filter((action) => !allowed.includes(action)))
    expect(shown).not.toContain(label)
  const paths = allowed.flatMap((action) => ('to' in action ? [new URL(action.to, 'http://localhost').pathname] : []))
  expect(paths.filter((path) => !mayOpen(role, path))).toEqual([])
})
