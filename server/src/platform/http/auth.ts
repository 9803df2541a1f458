// Identifies the caller of a request and decides whether they may call the endpoint.
import type { Declaration } from '@baobab/contract/kernel/endpoint.ts'
import { REAUTHENTICATION_MS, isAllowed, type AdminRole, type Who } from '@baobab/contract/accounts/rules.ts'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

export type StudentUser = { kind: 'student'; id: string; username: string; sessionId: string; birth: string }
export type AdminUser = {
  kind: 'admin'
  id: string
  username: string
  /** As stored at the time of the request, so that a change takes effect immediately. */
  roles: readonly AdminRole[]
  sessionId: string
  /** When the admin last entered the password in this session. */
  confirmedAt: Date
}
export type GuardianUser = {
  kind: 'guardian'
  id: string
  name: string
  sessionId: string
  /** When the guardian last entered the password in this session. */
  confirmedAt: Date
}
export type SessionUser = StudentUser | GuardianUser | AdminUser

/** The type of the caller that an endpoint's audience guarantees. */
export type SessionUserFor<W extends Who> = W extends 'anyone'
  ? SessionUser | undefined
  : W extends 'student'
    ? StudentUser
    : W extends 'guardian'
      ? GuardianUser
      : W extends readonly (infer Role)[]
        ? Extract<Role, 'student'> extends never
          ? AdminUser
          : StudentUser | AdminUser
        : AdminUser

/** Finds the user of a session token; undefined if the token is unknown, expired or revoked. */
export type ReadSession = (token: string) => Promise<SessionUser | undefined>

/** Returns the bearer token of a request, if it has one. */
export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Refuses a caller outside the endpoint's audience: 401 without a valid session, 403 for a student or for roles that may not call
 * it. Runs before the body is read, so that validation errors reveal nothing to unauthorised callers.
 */
export function requireAudience(
  endpoint: Pick<Declaration, 'who' | 'unauthorised'>,
  user: SessionUser | undefined,
): void {
  if (isAllowed(endpoint.who, user?.kind === 'admin' ? user.roles : user?.kind)) return
  if (!user) fail('unauthorised', endpoint.unauthorised ? { message: endpoint.unauthorised } : {})
  fail('forbidden')
}

/** Refuses a path that names another user, with the same reply whether that username exists or not. */
export function requireSelf(user: StudentUser | AdminUser, username: string): void {
  if (user.username.toLowerCase() !== username.toLowerCase()) fail('forbidden')
}

/** Refuses an admin who has not entered the password recently, so that an unattended session cannot be misused. */
export function requireReauthentication(user: SessionUser | undefined, now: Date): void {
  if (user?.kind !== 'admin' || now.getTime() - user.confirmedAt.getTime() > REAUTHENTICATION_MS)
    fail('reauth_required')
}
