import { expect, test } from 'vitest'
import { openProvider, openShop } from './provider.ts'

const GOOD = { number: '4084 0840 8408 4081', expiry: '12/30', cvv: '408' }
const POOR = { number: '4084080000005408', expiry: '1/2031', cvv: '123' }
const HOSTILE = `"><script>alert(1)</script>'`

/** Uses a checkout with plain forms. */
async function openCheckout(more: object = {}) {
  const context = await openProvider()
  const path = `/sandbox/paystack/checkout/${await context.open('abc', more)}`
  const post = (url: string, fields: Record<string, string>) =>
    context.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  return { ...context, path, post, send: (fields: Record<string, string>) => post(path, fields) }
}

test('the checkout shows the amount, and says that no money is charged', async () => {
  const { get, path } = await openCheckout()
  const { statusCode, headers, body } = await get(path)
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['content-security-policy']).toContain("form-action 'self' http://localhost:3000;")
  for (const words of ['₦1,000.00', 'ada@example.com', 'abc', 'No money moves.', GOOD.number]) {
    expect(body).toContain(words)
  }
  expect(body).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i)
})

test('the card that succeeds pays, and the payer returns with the reference under both names', async () => {
  const { send, provider } = await openCheckout()
  const reply = await send({ do: 'card', ...GOOD })
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toBe('http://localhost:3000/done?trxref=abc&reference=abc')
  expect(provider.transaction('abc')).toMatchObject({ status: 'success', channel: 'card', means: { last4: '4081' } })
})

test('a callback URL keeps its own query', async () => {
  const { send } = await openCheckout({ callback_url: 'http://localhost:3000/pay?link=a~b~c%20d#here' })
  const reply = await send({ do: 'card', ...GOOD })
  expect(reply.headers.location).toBe('http://localhost:3000/pay?link=a~b~c%20d&trxref=abc&reference=abc#here')
})

test('a declined card is reported, and another one can pay the same payment', async () => {
  const { send, get, path, provider } = await openCheckout()
  const reply = await send({ do: 'card', ...POOR })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, path])
  expect((await get(path)).body).toContain('Insufficient Funds.')
  expect((await send({ do: 'card', ...GOOD })).headers.location).toContain('reference=abc')
  expect(provider.transaction('abc')).toMatchObject({ status: 'success', attempts: 2, errors: 1 })
})

test.each([
  [{ ...GOOD, number: '4111 1111 1111 1111' }, 'Only the test cards work here.'],
  [{ ...GOOD, cvv: '111' }, 'The CVV of this test card is 408.'],
  [{ ...GOOD, expiry: '01/20' }, 'Enter a month in the future'],
  [{ ...GOOD, expiry: '13/30' }, 'Enter a month in the future'],
  [{ number: HOSTILE, expiry: HOSTILE, cvv: HOSTILE }, 'Only the test cards work here.'],
])('a card %j is not taken, and the field says why', async (card, words) => {
  const { send, provider } = await openCheckout()
  const reply = await send({ do: 'card', ...card })
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain(words)
  expect(reply.body).toContain('aria-invalid="true"')
  expect(reply.body).not.toContain('<script')
  expect(provider.transaction('abc')?.status).toBe('abandoned')
})

test('a number that is not a test card is not stored', async () => {
  const { send, provider } = await openCheckout()
  await send({ do: 'card', ...GOOD, number: '5555 5555 5555 4444' })
  expect(JSON.stringify(provider.transaction('abc'))).not.toMatch(/5555 ?5555/)
})

test.each([
  ['at-once', 1],
  ['twice', 2],
  ['never', 0],
  ['later', 0],
])('with the webhook %s the shop has received %i by the redirect', async (messages, count) => {
  const { send, sendMessagesTo } = await openCheckout()
  const shop = await openShop()
  sendMessagesTo(shop.url)
  const reply = await send({ do: 'card', ...GOOD, messages })
  expect(reply.statusCode).toBe(303)
  expect(shop.taken).toHaveLength(count)
})

test('cancelling redirects to the URL that the product provided', async () => {
  const { send, provider } = await openCheckout({ metadata: { cancel_action: 'http://localhost:3000/stopped' } })
  expect((await send({ do: 'cancel' })).headers.location).toBe('http://localhost:3000/stopped')
  expect(provider.transaction('abc')?.status).toBe('abandoned')
})

test('a javascript: URL is not followed', async () => {
  const { send } = await openCheckout({ metadata: { cancel_action: 'javascript:alert(1)' }, callback_url: undefined })
  const reply = await send({ do: 'cancel' })
  expect([reply.statusCode, reply.headers.location]).toEqual([200, undefined])
  expect(reply.body).toContain('Payment cancelled')
})

test('a transfer is pending until it is confirmed', async () => {
  const { send, get, path, provider } = await openCheckout()
  expect((await send({ do: 'transfer' })).headers.location).toBe(path)
  expect((await get(path)).body).toContain('Your transfer is on its way')
  expect((await get(path)).body).not.toContain('http-equiv="refresh"')
  expect((await send({ do: 'leave' })).headers.location).toBe('http://localhost:3000/done?trxref=abc&reference=abc')
  expect(provider.transaction('abc')?.status).toBe('pending')
  expect((await send({ do: 'arrive' })).headers.location).toContain('/done?')
  expect(provider.transaction('abc')).toMatchObject({ status: 'success', channel: 'bank_transfer' })
})

test('the page of an automatic transfer reloads automatically', async () => {
  const { send, get, path, provider } = await openCheckout()
  await send({ do: 'transfer-soon' })
  expect((await get(path)).body).toContain('http-equiv="refresh"')
  expect(Date.parse(provider.transaction('abc')?.arrivesAt ?? '')).toBeGreaterThan(Date.now() + 15_000)
})

test('opening a paid checkout again redirects back without a second charge', async () => {
  const { send, get, path, provider } = await openCheckout()
  await send({ do: 'card', ...GOOD })
  expect((await get(path)).headers.location).toContain('/done?')
  expect((await send({ do: 'card', ...POOR })).headers.location).toContain('/done?')
  expect((await send({ do: 'cancel' })).headers.location).toContain('/done?')
  expect(provider.transaction('abc')).toMatchObject({ status: 'success', attempts: 1 })
})

test('in a frame there is no redirect: the page posts the outcome to the surrounding page', async () => {
  const { get, post, path, provider } = await openCheckout()
  const framed = `${path}?frame=1`
  const first = (await get(framed)).body
  expect(first).toContain('<script src="/sandbox/paystack/checkout.js" defer></script>')
  expect(first).toContain('data-event="loaded"')
  expect(first).toContain(`action="${framed}"`)
  expect((await post(framed, { do: 'cancel' })).body).toContain('data-event="cancel"')
  const paid = await post(framed, { do: 'card', ...GOOD })
  expect(paid.statusCode).toBe(200)
  expect(paid.body).toContain('data-event="success"')
  expect(paid.body).toContain(`data-id="${provider.transaction('abc')?.id}"`)
})

test('an unknown checkout is reported', async () => {
  const { get, post } = await openCheckout()
  for (const reply of [
    await get('/sandbox/paystack/checkout/none?frame=1'),
    await post('/sandbox/paystack/checkout/none', { do: 'card', ...GOOD }),
  ]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('data-event="error"')
  }
})

test('the list shows payments newest first with their actions, and the actions change them', async () => {
  const { get, open, post, provider } = await openCheckout()
  await open('newer', { email: 'bola@example.com' })
  const first = (await get('/sandbox/paystack')).body
  expect(first.indexOf('newer')).toBeLessThan(first.indexOf('ada@example.com'))
  expect(first).toContain('Not paid')
  await provider.pay('abc')
  const id = provider.transaction('abc')?.id
  const act = (name: string, fields = {}) =>
    post(`/sandbox/paystack/payments/${id}/${name}`, { back: 'list', ...fields })
  expect((await act('dispute')).headers.location).toBe('/sandbox/paystack')
  expect((await get('/sandbox/paystack')).body).toContain('Disputed')
  await act('win')
  await act('refund')
  // A button on an outdated page has no effect.
  expect((await act('refund')).statusCode).toBe(303)
  expect(provider.transaction('abc')).toMatchObject({ status: 'reversed', disputes: [{ resolution: 'declined' }] })
  await act('send', { event: 'refund.processed', times: '2' })
  expect(provider.transaction('abc')?.messages.find(({ event }) => event === 'refund.processed')?.wanted).toBe(3)
  expect((await get('/sandbox/paystack?find=BOLA')).body).not.toContain('ada@example.com')
  expect((await get(`/sandbox/paystack/payments/${id}`)).body).toContain('charge.dispute.resolve')
  expect((await get('/sandbox/paystack/payments/1')).statusCode).toBe(404)
})

test('the list is split into pages', async () => {
  const { get, open } = await openCheckout()
  for (let n = 1; n <= 50; n += 1) await open(`r-${n}.`)
  const first = (await get('/sandbox/paystack')).body
  const next = /href="([^"]+)">Older payments</.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = (await get(next)).body
  expect(first).toContain('>r-1.<')
  expect(second).toContain('>abc<')
  expect(second).not.toContain('>r-1.<')
  expect(second).not.toContain('Older payments')
})

test('faults of the provider are turned on and off on the page', async () => {
  const { get, post, status } = await openCheckout()
  await post('/sandbox/paystack/fault', { kind: 'html' })
  await expect(status('abc')).rejects.toThrow('JSON')
  expect((await get('/sandbox/paystack')).body).toContain('<option value="html" selected>')
  await post('/sandbox/paystack/fault', { kind: '' })
  expect(await status('abc')).toBe('abandoned')
})

test('markup sent by the product is shown as text on every page', async () => {
  const { get, open, provider } = await openCheckout()
  const code = await open('evil', { email: `o'h&r<b>a@example.com`.replace(/[<>]/g, ''), metadata: HOSTILE })
  await provider.decline('evil', { reason: HOSTILE })
  const id = provider.transaction('evil')?.id
  for (const url of [
    '/sandbox/paystack',
    `/sandbox/paystack?find=${encodeURIComponent(HOSTILE)}`,
    `/sandbox/paystack/payments/${id}`,
    `/sandbox/paystack/checkout/${code}`,
  ]) {
    const { body } = await get(url)
    expect(body).not.toContain('<script')
    expect(body).not.toContain(`o'h&r`)
  }
})

test('the script is served, and a wallet pays under the given reference', async () => {
  const { get, http, paystack, provider } = await openCheckout()
  const script = await get(new URL(paystack.scriptUrl).pathname)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.body).toContain('window.PaystackPop')
  const order = {
    key: paystack.publicKey,
    email: 'ada@example.com',
    amount: 100_000,
    currency: 'NGN',
    reference: 'wallet',
  }
  const pay = (payload: object) => http.inject({ method: 'POST', url: '/sandbox/paystack/wallet', payload })
  expect((await pay({ ...order, key: paystack.secretKey })).statusCode).toBe(400)
  expect((await pay(order)).json()).toMatchObject({ status: true, data: { reference: 'wallet' } })
  expect(provider.transaction('wallet')).toMatchObject({ status: 'success', channel: 'apple_pay', amount: 100_000 })
  expect((await pay(order)).json()).toEqual({ status: false, message: 'Duplicate Transaction Reference' })
})

test('a payment opened in the browser is continued under its reference only if its details are the same', async () => {
  const { http, paystack } = await openCheckout()
  const order = { key: paystack.publicKey, email: 'ada@example.com', amount: 100_000, reference: 'new' }
  const begin = (payload: object) => http.inject({ method: 'POST', url: '/sandbox/paystack/transactions', payload })
  const first = (await begin(order)).json<{ data: { accessCode: string } }>()
  expect((await begin(order)).json()).toEqual(first)
  expect((await begin({ ...order, amount: 100 })).statusCode).toBe(400)
})
