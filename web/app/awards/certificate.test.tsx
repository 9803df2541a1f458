import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { clearStudentSession, storeStudentSession } from '../api/session.ts'
import CertificatePage from './certificate.tsx'

function renderCertificate() {
  const certificate = { _id: 'c', username: 'amina01', seriesTitle: 'Small Things', values: [], achievement: null }
  vi.stubGlobal('fetch', async () => Response.json({ ...certificate, issuedAt: '2026-11-29T10:00:00.000Z' }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <CertificatePage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return screen.findByRole('button', { name: 'Print' })
}

function stubShare(): unknown[] {
  const shared: unknown[] = []
  Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  return shared
}

it('a certificate is shared by its address where the phone can share', async () => {
  const shared = stubShare()
  await renderCertificate()
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(shared).toEqual([{ title: 'Certificate', url: location.href }])
})

it('a browser that cannot share, and a young child, can only print it', async () => {
  await renderCertificate()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  cleanup()
  stubShare()
  const session = { token: 't', username: 'u', email: 'u@home.example', studentId: 's', ageCategory: '5-10' }
  storeStudentSession(session, false)
  onTestFinished(clearStudentSession)
  await renderCertificate()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})
