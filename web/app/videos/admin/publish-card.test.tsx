import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { PublishCard } from './publish-card.tsx'
import { text } from './text.ts'

function show(publication: AdminVideo['publication']) {
  const video = {
    _id: 'v1',
    title: 'Kindness',
    description: '',
    access: 'free',
    publication,
    publishAt: publication === 'scheduled' ? '2030-01-01T08:00:00.000Z' : null,
    state: 'ready',
    posterUrl: null,
    captionsUrl: null,
    poolCounts: { '5-10': 1, '11-20': 1 },
  } as AdminVideo
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PublishCard video={video} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.queryByRole('link', { name: text.announce }) !== null
}

it.each([
  ['draft', false],
  ['scheduled', false],
  ['published', true],
] as const)('a video that is %s: it can be announced: %s', (publication, canAnnounce) => {
  expect(show(publication)).toBe(canAnnounce)
})
