import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { NotificationEditor } from './notification-editor.tsx'

const VIDEO_ID = '11111111-1111-4111-8111-111111111111'

beforeEach(() => queryClient.clear())

/** Opens the form about a video while the list of videos is loading. */
function open() {
  const listed = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) => {
    return String(url).includes('/videos') ? listed.promise : Response.json({ students: 0, byEmail: 0 })
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NotificationEditor about={{ videoId: VIDEO_ID }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return listed
}

it('a notification about a video shows it, even before the list of videos has loaded', async () => {
  const listed = open()
  expect(await screen.findByDisplayValue('The chosen video')).toBeDefined()
  listed.resolve(Response.json([{ _id: VIDEO_ID, title: 'Kindness' }]))
  expect(await screen.findByDisplayValue('Kindness')).toBeDefined()
})

it('a notification about a video that students cannot see says so', async () => {
  open().resolve(Response.json([]))
  expect(await screen.findByDisplayValue('A video that students cannot see now')).toBeDefined()
})
