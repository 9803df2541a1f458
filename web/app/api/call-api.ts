// The one caller of the API in the browser: it picks the token by the endpoint's audience.
import { ApiError } from '@baobab/contract/api-error.ts'
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { requestReauthentication, isReauthenticationRequired } from './reauthentication.ts'
import { adminSession, clearAdminSession, clearStudentSession, studentSession } from './session.ts'

/** The console's pages; there an endpoint that both audiences may call is called as the admin. */
function isConsole(): boolean {
  return /^\/(admin\/|video-upload|trivia-form)/.test(location.pathname)
}

/** Whose token an endpoint gets. */
export function resolveAudience(endpoint: Pick<Endpoint, 'who'>): 'student' | 'admin' {
  if (endpoint.who === 'admin') return 'admin'
  return endpoint.who !== 'student' && isConsole() ? 'admin' : 'student'
}

/** The token that goes with an endpoint, for calls that do not go by `call` (uploads with progress). */
export function tokenFor(endpoint: Pick<Endpoint, 'who'>): string | undefined {
  return resolveAudience(endpoint) === 'admin' ? adminSession()?.token : studentSession()?.token
}

/**
 * A token that the server no longer knows is forgotten here as well; the layouts then lead to the login.
 * @param sent the token that went with the call: a late answer to an earlier login says nothing about the present one
 */
export function clearRejectedSession(endpoint: Pick<Endpoint, 'who'>, sent: string | undefined, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401 || endpoint.who === 'anyone' || !sent) return
  if (sent === adminSession()?.token) clearAdminSession()
  if (sent === studentSession()?.token) clearStudentSession()
}

/** Calls an endpoint. A refusal throws ApiError; one that wants the password again is asked about, and sent again. */
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
