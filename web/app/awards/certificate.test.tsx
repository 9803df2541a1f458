import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import CertificatePage from './certificate.tsx'

it('a certificate is shared by its address where the phone can share', async () => {
  const shared: unknown[] = []
  Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const certificate = { _id: 'c', username: 'amina01', seriesTitle: 'Small Things', values: [], achievement: null }
  vi.stubGlobal('fetch', async () => Response.json({ ...certificate, issuedAt: '2026-11-29T10:00:00.000Z' }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <CertificatePage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(shared).toEqual([{ title: 'Certificate', url: location.href }])
})
