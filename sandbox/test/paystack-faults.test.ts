import { expect, test } from 'vitest'
import { openProvider } from './provider.ts'

async function opened() {
  const world = await openProvider()
  await world.open('abc')
  const ask = (init: RequestInit = {}) =>
    fetch(`${world.paystack.apiUrl}/transaction/verify/abc`, {
      headers: { authorization: `Bearer ${world.paystack.secretKey}` },
      ...init,
    })
  return { ...world, ask }
}

test('an error is a 500, and the API is well again once it is told so', async () => {
  const world = await opened()
  world.provider.fault('error')
  expect((await world.ask()).status).toBe(500)
  world.provider.fault(undefined)
  expect((await world.ask()).status).toBe(200)
})

test('a fault can end by itself, and each call is noted', async () => {
  const world = await opened()
  world.provider.fault('error', 2)
  const statuses = []
  for (let n = 0; n < 3; n += 1) statuses.push((await world.ask()).status)
  expect(statuses).toEqual([500, 500, 200])
  expect(world.provider.calls()).toEqual([
    'POST /transaction/initialize',
    ...Array.from({ length: 3 }, () => 'GET /transaction/verify/abc'),
  ])
})

test('a hanging API answers nothing, and closes all the same', async () => {
  const world = await opened()
  world.provider.fault('hang')
  const asking = world.ask()
  await expect.poll(() => world.provider.calls().length).toBe(2)
  await Promise.all([expect(asking).rejects.toThrow('fetch failed'), world.close()])
})

test.each(['garbage', 'html'] as const)('%s is no JSON', async (kind) => {
  const world = await opened()
  world.provider.fault(kind)
  await expect((await world.ask()).json()).rejects.toThrow('JSON')
})

test('a huge answer goes on and on', async () => {
  const world = await opened()
  world.provider.fault('huge')
  const { body } = await world.ask()
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    if (bytes > 8_000_000) break
  }
  expect(bytes).toBeGreaterThan(8_000_000)
})

test('a redirect leads away', async () => {
  const world = await opened()
  world.provider.fault('redirect')
  const response = await world.ask({
    redirect: 'manual',
    headers: { authorization: `Bearer ${world.paystack.secretKey}` },
  })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere'])
})

test('a cut answer has done its work', async () => {
  const world = await opened()
  world.provider.fault('cut', 1)
  await expect(world.open('lost')).rejects.toThrow('terminated')
  expect(await world.status('lost')).toBe('abandoned')
})
