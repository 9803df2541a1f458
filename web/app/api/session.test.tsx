import { beforeEach, describe, expect, it } from 'vitest'
import { clearStudentSession, deviceField, storeDevice, storeStudentSession, storeVideoTitle } from './session.ts'

beforeEach(() => localStorage.clear())

it('the email and the title of the quiz’s video are stored with the login, and removed at logout', () => {
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

describe('the secrets of a browser', () => {
  it('are sent with each call, one for each account that has logged in, the latest first', () => {
    expect(deviceField()).toEqual({})
    storeDevice('first')
    expect(localStorage.getItem('device')).toBe('first')
    storeDevice('second')
    expect(deviceField()).toEqual({ device: 'second first' })
    storeDevice('first')
    expect(deviceField()).toEqual({ device: 'first second' })
  })

  it('are those of the last fifty accounts', () => {
    for (let n = 0; n < 60; n += 1) storeDevice(`secret${n}`)
    const secrets = deviceField().device?.split(' ') ?? []
    expect(secrets).toHaveLength(50)
    expect([secrets[0], secrets.at(-1)]).toEqual(['secret59', 'secret10'])
  })
})
