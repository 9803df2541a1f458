import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { buttonsText } from './text.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

vi.mock('./sign-in-parts.ts', () => {
  throw new TypeError('Failed to fetch')
})

const inRouter = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>

it('a sign-in whose script does not load closes its window, says so, and can be tried again', async () => {
  const popUp = { document, closed: false, close: vi.fn<() => void>() }
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('open', () => ({ ...popUp, document: { body: {} } }))
  // The server does not reply, so the page is not reloaded.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const start = vi.fn<() => Promise<{ flow: string; url: string }>>()
  const options = { purpose: 'sign-in', finish: () => Promise.resolve() } as const
  const { result } = renderHook(() => useProviderSignIn(options), { wrapper: inRouter })
  await act(async () => {
    await result.current.begin('microsoft', start).catch(async (error: unknown) => {
      await result.current.fail('microsoft', error)
    })
  })
  expect(result.current.failure).toEqual({ message: buttonsText.notOpened })
  expect(result.current.busyWith).toBeUndefined()
  expect(popUp.close).toHaveBeenCalled()
  expect(start).not.toHaveBeenCalled()
})
