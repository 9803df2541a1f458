import { logInStudent, resendCode } from '@baobab/contract/accounts/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { paths } from '../paths.ts'
import LogIn from './log-in.tsx'
import { readPendingVerification } from './pending-verification.ts'

const unverified = 'Please verify your phone number first.'

/** Opens the login page of a server that knows only registrations whose phone number is not verified yet. */
function show() {
  const resent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === logInStudent.path)
      return Response.json({ status: 'error', code: 'email_unverified', message: unverified }, { status: 403 })
    if (url === resendCode.path) {
      resent.push(await new Request('http://localhost', init).json())
      return Response.json({ message: 'A new code was sent.' })
    }
    return Response.json({ status: 'error', message: 'Not found' }, { status: 404 })
  })
  const router = createMemoryRouter(
    [
      { path: paths.student.login, element: <LogIn /> },
      { path: '*', element: null },
    ],
    { initialEntries: [paths.student.login] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { resent, router }
}

it('a student whose phone number is not verified can ask for another text message', async () => {
  const { resent, router } = show()
  await userEvent.type(await screen.findByLabelText('Email, phone or username'), '08031234567')
  await userEvent.type(screen.getByLabelText('Password'), 'Secret-12345')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(unverified)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send the code again' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.verifyEmail))
  expect(resent).toEqual([{ number: '08031234567' }])
  expect(readPendingVerification()?.email).toBe('08031234567')
})
