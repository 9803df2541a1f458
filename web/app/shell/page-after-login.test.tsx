import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetPageAfterLogin, storePageAfterLogin, takePageAfterLogin, toOwnPage } from './page-after-login.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  for (const kind of ['student', 'admin'] as const) forgetPageAfterLogin(kind)
})

describe('the page after a login', () => {
  it.each([
    '/student/scholarship',
    '/student/trivia/page?video=5#top',
    '/admin/payment?reference=a-1',
    '/scholarship/2026-11',
  ])('may be %s', (address) => expect(toOwnPage(address)).toBe(address))

  it.each([
    '//evil.example/student/scholarship',
    '/\\evil.example/student/scholarship',
    '/\t/evil.example/student/scholarship',
    '/\n\\evil.example',
    'https://evil.example/student/scholarship',
    'https:/student/scholarship',
    'javascript:alert(1)',
    'student/scholarship',
    '/student/nothing-here',
    '/api/videos',
    '//[',
    '',
  ])('W-10 is never %j', (address) => {
    expect(toOwnPage(address)).toBeUndefined()
    storePageAfterLogin('student', address)
    expect(takePageAfterLogin('student')).toBeUndefined()
  })

  it('W-10 is not taken from storage that somebody changed to another site', () => {
    sessionStorage.setItem('pageAfterLogin', '//evil.example/')
    expect(takePageAfterLogin('student')).toBeUndefined()
  })

  it('is opened once, and only for the kind of account that asked for it', () => {
    storePageAfterLogin('student', '/student/scholarship')
    expect(takePageAfterLogin('admin')).toBeUndefined()
    expect(takePageAfterLogin('student')).toBe('/student/scholarship')
    expect(takePageAfterLogin('student')).toBeUndefined()
  })

  it('is remembered even if storage is disabled', () => {
    for (const method of ['setItem', 'getItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new Error('disabled')
      })
    storePageAfterLogin('student', '/student/scholarship')
    expect(takePageAfterLogin('student')).toBe('/student/scholarship')
    expect(takePageAfterLogin('student')).toBeUndefined()
  })
})
