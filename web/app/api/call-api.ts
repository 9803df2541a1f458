// Calls the API from the browser. Who may call an endpoint decides which login is used.
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { ApiError, type Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { isAdminPage } from '@baobab/contract/kernel/pages.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { fetchOrTakeEarly } from './early-replies.ts'
import { requestReauthentication, isReauthenticationRequired } from './reauthentication.ts'
import {
  adminSession,
  endRejectedSession,
  guardianSession,
  rolesOf,
  studentSession,
  type AccountKind,
} from './session.ts'
import { REPLY_MS, withTimeLimit } from './time-limit.ts'

/** Returns whose login an endpoint is called with. If both students and admins may call it, admin pages use the admin's. */
function resolveKind({ who }: Pick<Endpoint, 'who'>): AccountKind {
  if (who === 'guardian') return 'guardian'
  if (!isAllowed(who, 'student')) return 'admin'
  return isAllowed(who, 'owner') && isAdminPage(location.pathname) ? 'admin' : 'student'
}

/** Returns the token for an endpoint, for requests that do not use `callApi` (uploads with progress). */
export function tokenFor(endpoint: Pick<Endpoint, 'who'>): string | undefined {
  const sessions = { admin: adminSession, student: studentSession, guardian: guardianSession }
  return sessions[resolveKind(endpoint)]()?.token
}

/** Whether this browser has a login that may call an endpoint, as far as it knows. */
export function hasLoginFor(endpoint: Pick<Endpoint, 'who'>): boolean {
  if (endpoint.who === 'anyone') return true
  if (resolveKind(endpoint) === 'guardian') return guardianSession() !== undefined
  if (resolveKind(endpoint) === 'student') return studentSession() !== undefined
  return isAllowed(endpoint.who, rolesOf(adminSession()))
}

/**
 * Clears a login that the server rejected with 401; the layout then redirects to the login page.
 * @param sent the token of the request: a late reply to a request of an earlier login must not end the current one
 */
export function clearRejectedSession(
  endpoint: Pick<Endpoint, 'who' | 'method'>,
  sent: string | undefined,
  error: unknown,
): void {
  if (!(error instanceof ApiError) || error.status !== 401 || endpoint.who === 'anyone' || !sent) return
  // This 401 is about the identity provider's reply, not our login.
  if (error.code === 'sign_in_failed') return
  // After an action, show what the server says about it, such as 'You must be logged in to submit an answer.'
  const message = (endpoint.method !== 'GET' && error.message) || commonText.sessionEnded
  if (sent === adminSession()?.token) endRejectedSession('admin', message)
  if (sent === guardianSession()?.token) endRejectedSession('guardian', message)
  if (sent === studentSession()?.token) endRejectedSession('student', message)
}

/** Some admin lists and statistics take longer to compute than a student would wait. */
const ADMIN_REPLY_MS = 60_000

/** Adds the time limit to each request, except uploads: they take as long as their files need. */
function limitTime(endpoint: Pick<Endpoint, 'who'>, send: Caller): Caller {
  const ms = resolveKind(endpoint) === 'admin' ? ADMIN_REPLY_MS : REPLY_MS
  return (called, input, options = {}) =>
    'body' in input && input.body instanceof FormData
      ? send(called, input, options)
      : withTimeLimit((signal) => send(called, input, { ...options, signal }), { signal: options.signal, ms })
}

async function fetchAndNoteTag(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchOrTakeEarly(url, init)
  noteTag(url, response)
  return response
}

/**
 * Calls an endpoint. Throws ApiError if the server refuses the call, cannot be reached or does not reply in time. If the server requires
 * reauthentication, asks for the password and repeats the call.
 */
export const callApi: Caller = async (endpoint, input, options) => {
  const token = tokenFor(endpoint)
  const send = limitTime(endpoint, createClient({ token: () => token, fetch: fetchAndNoteTag }))
  return send(endpoint, input, options)
    .catch(async (error: unknown) => {
      // Not limited to endpoints that always require it: for some, it depends on the action in the body.
      if (isReauthenticationRequired(error) && (await requestReauthentication())) return send(endpoint, input, options)
      throw error
    })
    .catch((error: unknown) => {
      clearRejectedSession(endpoint, token, error)
      throw error
    })
}

/** Calls a student endpoint with a request that may outlive the page, for when the student leaves it. */
export const callKeepalive: Caller = (endpoint, input) =>
  createClient({
    token: () => tokenFor(endpoint),
    fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  })(endpoint, input)

// The ETag of each address's last reply. An event with the tag of a reply that is already loaded brings nothing new.
const tags = new Map<string, string>()

/** Notes the tag of a reply, if it has one. */
function noteTag(url: string, { headers }: Response): void {
  const tag = headers.get('etag')
  if (tag !== null) tags.set(url, tag)
}

/** Returns the tag of the last reply from an address. */
export const lastTagOf = (url: string): string | undefined => tags.get(url)
