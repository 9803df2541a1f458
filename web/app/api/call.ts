// The one caller of the API in the browser: it picks the token by the endpoint's audience.
import { ApiError } from '@baobab/contract/api-error.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { adminSession, forgetAdminSession, forgetStudentSession, studentSession } from './session.ts'

const callAsStudent = createClient({ token: () => studentSession()?.token })
const callAsAdmin = createClient({ token: () => adminSession()?.token })

/** The console's pages; there an endpoint that both audiences may call is called as the admin. */
function isConsole(): boolean {
  return /^\/(admin\/|video-upload|trivia-form)/.test(location.pathname)
}

/** Whose token an endpoint gets. */
export function audienceOf(endpoint: Pick<Endpoint, 'who'>): 'student' | 'admin' {
  if (endpoint.who === 'admin') return 'admin'
  return endpoint.who !== 'student' && isConsole() ? 'admin' : 'student'
}

/** The token that goes with an endpoint, for calls that do not go by `call` (uploads with progress). */
export function tokenFor(endpoint: Pick<Endpoint, 'who'>): string | undefined {
  return audienceOf(endpoint) === 'admin' ? adminSession()?.token : studentSession()?.token
}

/** A token that the server no longer knows is forgotten here as well; the layouts then lead to the login. */
export function forgetDeadToken(endpoint: Pick<Endpoint, 'who'>, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401 || endpoint.who === 'anyone') return
  if (audienceOf(endpoint) === 'admin') forgetAdminSession()
  else forgetStudentSession()
}

/** Calls an endpoint. A refusal throws ApiError. */
export const call: Caller = async (endpoint, input, options) => {
  const caller = audienceOf(endpoint) === 'admin' ? callAsAdmin : callAsStudent
  return caller(endpoint, input, options).catch((error: unknown) => {
    forgetDeadToken(endpoint, error)
    throw error
  })
}
