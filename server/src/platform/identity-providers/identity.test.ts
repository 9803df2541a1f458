import { describe, expect, it } from 'vitest'
import {
  readAppleName,
  readMicrosoftClaims,
  readOpenIdClaims,
  readPinterestReply,
  readTikTokReply,
  readXReply,
  UnusableIdentityError,
} from './identity.ts'

const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
const oid = '00000000-0000-0000-66f3-3332eca7ea81'

describe('a Microsoft identity', () => {
  it('is the person in the tenant, whatever the email says', () => {
    const claims = { tid, oid, sub: 'pairwise', email: 'ada@school.example', email_verified: true, name: ' Ada ' }
    expect(readMicrosoftClaims(claims)).toEqual({
      subject: `${tid}:${oid}`,
      email: 'ada@school.example',
      isEmailVerified: false,
      name: 'Ada',
    })
  })

  it.each([{ oid }, { tid }, { tid, oid: 'x' }, { tid: '', oid }])('is refused without both ids: %j', (claims) => {
    expect(() => readMicrosoftClaims(claims)).toThrow(UnusableIdentityError)
  })
})

describe('a LinkedIn or Apple identity', () => {
  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
  ])('has an email that is verified if the claim is %j: %j', (claim, isEmailVerified) => {
    const claims = { sub: '1', email: 'a@b.example', email_verified: claim }
    expect(readOpenIdClaims(claims)).toEqual({ subject: '1', email: 'a@b.example', isEmailVerified, name: null })
  })

  it.each([undefined, null, '', 'not an email', 42])('has no email if the claim is %j', (email) => {
    const read = readOpenIdClaims({ sub: '1', email, email_verified: true })
    expect(read).toMatchObject({ email: null, isEmailVerified: false })
  })

  it.each([undefined, '', 7, 'x'.repeat(256)])('is refused if the subject is %j', (sub) => {
    expect(() => readOpenIdClaims({ sub })).toThrow(UnusableIdentityError)
  })
})

describe('an X identity', () => {
  it('has the email that X has confirmed', () => {
    const data = { id: '12', name: 'Ada', username: 'ada', confirmed_email: 'ada@x.example' }
    expect(readXReply({ data })).toEqual({
      subject: '12',
      email: 'ada@x.example',
      isEmailVerified: true,
      name: 'Ada',
    })
  })

  it('may have no email', () => {
    expect(readXReply({ data: { id: '12' } })).toMatchObject({ email: null, isEmailVerified: false, name: null })
  })

  it('is refused if X replied with errors', () => {
    expect(() => readXReply({ errors: [{ title: 'Forbidden' }] })).toThrow(UnusableIdentityError)
  })
})

describe('a Pinterest or TikTok identity', () => {
  const user = { open_id: 'o1', display_name: 'Ada' }
  const none = { email: null, isEmailVerified: false }

  it('has no email', () => {
    expect(readPinterestReply({ id: '5', username: 'ada', email: 'a@b.example' })).toEqual({
      subject: '5',
      name: 'ada',
      ...none,
    })
    expect(readTikTokReply({ data: { user }, error: { code: 'ok' } })).toEqual({ subject: 'o1', name: 'Ada', ...none })
  })

  it('is refused if TikTok reports an error next to it', () => {
    expect(() => readTikTokReply({ data: { user }, error: { code: 'access_token_invalid' } })).toThrow(
      UnusableIdentityError,
    )
  })
})

describe("Apple's name", () => {
  it('comes in a form field, at the first consent', () => {
    expect(readAppleName('{"name":{"firstName":"Ada","lastName":"Obi"},"email":"a@b.example"}')).toBe('Ada Obi')
  })

  it.each([undefined, '', 'null', '[]', '{"name":"Ada"}', '{"name":{"firstName":7}}', '{'])(
    'is missing if the field is %j',
    (user) => {
      expect(readAppleName(user)).toBeNull()
    },
  )
})
