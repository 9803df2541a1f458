// The logins of this browser. The storage keys are part of the product's interface. Without 'remember me' a login is in
// sessionStorage and ends with the tab; an open tab may pass it to a new one (shell/tab-logins.ts).
import { BROWSER_ACCOUNTS, adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { useSyncExternalStore } from 'react'
import { showAppBadge } from './app-badge.ts'
import { findStored, phoneStorage, tabStorage, UNSENT_FORMS_KEY } from '../browser/storage.ts'

export type StudentSession = { token: string; username: string; email: string; studentId: string; ageCategory: string }
/** `role` is as of the last time that it was asked for, and missing in logins from before roles existed. */
export type AdminSession = { token: string; username: string; role?: AdminRole | undefined }

const studentKeys = {
  token: 'authToken',
  username: 'username',
  email: 'email',
  studentId: 'studentId',
  ageCategory: 'ageCategory',
} as const
const adminKeys = { token: 'adminAuthToken', username: 'adminUsername', role: 'adminRole' } as const

/** Stored separately, because the secrets of several students show that they share the phone. */
const deviceKeys = { student: 'device', admin: 'adminDevice' } as const
type Audience = keyof typeof deviceKeys

const listeners = new Set<() => void>()
let version = 0

function notifyListeners(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Reads what is stored with the login of a token: the phone may have the login of somebody else than the tab. */
const read = (tokenKey: string, key: string): string | undefined => storageWith(tokenKey).getItem(key) || undefined
const readStudent = (key: string) => read(studentKeys.token, key)
const readAdmin = (key: string) => read(adminKeys.token, key)

/** Stores a login as a whole: on the phone if it is remembered, which a full or refused storage makes a login of the tab. */
function writeLogin(entries: readonly (readonly [key: string, value: string])[], isRemembered: boolean): void {
  if (isRemembered && entries.every(([key, value]) => phoneStorage.setItem(key, value))) return
  for (const [key, value] of entries) {
    phoneStorage.removeItem(key)
    tabStorage.setItem(key, value)
  }
}

/** Returns the storage of the login with this token. */
const storageWith = (tokenKey: string) => (tabStorage.getItem(tokenKey) ? tabStorage : phoneStorage)

function remove(key: string): void {
  tabStorage.removeItem(key)
  phoneStorage.removeItem(key)
}

/**
 * The secrets by which the server recognises this browser, one for each account that has logged in here, as a field of a
 * call's body. They open nothing, so they stay after logout: other people's failed logins then never slow this browser down.
 */
export function deviceField(): { device?: string } {
  const secrets = [...readDevices('admin'), ...readDevices('student')].slice(0, BROWSER_ACCOUNTS)
  return secrets.length > 0 ? { device: secrets.join(' ') } : {}
}

function readDevices(audience: Audience): string[] {
  return (phoneStorage.getItem(deviceKeys[audience]) ?? '').split(' ').filter((secret) => secret !== '')
}

/** Whether more than one student has logged in on this phone, or that cannot be known. */
export const isSharedPhone = (): boolean => readDevices('student').length > 1 || findStored() !== 'all'

/** Stores the secret of an account, in front of those of other accounts. */
export function storeDevice(secret: string, owner: Audience): void {
  for (const audience of ['student', 'admin'] as const) {
    // Earlier versions stored the secrets of admins among those of students.
    const others = readDevices(audience).filter((other) => other !== secret)
    const secrets = audience === owner ? [secret, ...others].slice(0, BROWSER_ACCOUNTS) : others
    if (secrets.length > 0) phoneStorage.setItem(deviceKeys[audience], secrets.join(' '))
    else phoneStorage.removeItem(deviceKeys[audience])
  }
}

/** Returns the student's login, if any. */
export function studentSession(): StudentSession | undefined {
  const [token, username] = [readStudent(studentKeys.token), readStudent(studentKeys.username)]
  if (!token || !username) return undefined
  const rest = {
    email: readStudent(studentKeys.email),
    studentId: readStudent(studentKeys.studentId),
    ageCategory: readStudent(studentKeys.ageCategory),
  }
  return {
    token,
    username,
    email: rest.email ?? '',
    studentId: rest.studentId ?? '',
    ageCategory: rest.ageCategory ?? '',
  }
}

/** Returns the admin's login, if any. */
export function adminSession(): AdminSession | undefined {
  const [token, username, stored] = [
    readAdmin(adminKeys.token),
    readAdmin(adminKeys.username),
    readAdmin(adminKeys.role),
  ]
  const role = adminRoles.find((one) => one === stored)
  return token && username ? { token, username, role } : undefined
}

/** Whether the browser has a student's token, which without a username is no login. */
export const hasStudentToken = (): boolean => readStudent(studentKeys.token) !== undefined

/** Whether the browser has an admin's token, which without a username is no login. */
export const hasAdminToken = (): boolean => readAdmin(adminKeys.token) !== undefined

/** Stores a student's login: for this tab, or with `isRemembered` in this browser. */
export function storeStudentSession(session: StudentSession, isRemembered: boolean): void {
  removeAll([...Object.values(studentKeys), ...besideLogin, UNSENT_FORMS_KEY])
  rejected.delete('student')
  const names = Object.keys(studentKeys) as (keyof StudentSession)[]
  writeLogin(
    names.map((name) => [studentKeys[name], session[name]]),
    isRemembered,
  )
  notifyListeners()
}

/** What is stored next to the student's login, and ends with it. */
const besideLogin = ['isPaid', 'videoTitle', 'dashboard'] as const

function storeBesideLogin(key: (typeof besideLogin)[number], value: string): void {
  storageWith(studentKeys.token).setItem(key, value)
}

/** Stores next to the login that the student has paid. Only a hint for pages: the server decides what is open. */
export function storeIsPaid(): void {
  storeBesideLogin('isPaid', 'true')
}

/** Stores next to the login the title of the video that was opened for its quiz. */
export function storeVideoTitle(title: string): void {
  storeBesideLogin('videoTitle', title)
}

/** Stores next to the login what the dashboard shows (dashboard/stored-dashboard.ts). */
export function storeDashboardText(text: string): void {
  storeBesideLogin('dashboard', text)
}

export const readDashboardText = (): string | undefined => readStudent('dashboard')

export function storeAdminSession(session: AdminSession, isRemembered: boolean): void {
  removeAll([...Object.values(adminKeys), UNSENT_FORMS_KEY])
  rejected.delete('admin')
  const names = Object.keys(adminKeys) as (keyof AdminSession)[]
  writeLogin(
    names.map((name) => [adminKeys[name], session[name] ?? '']),
    isRemembered,
  )
  notifyListeners()
}

/** Stores the admin's role next to the login. It only decides what pages show: the server decides what is allowed. */
export function storeAdminRole(role: AdminRole): void {
  if (adminSession()?.role === role) return
  storageWith(adminKeys.token).setItem(adminKeys.role, role)
  notifyListeners()
}

function removeAll(keys: readonly string[]): void {
  for (const key of keys) remove(key)
}

/** Why the server rejected a login since this document was loaded, until the next login. */
const rejected = new Map<Audience, string>()

/** Returns why the server has rejected the login of this browser, so that there is no login any more. */
export const rejectionMessage = (audience: Audience): string | undefined => rejected.get(audience)

/** Clears a login that the server rejected. */
export function endRejectedSession(audience: Audience, message: string): void {
  rejected.set(audience, message)
  if (audience === 'admin') clearAdminSession()
  else clearStudentSession()
}

/** Clears the student's login in this browser. The session on the server is ended by its own endpoint. */
export function clearStudentSession(): void {
  void showAppBadge(0)
  removeAll([...Object.values(studentKeys), ...besideLogin, UNSENT_FORMS_KEY])
  notifyListeners()
}

export function clearAdminSession(): void {
  removeAll([...Object.values(adminKeys), UNSENT_FORMS_KEY])
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', notifyListeners)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', notifyListeners)
  }
}

let cached: { version: number; student: StudentSession | undefined; admin: AdminSession | undefined } | undefined
function snapshot() {
  if (cached?.version !== version) cached = { version, student: studentSession(), admin: adminSession() }
  return cached
}

/** The student's login as React state, also when another tab logs in or out. */
export function useStudentSession(): StudentSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().student,
    // When the build renders a page, the login of a made-up student.
    () => snapshot().student,
  )
}

export function useAdminSession(): AdminSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().admin,
    () => undefined,
  )
}
