import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi } from './call-api.ts'
import {
  adminSession,
  clearStudentSession,
  rejectionMessage,
  storeAdminSession,
  storeStudentSession,
  studentSession,
} from './session.ts'

const logIn = (token: string) =>
  storeStudentSession({ token, username: 'amina', email: '', studentId: '', ageCategory: '' }, false)

/** Open responses, keyed by the token of their request. */
const waiting = new Map<string, ServerResponse>()
const server = createServer((request, response) => {
  waiting.set(request.headers.authorization?.replace('Bearer ', '') ?? '', response)
})
async function isAsking(token: string): Promise<void> {
  await expect.poll(() => waiting.has(token)).toBe(true)
}
const refuse = (token: string, status: number, body = {}) =>
  waiting.get(token)?.writeHead(status).end(JSON.stringify(body))

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, listening))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  const { port } = server.address() as AddressInfo
  // Browsers resolve paths against the page; Node needs a full URL.
  const bare = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => bare(`http://localhost:${port}${path}`, init))
  waiting.clear()
  clearStudentSession()
})

async function refusedLate(token: string, status: number, meanwhile = () => {}) {
  const outcome = callApi(listSessions, {}).catch((error: unknown) => error)
  await isAsking(token)
  meanwhile()
  refuse(token, status)
  expect(await outcome).toMatchObject({ status })
}

describe('a call that the server refuses with 401', () => {
  it('clears only the login that made the call', async () => {
    logIn('mine')
    storeAdminSession({ token: 'admin', username: 'ngozi', role: 'support' }, false)
    await refusedLate('mine', 401)
    expect(studentSession()).toBeUndefined()
    expect(adminSession()?.token).toBe('admin')
    expect([rejectionMessage('student'), rejectionMessage('admin')]).toEqual([
      'Unauthorized. Please log in.',
      undefined,
    ])
    logIn('next')
    expect(rejectionMessage('student')).toBeUndefined()
  })

  it('keeps a login that is newer than the call', async () => {
    logIn('earlier')
    await refusedLate('earlier', 401, () => logIn('present'))
    expect(studentSession()?.token).toBe('present')
  })
})

// "login required ('You must be logged in to submit an answer.')"
it('a quiz answer without a session says that answers require a login', async () => {
  logIn('mine')
  const params = { videoTitle: 'The Lantern', ageCategory: '11-20' } as const
  const outcome = callApi(answerQuestion, { params, body: { triviaId: 'q', answer: 'a' } }).catch(() => undefined)
  await isAsking('mine')
  refuse('mine', 401, { message: 'You must be logged in to submit an answer.' })
  await outcome
  expect(rejectionMessage('student')).toBe('You must be logged in to submit an answer.')
})

it('a call refused for another reason does not log the user out', async () => {
  logIn('mine')
  await refusedLate('mine', 403)
  expect(studentSession()?.token).toBe('mine')
})
