import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { NotificationEditor } from './notification-editor.tsx'

it('a group without a condition is refused where the admin sees it: at the first condition, which gets the focus', async () => {
  const reach = { students: 3, byEmail: 2, schools: [] }
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/api/videos') ? [] : reach))
  storeAdminSession({ token: 'token', username: 'ada', role: 'support' }, false)
  const router = createMemoryRouter([{ path: '*', element: <NotificationEditor /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByText('Group'))
  await userEvent.type(screen.getByLabelText('Title'), 'News')
  await userEvent.type(screen.getByLabelText('Description'), 'A new video.')
  await userEvent.selectOptions(screen.getByLabelText('Update'), 'announcement')
  await userEvent.click(screen.getByRole('button', { name: 'Send Notification' }))
  await screen.findByText(notificationsAdminText.emptySegment)
  const first = screen.getByLabelText<HTMLInputElement>('Have not paid')
  expect(document.activeElement).toBe(first)
  await userEvent.click(first)
  expect(first.checked).toBe(true)
  expect(screen.queryByText(notificationsAdminText.emptySegment)).toBeNull()
})
