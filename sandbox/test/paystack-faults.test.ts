import { expect, test } from 'vitest'
import { openProvider } from './provider.ts'

async function opened() {
  const context = await openProvider()
  await context.open('abc')
  const ask = (init: RequestInit = {}) =>
    fetch(`${context.paystack.apiUrl}/transaction/verify/abc`, {
      headers: { authorization: `Bearer ${context.paystack.secretKey}` },
      ...init,
    })
  return { ...context, ask }
}

test('an error is a 500, until the fault is turned off', async () => {
  const context = await opened()
  context.provider.fault('error')
  expect((await context.ask()).status).toBe(500)
  context.provider.fault(undefined)
  expect((await context.ask()).status).toBe(200)
})

test('a fault can end on its own, and each call is recorded', async () => {
  const context = await opened()
  context.provider.fault('error', 2)
  const statuses = []
  for (let n = 0; n < 3; n += 1) statuses.push((await context.ask()).status)
  expect(statuses).toEqual([500, 500, 200])
  expect(context.provider.calls()).toEqual([
    'POST /transaction/initialize',
    ...Array.from({ length: 3 }, () => 'GET /transaction/verify/abc'),
  ])
})

test('a hanging API does not reply, but can be closed', async () => {
  const context = await opened()
  context.provider.fault('hang')
  const asking = context.ask()
  await expect.poll(() => context.provider.calls().length).toBe(2)
  await Promise.all([expect(asking).rejects.toThrow('fetch failed'), context.close()])
})

test.each(['garbage', 'html'] as const)('%s is not JSON', async (kind) => {
  const context = await opened()
  context.provider.fault(kind)
  await expect((await context.ask()).json()).rejects.toThrow('JSON')
})

test('a huge reply does not end', async () => {
  const context = await opened()
  context.provider.fault('huge')
  const { body } = await context.ask()
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    if (bytes > 8_000_000) break
  }
  expect(bytes).toBeGreaterThan(8_000_000)
})

test('a redirect leads to another address', async () => {
  const context = await opened()
  context.provider.fault('redirect')
  const response = await context.ask({
    redirect: 'manual',
    headers: { authorization: `Bearer ${context.paystack.secretKey}` },
  })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere'])
})

test('a request whose reply is cut off has taken effect', async () => {
  const context = await opened()
  context.provider.fault('cut', 1)
  await expect(context.open('lost')).rejects.toThrow('terminated')
  expect(await context.status('lost')).toBe('abandoned')
})
