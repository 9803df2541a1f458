import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearPendingVerification, readPendingVerification } from '../accounts/pending-verification.ts'
import {
  clearStudentSession,
  endRejectedSession,
  deviceField,
  isLoginRemembered,
  isSharedPhone,
  readDashboardText,
  storeDevice,
  storeStudentSession,
  storeVideoTitle,
  studentSession,
  useStudentSession,
  adminSession,
  rolesOf,
  storeAdminRoles,
  storeAdminSession,
} from './session.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('a remembered login that the phone cannot store moves to the tab as a whole', () => {
  const session = { token: 't', username: 'amina', email: '', studentId: 's', ageCategory: '' }
  const setItem = (key: string) => {
    if (key === 'username') throw new DOMException('full', 'QuotaExceededError')
  }
  const phone = { length: 0, key: () => null, getItem: () => null, removeItem: vi.fn<() => void>(), setItem }
  vi.stubGlobal('localStorage', phone)
  storeStudentSession(session, true)
  expect([sessionStorage.getItem('authToken'), sessionStorage.getItem('username')]).toEqual(['t', 'amina'])
  expect(phone.removeItem).toHaveBeenCalledWith('authToken')
  expect(studentSession()).toEqual(session)
  clearStudentSession()
})

it('the email and the quiz’s video title are stored with the login, and removed at logout', () => {
  const session = { token: 't', username: 'amina', email: 'amina@home.example', studentId: 's', ageCategory: '11-20' }
  for (const isRemembered of [true, false]) {
    const store = isRemembered ? localStorage : sessionStorage
    storeStudentSession(session, isRemembered)
    storeVideoTitle('The Lantern')
    expect([store.getItem('email'), store.getItem('videoTitle')]).toEqual(['amina@home.example', 'The Lantern'])
    clearStudentSession()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  }
})

describe('another student who is remembered on the phone', () => {
  const amina = { token: 'a', username: 'amina', email: 'amina@home.example', studentId: 'a', ageCategory: '6-10' }
  const bola = { token: 'b', username: 'bola', email: 'bola@home.example', studentId: 'b', ageCategory: '' }
  const phone = () =>
    Object.fromEntries(['authToken', 'username', 'email'].map((key) => [key, localStorage.getItem(key)]))
  const remembered = { authToken: 'a', username: 'amina', email: 'amina@home.example' }
  beforeEach(() => {
    storeStudentSession(amina, true)
    storeStudentSession(bola, false)
  })

  it('stays remembered while somebody else logs in for one tab', () => {
    expect([studentSession(), phone(), isLoginRemembered()]).toEqual([bola, remembered, false])
  })

  it.each([
    ['logs out', clearStudentSession],
    ['is rejected', () => endRejectedSession('student', 'Your session has ended.')],
  ])('R-43 stays remembered when somebody else %s, and the tab does not become hers', (_title, leave) => {
    leave()
    clearPendingVerification()
    expect([studentSession(), phone(), readPendingVerification()]).toEqual([undefined, remembered, undefined])
    clearStudentSession()
    expect([studentSession(), phone()]).toEqual([undefined, remembered])
    storeStudentSession(bola, false)
    expect(studentSession()).toEqual(bola)
  })

  it('is replaced by the next who is remembered, and forgotten with all logins of her account', () => {
    storeStudentSession({ ...amina, token: 'later' }, false)
    expect(phone()).toEqual({ authToken: null, username: null, email: null })
    storeStudentSession(bola, true)
    expect([phone()['username'], sessionStorage.length, isLoginRemembered()]).toEqual(['bola', 0, true])
    sessionStorage.setItem('authToken', 'b2')
    sessionStorage.setItem('username', 'bola')
    clearStudentSession()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })
})

it('nothing of the login of the phone is read for the other student of the tab', () => {
  const bola = { token: 'b', username: 'bola', email: 'bola@home.example', studentId: 'b', ageCategory: '' }
  storeStudentSession(bola, false)
  localStorage.setItem('authToken', 'a')
  localStorage.setItem('ageCategory', '6-10')
  localStorage.setItem('dashboard', '{}')
  expect([studentSession(), readDashboardText()]).toEqual([bola, undefined])
  clearStudentSession()
})

it.each(['storage', 'pageshow'])(
  'R-43 a tab does not become that of another student who logs in on the phone: %s',
  (type) => {
    const amina = { token: 'a', username: 'amina', email: '', studentId: 'a', ageCategory: '' }
    storeStudentSession(amina, true)
    const { result } = renderHook(useStudentSession)
    const change = (changes: Record<string, string>) => {
      for (const [key, value] of Object.entries(changes)) localStorage.setItem(key, value)
      act(() => {
        window.dispatchEvent(
          type === 'storage' ? new StorageEvent(type) : new PageTransitionEvent(type, { persisted: true }),
        )
      })
    }
    localStorage.removeItem('username')
    change({ authToken: 'later login' })
    change({ username: 'amina' })
    expect(result.current).toEqual({ ...amina, token: 'later login' })
    change({ authToken: 'b', username: 'bola', studentId: 'b' })
    expect([result.current, studentSession(), localStorage.getItem('username')]).toEqual([undefined, undefined, 'bola'])
  },
)

it('R-43 while another student logs in on the phone, a tab never logs her out nor becomes hers', () => {
  const amina = { token: 'a', username: 'amina', email: 'amina@home.example', studentId: 'a', ageCategory: '6-10' }
  const bola = { token: 'b', username: 'bola', email: 'bola@home.example', studentId: 'b', ageCategory: '11-20' }
  storeStudentSession(amina, true)
  const read = () => Object.fromEntries(Object.entries(localStorage))
  const before = read()
  // What the tab of the other student writes, one after the other.
  const writes: (() => void)[] = []
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) writes.push(() => localStorage.setItem(key, value))
  })
  const removed = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    if (this === localStorage) writes.push(() => localStorage.removeItem(key))
  })
  storeStudentSession(bola, true)
  set.mockRestore()
  removed.mockRestore()
  expect(read()).toEqual(before)

  const { result } = renderHook(useStudentSession)
  expect(result.current).toEqual(amina)
  for (const write of writes) {
    write()
    act(() => {
      window.dispatchEvent(new StorageEvent('storage'))
    })
    // The session guard does this as soon as it sees no login.
    if (!result.current) act(clearStudentSession)
    expect(result.current?.username).not.toBe('bola')
  }
  expect(result.current).toBeUndefined()
  expect(read()).toMatchObject({ authToken: 'b', username: 'bola', email: 'bola@home.example' })
})

it('a page that was frozen knows of a logout when it is shown again', () => {
  storeStudentSession({ token: 't', username: 'amina', email: '', studentId: 's', ageCategory: '' }, true)
  const { result } = renderHook(useStudentSession)
  // Frozen pages get no storage events.
  for (const key of ['authToken', 'username']) localStorage.removeItem(key)
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(result.current).toBeUndefined()
})

it('an admin’s login keeps several roles, and follows a change', () => {
  storeAdminSession({ token: 't', username: 'ngozi', role: 'support', moreRoles: ['finance'] }, true)
  expect(rolesOf(adminSession())).toEqual(['support', 'finance'])
  storeAdminRoles({ role: 'content', moreRoles: [] })
  expect(rolesOf(adminSession())).toEqual(['content'])
  storeAdminRoles({ role: 'content', moreRoles: ['finance'] })
  expect(rolesOf(adminSession())).toEqual(['content', 'finance'])
  // As stored by a page of an earlier release.
  localStorage.setItem('adminMoreRoles', 'king,finance')
  expect(rolesOf(adminSession())).toEqual(['content', 'finance'])
  localStorage.removeItem('adminRole')
  expect(rolesOf(adminSession())).toBeUndefined()
})

describe('the secrets of a browser', () => {
  it('tell whether several students use the phone; admins do not count', () => {
    storeDevice('amina', 'student')
    storeDevice('ngozi', 'admin')
    expect([isSharedPhone(), deviceField()]).toEqual([false, { device: 'ngozi amina' }])
    // Earlier versions stored an admin's secret like this.
    localStorage.setItem('device', 'amina ngozi')
    expect(isSharedPhone()).toBe(true)
    storeDevice('ngozi', 'admin')
    expect(isSharedPhone()).toBe(false)
    storeDevice('bola', 'student')
    expect(isSharedPhone()).toBe(true)
    localStorage.clear()
    vi.stubGlobal('localStorage', null)
    expect(isSharedPhone()).toBe(true)
  })

  it('are sent with each call, one for each account that has logged in, the latest first', () => {
    expect(deviceField()).toEqual({})
    storeDevice('first', 'student')
    expect(localStorage.getItem('device')).toBe('first')
    storeDevice('second', 'student')
    expect(deviceField()).toEqual({ device: 'second first' })
    storeDevice('first', 'student')
    expect(deviceField()).toEqual({ device: 'first second' })
  })

  it('are those of the last fifty accounts', () => {
    for (let n = 0; n < 60; n += 1) storeDevice(`secret${n}`, 'student')
    const secrets = deviceField().device?.split(' ') ?? []
    expect(secrets).toHaveLength(50)
    expect([secrets[0], secrets.at(-1)]).toEqual(['secret59', 'secret10'])
  })
})
