// The one way to call the API in the browser. The endpoint's audience decides which login is used.
import { ApiError } from '@baobab/contract/api-error.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { requestReauthentication, isReauthenticationRequired } from './reauthentication.ts'
import { adminSession, clearAdminSession, clearStudentSession, studentSession } from './session.ts'

/** On the admins' pages an endpoint for both audiences is called as the admin. */
function isAdminPage(): boolean {
  return /^\/(admin\/|video-upload|trivia-form)/.test(location.pathname)
}

/** Whose login an endpoint is called with. */
export function resolveAudience(endpoint: Pick<Endpoint, 'who'>): 'student' | 'admin' {
  if (endpoint.who === 'admin') return 'admin'
  return endpoint.who !== 'student' && isAdminPage() ? 'admin' : 'student'
}

/** The token for an endpoint, for requests that do not use `callApi` (uploads with progress). */
export function tokenFor(endpoint: Pick<Endpoint, 'who'>): string | undefined {
  return resolveAudience(endpoint) === 'admin' ? adminSession()?.token : studentSession()?.token
}

/**
 * Clears a login that the server rejected with 401; the layout then redirects to the login page.
 * @param sent the token of the request: a late reply to an earlier login must not end the present one
 */
export function clearRejectedSession(endpoint: Pick<Endpoint, 'who'>, sent: string | undefined, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401 || endpoint.who === 'anyone' || !sent) return
  if (sent === adminSession()?.token) clearAdminSession()
  if (sent === studentSession()?.token) clearStudentSession()
}

/**
 * Calls an endpoint. Throws ApiError when the server refuses or cannot be reached. Where the server wants the password
 * again, asks for it and repeats the call.
 */
export const callApi: Caller = async (endpoint, input, options) => {
  const token = tokenFor(endpoint)
  const send = createClient({ token: () => token })
  return send(endpoint, input, options)
    .catch(async (error: unknown) => {
      if (endpoint.needsReauthentication && isReauthenticationRequired(error) && (await requestReauthentication()))
        return send(endpoint, input, options)
      throw error
    })
    .catch((error: unknown) => {
      clearRejectedSession(endpoint, token, error)
      throw error
    })
}
