// Calls the API from the browser. The endpoint's audience decides which login is used.
import { ApiError } from '@baobab/contract/api-error.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { isAllowed } from '@baobab/contract/roles.ts'
import { requestReauthentication, isReauthenticationRequired } from './reauthentication.ts'
import { adminSession, clearAdminSession, clearStudentSession, studentSession } from './session.ts'

/** Returns whether the page is an admin's: there, an endpoint for both audiences is called with the admin's login. */
function isAdminPage(): boolean {
  return /^\/(admin\/|video-upload|trivia-form)/.test(location.pathname)
}

/** Returns whose login an endpoint is called with. */
export function resolveAudience({ who }: Pick<Endpoint, 'who'>): 'student' | 'admin' {
  if (!isAllowed(who, 'student')) return 'admin'
  return isAllowed(who, 'owner') && isAdminPage() ? 'admin' : 'student'
}

/** Returns the token for an endpoint, for requests that do not use `callApi` (uploads with progress). */
export function tokenFor(endpoint: Pick<Endpoint, 'who'>): string | undefined {
  return resolveAudience(endpoint) === 'admin' ? adminSession()?.token : studentSession()?.token
}

/** Whether there is a login that may call an endpoint, as far as the browser knows. */
export function hasLoginFor(endpoint: Pick<Endpoint, 'who'>): boolean {
  if (endpoint.who === 'anyone') return true
  if (resolveAudience(endpoint) === 'student') return studentSession() !== undefined
  return isAllowed(endpoint.who, adminSession()?.role)
}

/**
 * Clears a login that the server rejected with 401; the layout then redirects to the login page.
 * @param sent the token of the request: a late reply to a request of an earlier login must not end the current one
 */
export function clearRejectedSession(endpoint: Pick<Endpoint, 'who'>, sent: string | undefined, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401 || endpoint.who === 'anyone' || !sent) return
  // This 401 is about the reply of an identity provider, not about our login.
  if (error.code === 'sign_in_failed') return
  if (sent === adminSession()?.token) clearAdminSession()
  if (sent === studentSession()?.token) clearStudentSession()
}

/**
 * Calls an endpoint. Throws ApiError if the server refuses the call or cannot be reached. If the server requires
 * reauthentication, asks for the password and repeats the call.
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
