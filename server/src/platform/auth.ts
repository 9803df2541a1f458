// Who is calling, and whether that one may.
import type { Endpoint, Who } from '@baobab/contract/endpoint.ts'
import { FRESH_LOGIN_MS } from '@baobab/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

export type StudentPerson = { kind: 'student'; id: string; username: string; sessionId: string; birth: string }
export type AdminPerson = { kind: 'admin'; id: string; username: string; sessionId: string; confirmedAt: Date }
export type Person = StudentPerson | AdminPerson

export type PersonOf<W extends Who> = {
  anyone: Person | undefined
  student: StudentPerson
  admin: AdminPerson
  user: Person
}[W]

/** Finds the living session of a token; a dead or unknown token is nobody. */
export type ReadSession = (token: string) => Promise<Person | undefined>

/** The bearer token of a request, if it carries one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Lets a caller pass or refuses: 401 where a token is needed and none lives, 403 where it is another audience's.
 * Runs before the body is read, so a stranger learns nothing from how a body is judged.
 */
export function admit(endpoint: Pick<Endpoint, 'who' | 'unauthorised'>, person: Person | undefined): void {
  if (endpoint.who === 'anyone') return
  if (!person) fail('unauthorised', endpoint.unauthorised ? { message: endpoint.unauthorised } : {})
  if (endpoint.who !== 'user' && endpoint.who !== person.kind) fail('forbidden')
}

/** Refuses a path about somebody else, in the same words whether that name exists or not (security.md, common 4). */
export function requireSelf(person: Person, username: string): void {
  if (person.username.toLowerCase() !== username.toLowerCase()) fail('forbidden')
}

/** Refuses an admin whose password was not given lately: a session that was left open is not enough (decisions 2). */
export function requireFreshLogin(person: Person | undefined, now: Date): void {
  if (person?.kind !== 'admin' || now.getTime() - person.confirmedAt.getTime() > FRESH_LOGIN_MS) fail('reauth_required')
}
