// Who is calling, and whether that one may.
import type { Endpoint, Who } from '@baobab/contract/endpoint.ts'
import { REAUTHENTICATION_MS } from '@baobab/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

export type StudentUser = { kind: 'student'; id: string; username: string; sessionId: string; birth: string }
export type AdminUser = { kind: 'admin'; id: string; username: string; sessionId: string; confirmedAt: Date }
export type SessionUser = StudentUser | AdminUser

export type SessionUserFor<W extends Who> = {
  anyone: SessionUser | undefined
  student: StudentUser
  admin: AdminUser
  user: SessionUser
}[W]

/** Finds the living session of a token; a dead or unknown token is nobody. */
export type ReadSession = (token: string) => Promise<SessionUser | undefined>

/** The bearer token of a request, if it carries one. */
export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Lets a caller pass or refuses: 401 where a token is needed and none lives, 403 where it is another audience's.
 * Runs before the body is read, so a stranger learns nothing from how a body is judged.
 */
export function requireAudience(endpoint: Pick<Endpoint, 'who' | 'unauthorised'>, user: SessionUser | undefined): void {
  if (endpoint.who === 'anyone') return
  if (!user) fail('unauthorised', endpoint.unauthorised ? { message: endpoint.unauthorised } : {})
  if (endpoint.who !== 'user' && endpoint.who !== user.kind) fail('forbidden')
}

/** Refuses a path about somebody else, in the same words whether that name exists or not (security.md, common 4). */
export function requireSelf(user: SessionUser, username: string): void {
  if (user.username.toLowerCase() !== username.toLowerCase()) fail('forbidden')
}

/** Refuses an admin whose password was not given lately: a session that was left open is not enough (decisions 2). */
export function requireReauthentication(user: SessionUser | undefined, now: Date): void {
  if (user?.kind !== 'admin' || now.getTime() - user.confirmedAt.getTime() > REAUTHENTICATION_MS)
    fail('reauth_required')
}
