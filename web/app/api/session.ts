// The logins of this browser. The storage keys are part of the product's interface. Without 'remember me' a login is stored in
// sessionStorage and ends with the tab; an open tab may pass it to a new one (shell/tab-logins.ts).
import { BROWSER_ACCOUNTS, adminRoles, listRoles, type AdminRole, type Roles } from '@baobab/contract/accounts/rules.ts'
import { useSyncExternalStore } from 'react'
import { showAppBadge } from './app-badge.ts'
import { findStored, phoneStorage, tabStorage, UNSENT_FORMS_KEY } from '../browser/storage.ts'

export type StudentSession = { token: string; username: string; email: string; studentId: string; ageCategory: string }
/** `username` is the name that pages call the guardian. */
export type GuardianSession = { token: string; username: string }
/** The roles are what the server last said, and are missing in logins from before roles existed. */
export type AdminSession = { token: string; username: string } & Partial<Roles>

// In the order in which they are stored, so that other tabs never see a token without knowing whose it is.
const studentKeys = {
  username: 'username',
  email: 'email',
  studentId: 'studentId',
  ageCategory: 'ageCategory',
  token: 'authToken',
} as const
const adminKeys = {
  username: 'adminUsername',
  role: 'adminRole',
  moreRoles: 'adminMoreRoles',
  token: 'adminAuthToken',
} as const
const guardianKeys = { username: 'guardianName', token: 'guardianAuthToken' } as const
const loginKeys = { student: studentKeys, admin: adminKeys, guardian: guardianKeys }

/** Whose login it is: each has keys, calls and a login page of its own. */
export type AccountKind = keyof typeof loginKeys

/** What is stored next to the student's login, and ends with it. */
const besideLogin = ['isPaid', 'videoTitle', 'dashboard'] as const

/** Stored separately, because secrets of several students mean that they share the phone. */
const deviceKeys = { student: 'device', admin: 'adminDevice', guardian: 'guardianDevice' } as const

const listeners = new Set<() => void>()
let version = 0

function notifyListeners(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Reads what is stored with the login of a token: the phone may hold a different person's login than the tab. */
const read = (tokenKey: string, key: string): string | undefined => storageWith(tokenKey).getItem(key) || undefined
const readStudent = (key: string) => read(studentKeys.token, key)
const readAdmin = (key: string) => read(adminKeys.token, key)

/** Stores a whole login: on the phone if it is remembered, otherwise (or if the phone’s storage fails) in the tab. */
function storeLogin(
  kind: AccountKind,
  values: Readonly<Record<string, string | undefined>> & { username: string },
  isRemembered: boolean,
): void {
  // A remembered login replaces the phone's in one step: if it were gone for a moment, other tabs would log out.
  removeLogin(kind, isRemembered || isPhoneOfOther(kind, values.username))
  if (isRemembered && kind === 'student') for (const key of besideLogin) phoneStorage.removeItem(key)
  rejected.delete(kind)
  const entries = Object.entries(loginKeys[kind]).map(([name, key]) => [key, values[name] ?? ''] as const)
  if (!isRemembered || !entries.every(([key, value]) => phoneStorage.setItem(key, value))) {
    if (isRemembered) removeLogin(kind, false)
    for (const [key, value] of entries) tabStorage.setItem(key, value)
  }
  notifyListeners()
}

/**
 * Clears the login of this tab, and the remembered one of the same account. If somebody else is remembered on the phone, the tab
 * stays without a login: with an empty token it does not become theirs.
 */
function clearLogin(kind: AccountKind): void {
  const { token, username } = loginKeys[kind]
  const isOther = tabStorage.getItem(token) !== null && isPhoneOfOther(kind, tabStorage.getItem(username))
  removeLogin(kind, isOther)
  if (isOther) tabStorage.setItem(token, '')
  notifyListeners()
}

/** Whether the phone remembers the login of another account. */
function isPhoneOfOther(kind: AccountKind, username: string | null): boolean {
  const keys = loginKeys[kind]
  // Without a username it is no login, or one that is being stored.
  const [token, owner] = [phoneStorage.getItem(keys.token), phoneStorage.getItem(keys.username)]
  return Boolean(token && owner) && owner !== username
}

function removeLogin(kind: AccountKind, keepsPhone: boolean): void {
  tabStorage.removeItem(UNSENT_FORMS_KEY)
  for (const key of [...Object.values(loginKeys[kind]), ...(kind === 'student' ? besideLogin : [])]) {
    tabStorage.removeItem(key)
    if (!keepsPhone) phoneStorage.removeItem(key)
  }
}

/** Returns the storage of the login with this token. */
const storageWith = (tokenKey: string) => (tabStorage.getItem(tokenKey) === null ? phoneStorage : tabStorage)

/**
 * The secrets by which the server recognises this browser, one for each account that has logged in here, as a field for a call's body. They
 * grant no access, so they stay after logout: other people's failed logins then never slow this browser down.
 */
export function deviceField(): { device?: string } {
  const secrets = [...readDevices('admin'), ...readDevices('student')].slice(0, BROWSER_ACCOUNTS)
  return secrets.length > 0 ? { device: secrets.join(' ') } : {}
}

function readDevices(kind: AccountKind): string[] {
  return (phoneStorage.getItem(deviceKeys[kind]) ?? '').split(' ').filter((secret) => secret !== '')
}

/** Whether more than one student has logged in on this phone, or we cannot tell. */
export const isSharedPhone = (): boolean => readDevices('student').length > 1 || findStored() !== 'all'

/** Stores the secret of an account, in front of those of other accounts. */
export function storeDevice(secret: string, owner: AccountKind): void {
  for (const kind of ['student', 'admin'] as const) {
    // Earlier versions stored the secrets of admins among those of students.
    const others = readDevices(kind).filter((other) => other !== secret)
    const secrets = kind === owner ? [secret, ...others].slice(0, BROWSER_ACCOUNTS) : others
    if (secrets.length > 0) phoneStorage.setItem(deviceKeys[kind], secrets.join(' '))
    else phoneStorage.removeItem(deviceKeys[kind])
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

/** Returns the guardian's login, if any. */
export function guardianSession(): GuardianSession | undefined {
  const [token, username] = [
    read(guardianKeys.token, guardianKeys.token),
    read(guardianKeys.token, guardianKeys.username),
  ]
  return token && username ? { token, username } : undefined
}

/** Whether the browser has a guardian's token, even without the name that a login needs. */
export const hasGuardianToken = (): boolean => read(guardianKeys.token, guardianKeys.token) !== undefined

/** Stores a guardian's login for this browser. */
export function storeGuardianSession(session: GuardianSession): void {
  storeLogin('guardian', session, true)
}

export function clearGuardianSession(): void {
  clearLogin('guardian')
}

/** Returns the admin's login, if any. */
export function adminSession(): AdminSession | undefined {
  const [token, username, stored] = [
    readAdmin(adminKeys.token),
    readAdmin(adminKeys.username),
    readAdmin(adminKeys.role),
  ]
  const role = adminRoles.find((one) => one === stored)
  const more = readAdmin(adminKeys.moreRoles)?.split(',')
  const moreRoles = adminRoles.filter((one) => more?.includes(one))
  return token && username ? { token, username, ...(role && { role, moreRoles }) } : undefined
}

/** Returns the roles of an admin's login; undefined until they are known. */
export const rolesOf = (session: AdminSession | undefined): readonly AdminRole[] | undefined =>
  session?.role && listRoles({ ...session, role: session.role })

/** Whether a student is logged in, in this tab or on the phone: then `email` on the phone may be that student's. */
export const hasLoginInBrowser = (): boolean =>
  [tabStorage, phoneStorage].some((storage) => storage.getItem(studentKeys.token))

/** Whether the student's login outlives the tab. */
export const isLoginRemembered = (): boolean => storageWith(studentKeys.token) === phoneStorage

/** Whether the browser has a student's token, which without a username is no login. */
export const hasStudentToken = (): boolean => readStudent(studentKeys.token) !== undefined

/** Whether the browser has an admin's token, even without the username that a login needs. */
export const hasAdminToken = (): boolean => readAdmin(adminKeys.token) !== undefined

/** Stores a student's login for this tab, or for this browser with `isRemembered`. */
export function storeStudentSession(session: StudentSession, isRemembered: boolean): void {
  storeLogin('student', session, isRemembered)
}

function storeBesideLogin(key: (typeof besideLogin)[number], value: string): void {
  storageWith(studentKeys.token).setItem(key, value)
}

/** Stores with the login that the student has paid. Only a hint for pages: the server decides what is open. */
export function storeIsPaid(): void {
  storeBesideLogin('isPaid', 'true')
}

/** Stores with the login the title of the video whose quiz was opened. */
export function storeVideoTitle(title: string): void {
  storeBesideLogin('videoTitle', title)
}

/** Stores with the login what the dashboard shows (dashboard/stored-dashboard.ts). */
export function storeDashboardText(text: string): void {
  storeBesideLogin('dashboard', text)
}

export const readDashboardText = (): string | undefined => readStudent('dashboard')

export function storeAdminSession({ moreRoles, ...session }: AdminSession, isRemembered: boolean): void {
  storeLogin('admin', { ...session, moreRoles: moreRoles?.join() }, isRemembered)
}

/** Stores the admin's roles with the login. They only decide what pages show: the server decides what is allowed. */
export function storeAdminRoles(roles: Roles): void {
  if (rolesOf(adminSession())?.join() === listRoles(roles).join()) return
  const storage = storageWith(adminKeys.token)
  storage.setItem(adminKeys.role, roles.role)
  storage.setItem(adminKeys.moreRoles, roles.moreRoles?.join() ?? '')
  notifyListeners()
}

/** Why the server rejected a login since this document was loaded, until the next login. */
const rejected = new Map<AccountKind, string>()

/** Returns why the server has rejected the login of this browser, so that there is no login any more. */
export const rejectionMessage = (kind: AccountKind): string | undefined => rejected.get(kind)

/** Clears a login that the server rejected. */
export function endRejectedSession(kind: AccountKind, message: string): void {
  rejected.set(kind, message)
  if (kind === 'admin') clearAdminSession()
  else if (kind === 'guardian') clearGuardianSession()
  else clearStudentSession()
}

/** Clears the student's login of this tab. The session on the server is ended by its own endpoint. */
export function clearStudentSession(): void {
  void showAppBadge(0)
  clearLogin('student')
}

export function clearAdminSession(): void {
  clearLogin('admin')
}

/** Follows what other tabs stored. If another student logged in on the phone, this tab stays without a login. */
function handleStored(): void {
  const shown = cached?.student?.username
  const { token } = studentKeys
  if (shown !== undefined && storageWith(token) === phoneStorage && isPhoneOfOther('student', shown))
    tabStorage.setItem(token, '')
  notifyListeners()
}

/** Frozen pages get no storage events. */
function handleShown({ persisted }: PageTransitionEvent): void {
  if (persisted) handleStored()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', handleStored)
  addEventListener('pageshow', handleShown)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', handleStored)
    removeEventListener('pageshow', handleShown)
  }
}

type Snapshot = {
  student: StudentSession | undefined
  admin: AdminSession | undefined
  guardian: GuardianSession | undefined
}
let cached: ({ version: number } & Snapshot) | undefined
function snapshot() {
  if (cached?.version !== version)
    cached = { version, student: studentSession(), admin: adminSession(), guardian: guardianSession() }
  return cached
}

/** The student's login as React state, updated when another tab logs in or out. */
export function useStudentSession(): StudentSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().student,
    // The build renders pages with a made-up student's login.
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

export function useGuardianSession(): GuardianSession | undefined {
  return useSyncExternalStore(
    subscribe,
    () => snapshot().guardian,
    () => undefined,
  )
}
