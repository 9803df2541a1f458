import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { useSessionGuard, type GuardedLogin } from './session-guard.tsx'

it('a login stored by another tab while this one was looking for one is not cleared', async () => {
  let session: object | undefined
  const clearSession = vi.fn<() => void>()
  const find = Promise.withResolvers<string[]>()
  const login: GuardedLogin = {
    kind: 'admin',
    readSession: () => session,
    hasToken: () => false,
    clearSession,
    endSession: async () => {},
    loginPath: '/admin/login',
    tabLogins: { answer: () => () => {}, find: () => find.promise, end: () => {} },
    takeLogin: async () => false,
  }
  renderHook(() => useSessionGuard(login, undefined), { wrapper: MemoryRouter })
  session = { token: 'ngozi' }
  find.resolve([])
  await find.promise.then(() => undefined)
  await Promise.resolve()
  expect(clearSession).not.toHaveBeenCalled()
})
