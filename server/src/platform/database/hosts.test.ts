import { describe, expect, it } from 'vitest'
import { readHosts, sayHosts, toConnection, toNodeUrl } from './hosts.ts'

const three = 'postgres://app:p%40ss@one:5432,two,[::1]:5433/baobab?sslmode=verify-full&target_session_attrs=read-write'

it('a URL with one host is used as it is', () => {
  for (const url of [
    'postgres://app@db/baobab',
    'postgresql://app:x@db:5433/baobab?sslmode=no-verify',
    'postgres:///baobab',
  ]) {
    expect(readHosts(url)).toEqual({ urls: [url] })
    expect(toConnection(url)).toEqual({ connectionString: url })
  }
})

it('a URL with several hosts is a URL for each, with the same role, database and options', () => {
  const rest = 'baobab?sslmode=verify-full'
  expect(readHosts(three)).toEqual({
    urls: [
      `postgres://app:p%40ss@one:5432/${rest}`,
      `postgres://app:p%40ss@two/${rest}`,
      `postgres://app:p%40ss@[::1]:5433/${rest}`,
    ],
    wanted: 'read-write',
  })
  expect(sayHosts(three)).toBe('one:5432, two, [::1]:5433')
})

it('a URL of one host may ask for the primary too', () => {
  const url = 'postgres://app@db/baobab?target_session_attrs=read-write'
  expect(readHosts(url)).toEqual({ urls: ['postgres://app@db/baobab'], wanted: 'read-write' })
})

it('the URL of a node has the same role, database and options', () => {
  const rest = 'baobab?sslmode=verify-full'
  expect(toNodeUrl(three, { host: 'worker', port: 5432 })).toBe(`postgres://app:p%40ss@worker:5432/${rest}`)
  expect(toNodeUrl(`postgres://app@db/${rest}`, { host: '::1', port: 6000 })).toBe(`postgres://app@[::1]:6000/${rest}`)
})

it.each([
  ['mysql://db/baobab', 'must look like postgres://'],
  ['baobab', 'must look like postgres://'],
  ['postgres://app@one,,two/baobab?target_session_attrs=read-write', 'must look like postgres://'],
  ['postgres://app@one:x,two/baobab?target_session_attrs=read-write', 'must look like postgres://'],
  ['postgres://app@one,two/baobab', 'names several hosts, so it needs target_session_attrs=read-write'],
  ['postgres://app@one,two/baobab?target_session_attrs=any', 'supports target_session_attrs=read-write'],
])('%s is refused', (url, reason) => {
  expect(() => readHosts(url)).toThrow(reason)
})

it('a refusal never names the password', () => {
  expect(() => readHosts('postgres://app:secret@one,two/baobab')).toThrow(/^(?!.*secret)/)
})

describe('with TLS', () => {
  const check = (name: string) => {
    const { ssl } = toConnection(three)
    if (typeof ssl !== 'object') throw new Error('There is no TLS.')
    return ssl.checkServerIdentity?.('one', { subject: { CN: name }, subjectaltname: `DNS:${name}` } as never)
  }

  it('a certificate of any of the hosts is accepted, and no other', () => {
    expect(check('one')).toBeUndefined()
    expect(check('two')).toBeUndefined()
    expect(check('elsewhere')).toBeInstanceOf(Error)
  })

  it('a URL that accepts any certificate still does', () => {
    const { ssl } = toConnection(three.replace('verify-full', 'no-verify'))
    expect(ssl).toMatchObject({ rejectUnauthorized: false })
  })
})
