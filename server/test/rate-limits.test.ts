// Tests the limits for network addresses and accounts over HTTP, with limits small enough to reach.
import { randomUUID } from 'node:crypto'
import { logInStudent, registerStudent } from '@baobab/contract/accounts/endpoints.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { unreadNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { createHttp } from '../src/http.ts'
import { Refusal } from '../src/platform/http/errors.ts'
import { makeStudent, PASSWORD, registration, unique } from './factories.ts'
import { startTestApp, type TestApp, openTestApp } from './harness.ts'

/** 10 calls and 1 failed login a minute, 3 registrations an hour, and 6 calls a minute per account. */
const FACTOR = '0.01'

const t = await openTestApp({ RATE_LIMIT_FACTOR: FACTOR })

type Call = { address: string; payload?: object; token?: string; to?: TestApp }

/** Makes a call from an address. @returns 'refused' for 429 with a time to wait, otherwise the status */
async function call(endpoint: Endpoint, { address, payload, token, to = t }: Call) {
  const { statusCode, headers } = await to.http.inject({
    method: endpoint.method as 'GET' | 'POST',
    url: endpoint.path,
    remoteAddress: address,
    ...(payload ? { payload } : {}),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  return statusCode === 429 && Number(headers['retry-after']) > 0 ? 'refused' : statusCode
}

/** Makes the same call several times and returns the outcomes. */
async function repeat(times: number, action: (n: number) => Promise<number | string>) {
  const outcomes = []
  for (let n = 0; n < times; n += 1) outcomes.push(await action(n))
  return outcomes
}
const times = (count: number, outcome: number | string) => Array<number | string>(count).fill(outcome)

let addresses = 0
/** Returns an IPv4 address that no other test uses. */
const newAddress = () => `198.51.100.${(addresses += 1)}`
/** Returns the first two parts (/32) of IPv6 addresses that no other test uses. */
const newPrefix = () => `2001:${(addresses += 1).toString(16)}`

describe('one network address', () => {
  it('may make a limited number of calls a minute without a login', async () => {
    const address = newAddress()
    const outcomes = await repeat(11, () => call(listVideos, { address }))
    expect(outcomes).toEqual([...times(10, 200), 'refused'])
    expect(await call(listVideos, { address: newAddress() })).toBe(200)
  })

  it('R-32 may register a limited number of students an hour', async () => {
    const address = newAddress()
    const outcomes = await repeat(4, () => call(registerStudent, { address, payload: registration() }))
    expect(outcomes).toEqual([...times(3, 201), 'refused'])
    expect(await call(registerStudent, { address: newAddress(), payload: registration() })).toBe(201)
  })

  it('R-11 may fail a limited number of logins a minute, to different accounts', async () => {
    const address = newAddress()
    const fail = () =>
      call(logInStudent, { address, payload: { email: `${unique('n')}@nowhere.example`, password: PASSWORD } })
    expect(await repeat(2, fail)).toEqual([401, 'refused'])
  })

  it('that has failed too often cannot log in even with the right password, so further guessing is pointless', async () => {
    const address = newAddress()
    const { email } = await makeStudent(t)
    const logIn = (from: string, password: string) =>
      call(logInStudent, { address: from, payload: { email, password } })
    expect(await logIn(address, 'Wrong7password')).toBe(401)
    expect(await logIn(address, PASSWORD)).toBe('refused')
    expect(await logIn(newAddress(), PASSWORD)).toBe(200)
  })

  it('is not slowed down by successful logins', async () => {
    const address = newAddress()
    const outcomes = await repeat(3, async () => {
      const { email } = await makeStudent(t)
      return call(logInStudent, { address, payload: { email, password: PASSWORD } })
    })
    expect(outcomes).toEqual(times(3, 200))
  })
})

describe('an X-Forwarded-For header', () => {
  const ask = async (http: FastifyInstance, remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` }
    return (await http.inject({ url: listVideos.path, remoteAddress, headers })).statusCode
  }

  it('R-12 gives no new limit to a caller who is not behind a trusted proxy', async () => {
    const address = newAddress()
    const outcomes = await repeat(11, (n) => ask(t.http, address, `203.0.113.${n}`))
    expect(outcomes).toEqual([...times(10, 200), 429])
  })

  it('R-12 from a trusted proxy counts by what the proxy has added, not by what the caller sent', async () => {
    const http = await createHttp({ ...t.app, config: { ...t.app.config, trustProxy: ['10.0.0.0/8'] } })
    const caller = newAddress()
    const outcomes = await repeat(11, (n) => ask(http, '10.0.0.5', `203.0.113.${n}, ${caller}`))
    expect(outcomes).toEqual([...times(10, 200), 429])
    expect(await ask(http, '10.0.0.5', `${caller}, ${newAddress()}`)).toBe(200)
    await http.close()
  })
})

it('one account may make a limited number of calls a minute, from all addresses together', async () => {
  const [{ token }, other] = [await makeStudent(t), await makeStudent(t)]
  const outcomes = await repeat(7, () => call(unreadNotifications, { address: newAddress(), token }))
  expect(outcomes).toEqual([...times(6, 200), 'refused'])
  expect(await call(unreadNotifications, { address: newAddress(), token: other.token })).toBe(200)
})

it('an account’s calls do not count for its address', async () => {
  const address = newAddress()
  for (let n = 0; n < 2; n += 1) {
    const { token } = await makeStudent(t)
    expect(await repeat(6, () => call(unreadNotifications, { address, token }))).toEqual(times(6, 200))
  }
  expect(await call(listVideos, { address })).toBe(200)
})

const countCall = (address: string) =>
  t.app.rateLimits.countByAddress('calls', address).then(
    () => 'counted',
    (error: unknown) => (error instanceof Refusal ? 'refused' : String(error)),
  )

describe('a call with an invalid token', () => {
  const refuse = (address: string) => call(unreadNotifications, { address, token: 'x'.repeat(43) })

  it('counts for its address like a call without one', async () => {
    const address = newAddress()
    await repeat(5, () => refuse(address))
    expect(await repeat(6, () => call(listVideos, { address }))).toEqual([...times(5, 200), 'refused'])
  })
})

it.each([undefined, 'x'.repeat(43)])(
  'calls with the token %s do not keep out logged-in users at the same address, such as a school',
  async (invalid) => {
    const [address, { token }] = [newAddress(), await makeStudent(t)]
    const refused = await repeat(11, () => call(listVideos, { address, ...(invalid && { token: invalid }) }))
    expect(refused.at(-1)).toBe('refused')
    expect(await call(unreadNotifications, { address, token })).toBe(200)
  },
)

describe('an IPv6 address', () => {
  it('counts for its /64, however it is written', async () => {
    const prefix = newPrefix()
    const outcomes = await repeat(11, (n) => call(listVideos, { address: `${prefix}:0:1::${n}` }))
    expect(outcomes).toEqual([...times(10, 200), 'refused'])
    expect(await call(listVideos, { address: `${prefix}:0000:0001:0:0:0:9` })).toBe('refused')
    expect(await call(listVideos, { address: `${prefix}:0:2::1` })).toBe(200)
  })

  it.each([
    ['/56', 40, (n: number) => `0:${n.toString(16)}`, '0:100'],
    ['/48', 160, (n: number) => `0:${n.toString(16)}00`, '1:0'],
  ])('also counts for its %s, which may make %i calls', async (_, limit, network, outside) => {
    const prefix = newPrefix()
    const count = (part: string) => countCall(`${prefix}:${part}::1`)
    const outcomes = await repeat(limit + 1, (n) => count(network(n)))
    expect(outcomes).toEqual([...times(limit, 'counted'), 'refused'])
    expect(await count(outside)).toBe('counted')
  })

  it('above its /64’s limit uses up nothing from the surrounding networks', async () => {
    const prefix = newPrefix()
    await repeat(200, () => countCall(`${prefix}:0:1::1`))
    expect(await countCall(`${prefix}:0:2::1`)).toBe('counted')
  })

  it('that maps an IPv4 address counts for that address', async () => {
    const address = newAddress()
    const outcomes = await repeat(11, (n) => call(listVideos, { address: n % 2 ? address : `::ffff:${address}` }))
    expect(outcomes).toEqual([...times(10, 200), 'refused'])
  })

  it('R-11 counts for its /64 with failed logins, which are counted separately', async () => {
    const prefix = newPrefix()
    const fail = (n: number) =>
      call(logInStudent, {
        address: `${prefix}:0:1::${n}`,
        payload: { email: `${unique('n')}@nowhere.example`, password: PASSWORD },
      })
    expect(await repeat(2, fail)).toEqual([401, 'refused'])
  })
})

it('a flood of contact messages from one address is refused, whatever email addresses it names', async () => {
  // 4 contact messages an hour, and more calls than this test makes.
  const other = await startTestApp({ RATE_LIMIT_FACTOR: '0.2' }, t)
  const form = { firstName: 'A', lastName: 'B', message: 'Flood.' }
  const send = (address: string) =>
    call(sendMessage, { address, payload: { ...form, email: `${randomUUID()}@flood.example` }, to: other })
  const address = newAddress()
  const outcomes = await repeat(12, () => send(address))
  expect(outcomes).toEqual([...times(4, 200), ...times(8, 'refused')])
  expect(await send(newAddress())).toBe(200)
  await other.close()
})
