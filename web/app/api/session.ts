// Who is logged in on this phone. The keys are SPEC.md's; a token without remember-me dies with the tab.
import { useSyncExternalStore } from 'react'

export type StudentSession = { token: string; username: string; email: string; studentId: string; ageCategory: string }
export type AdminSession = { token: string; username: string }

const studentKeys = {
  token: 'authToken',
  username: 'username',
  email: 'email',
  studentId: 'studentId',
  ageCategory: 'ageCategory',
} as const
const adminKeys = { token: 'adminAuthToken', username: 'adminUsername' } as const

const listeners = new Set<() => void>()
let version = 0

function changed(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Storage can be switched off or full; then the login lives as long as the page. */
const memory = new Map<string, string>()
const stores = (): Storage[] => {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}
function read(key: string): string | undefined {
  for (const store of stores()) {
    const value = store.getItem(key)
    if (value) return value
  }
  return memory.get(key)
}
function write(key: string, value: string, store: Storage | undefined): void {
  try {
    if (!store) throw new Error('no storage')
    store.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}
function remove(key: string): void {
  memory.delete(key)
  for (const store of stores()) store.removeItem(key)
}

function storeFor(isRemembered: boolean): Storage | undefined {
  const [tab, phone] = stores()
  return isRemembered ? phone : tab
}

/** The student logged in here, if any. */
export function studentSession(): StudentSession | undefined {
  const [token, username] = [read(studentKeys.token), read(studentKeys.username)]
  if (!token || !username) return undefined
  const rest = {
    email: read(studentKeys.email),
    studentId: read(studentKeys.studentId),
    ageCategory: read(studentKeys.ageCategory),
  }
  return {
    token,
    username,
    email: rest.email ?? '',
    studentId: rest.studentId ?? '',
    ageCategory: rest.ageCategory ?? '',
  }
}

/** The admin logged in here, if any. */
export function adminSession(): AdminSession | undefined {
  const [token, username] = [read(adminKeys.token), read(adminKeys.username)]
  return token && username ? { token, username } : undefined
}

/** Keeps a student's login: in this tab, or with remember-me on this phone. */
export function storeStudentSession(session: StudentSession, isRemembered: boolean): void {
  forget(Object.values(studentKeys))
  const store = storeFor(isRemembered)
  for (const [name, key] of Object.entries(studentKeys)) write(key, session[name as keyof StudentSession], store)
  changed()
}

/** Notes beside the login that its student has paid. A hint for screens: what is open is the server's to say. */
export function storeIsPaid(): void {
  write(
    'isPaid',
    'true',
    stores().find((store) => store.getItem(studentKeys.token)),
  )
}

export function storeAdminSession(session: AdminSession, isRemembered: boolean): void {
  forget(Object.values(adminKeys))
  const store = storeFor(isRemembered)
  for (const [name, key] of Object.entries(adminKeys)) write(key, session[name as keyof AdminSession], store)
  changed()
}

function forget(keys: readonly string[]): void {
  for (const key of keys) remove(key)
}

/** Forgets the student on this phone; the server's session is ended by its own endpoint. */
export function clearStudentSession(): void {
  forget([...Object.values(studentKeys), 'isPaid', 'videoTitle'])
  changed()
}

export function clearAdminSession(): void {
  forget(Object.values(adminKeys))
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', changed)
  }
}

let cached: { version: number; student: StudentSession | undefined; admin: AdminSession | undefined } | undefined
function snapshot() {
  if (cached?.version !== version) cached = { version, student: studentSession(), admin: adminSession() }
  return cached
}

/** The student session as React state: another tab's logout is seen here too. */
export function useStudentSession(): StudentSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().student,
    () => undefined,
  )
}

export function useAdminSession(): AdminSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().admin,
    () => undefined,
  )
}
