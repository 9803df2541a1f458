import { expect, test } from 'vitest'
import { openProvider } from './provider.ts'

const order = { email: 'ada@example.com', amount: 100_000, reference: 'abc-1.2=3' }

test('a payment is opened with an access code and a URL on the product, and is abandoned until it is paid', async () => {
  const context = await openProvider()
  const { status, body } = await context.call('POST', '/transaction/initialize', order)
  expect(status).toBe(200)
  expect(body).toEqual({
    status: true,
    message: 'Authorization URL created',
    data: {
      reference: 'abc-1.2=3',
      access_code: expect.stringMatching(/^[a-z0-9]{15,}$/),
      authorization_url: `http://localhost:3000/sandbox/paystack/checkout/${String(body.data['access_code'])}`,
    },
  })
  const verified = await context.ask('/transaction/verify/abc-1.2=3')
  expect(verified.body).toMatchObject({
    status: true,
    message: 'Verification successful',
    data: { status: 'abandoned', paid_at: null, fees: null, authorization: {} },
  })
})

test('a verified payment has the same fields as the real provider’s', async () => {
  const context = await openProvider()
  await context.open('abc', { metadata: { cancel_action: 'http://localhost:3000/no' } })
  await context.provider.pay('abc')
  const { body } = await context.ask('/transaction/verify/abc')
  const { data } = body
  expect(data).toMatchObject({
    domain: 'test',
    status: 'success',
    reference: 'abc',
    receipt_number: null,
    amount: 100_000,
    requested_amount: 100_000,
    message: null,
    gateway_response: 'Successful',
    channel: 'card',
    currency: 'NGN',
    ip_address: '127.0.0.1',
    metadata: { cancel_action: 'http://localhost:3000/no' },
    fees: 1_500,
    fees_split: null,
    plan: null,
    order_id: null,
    authorization: { bin: '408408', last4: '4081', brand: 'visa', channel: 'card', country_code: 'NG', reusable: true },
    customer: { email: 'ada@example.com', customer_code: expect.stringMatching(/^CUS_/), risk_action: 'default' },
    log: {
      attempts: 1,
      errors: 0,
      success: true,
      history: [{ type: 'success', message: 'Successfully paid with card' }],
    },
  })
  expect(data['id']).toBeGreaterThan(2 ** 31)
  expect(data['paid_at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect([data['paidAt'], data['createdAt']]).toEqual([data['paid_at'], data['created_at']])
  expect((await context.ask(`/transaction/${String(data['id'])}`)).body.data).toEqual(data)
})

test('if the payer bears the fees, the amount is more than the requested amount', async () => {
  const context = await openProvider()
  await context.open('abc')
  await context.provider.pay('abc', { bearer: 'customer', fees: 2_000 })
  const { data } = (await context.ask('/transaction/verify/abc')).body
  expect(data).toMatchObject({ amount: 102_000, requested_amount: 100_000, fees: 2_000 })
})

test('a reference can be paid with a different amount, currency and domain', async () => {
  const context = await openProvider()
  await context.open('abc')
  await context.provider.pay('abc', { amount: 100, currency: 'GHS', domain: 'live', channel: 'ussd' })
  const { data } = (await context.ask('/transaction/verify/abc')).body
  expect(data).toMatchObject({ amount: 100, requested_amount: 100, currency: 'GHS', domain: 'live', channel: 'ussd' })
})

test.each([
  ['no email', { ...order, email: undefined }, 'Invalid Email Address Passed'],
  ['a hostile email', { ...order, email: '"><script>@x.y' }, 'Invalid Email Address Passed'],
  ['no amount', { ...order, amount: undefined }, 'Invalid Amount Sent'],
  ['half a kobo', { ...order, amount: 1.5 }, 'Invalid Amount Sent'],
  ['less than nothing', { ...order, amount: -100 }, 'Invalid Amount Sent'],
  ['an underscore in the reference', { ...order, reference: 'a_b' }, 'Invalid Transaction Reference Passed'],
  ['a slash in the reference', { ...order, reference: 'a/b' }, 'Invalid Transaction Reference Passed'],
  ['an unknown currency', { ...order, currency: 'EUR' }, 'Currency not supported by merchant'],
  ['a script for a callback', { ...order, callback_url: 'javascript:alert(1)' }, 'Invalid Callback Url Passed'],
  ['unknown channels', { ...order, channels: ['pigeon'] }, 'Invalid Channels Passed'],
])('%s is refused with 400', async (_what, body, message) => {
  const context = await openProvider()
  expect(await context.call('POST', '/transaction/initialize', body)).toEqual({
    status: 400,
    body: { status: false, message },
  })
  expect(context.provider.transactions()).toEqual([])
})

test('a reference is opened only once, even by twenty simultaneous requests', async () => {
  const context = await openProvider()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => context.call('POST', '/transaction/initialize', order)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 400)?.body.message).toBe('Duplicate Transaction Reference')
})

test('a payment can be opened with a form as well as with JSON', async () => {
  const context = await openProvider()
  const { apiUrl, secretKey } = context.paystack
  const response = await fetch(`${apiUrl}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ email: 'ada@example.com', amount: '100000', reference: 'abc' }),
  })
  expect(response.status).toBe(200)
  expect(context.provider.transaction('abc')?.requestedAmount).toBe(100_000)
})

test('a wrong key cannot open or read payments', async () => {
  const context = await openProvider()
  await context.open('abc')
  for (const key of ['sk_test_other', context.paystack.publicKey, '']) {
    const answer = await context.ask('/transaction/verify/abc', key)
    expect(answer).toEqual({ status: 401, body: { status: false, message: 'Invalid key' } })
  }
})

test('unknown references, ids and paths are 404', async () => {
  const context = await openProvider()
  const message = 'Transaction reference not found.'
  expect(await context.ask('/transaction/verify/none')).toEqual({ status: 404, body: { status: false, message } })
  expect((await context.ask('/transaction/verify/%2e%2e%2f%e0%a4')).status).toBe(404)
  expect((await context.ask('/transaction/12')).status).toBe(404)
  expect((await context.ask('/nothing')).status).toBe(404)
})

test('invalid JSON is refused', async () => {
  const context = await openProvider()
  const { apiUrl, secretKey } = context.paystack
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${apiUrl}/transaction/initialize`, { method: 'POST', headers, body: '{"broken' })
  expect(response.status).toBe(400)
})

test('a list is filtered by state and time and split into pages', async () => {
  const context = await openProvider()
  for (const n of [1, 2, 3, 4, 5]) {
    await context.open(`r${n}`)
    if (n !== 3) await context.provider.pay(`r${n}`)
  }
  const references = async (query: string) => {
    const { body } = await context.ask(`/transaction?${query}`)
    return {
      found: (body.data as unknown as { reference: string }[]).map(({ reference }) => reference),
      meta: body.meta,
    }
  }
  expect(await references('status=success&perPage=3&page=1')).toEqual({
    found: ['r5', 'r4', 'r2'],
    meta: { total: 4, skipped: 0, perPage: 3, page: 1, pageCount: 2 },
  })
  expect(await references('status=success&perPage=3&page=2')).toEqual({
    found: ['r1'],
    meta: { total: 4, skipped: 3, perPage: 3, page: 2, pageCount: 2 },
  })
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await references(`from=${later}`)).found).toEqual([])
  expect((await references(`to=${later}`)).found).toHaveLength(5)
})

test('a refund through the API is shown in the payment, and cannot exceed the paid amount', async () => {
  const context = await openProvider()
  await context.open('abc')
  expect((await context.call('POST', '/refund', { transaction: 'abc' })).status).toBe(400)
  await context.provider.pay('abc')
  const partly = await context.call('POST', '/refund', { transaction: 'abc', amount: 40_000 })
  expect(partly.body).toMatchObject({
    status: true,
    message: 'Refund has been queued for processing',
    data: { amount: 40_000, currency: 'NGN', status: 'pending', transaction: { reference: 'abc' } },
  })
  expect(await context.status('abc')).toBe('success')
  expect((await context.call('POST', '/refund', { transaction: 'abc', amount: 60_001 })).status).toBe(400)
  expect((await context.call('POST', '/refund', { transaction: 'abc' })).status).toBe(200)
  expect(await context.status('abc')).toBe('reversed')
  expect((await context.call('POST', '/refund', { transaction: 'abc' })).status).toBe(400)
  expect((await context.call('POST', '/refund', { transaction: 'none' })).status).toBe(404)
})

test('a domain for the wallet can be registered; an invalid one is refused', async () => {
  const context = await openProvider()
  expect((await context.call('POST', '/apple-pay/domain', { domainName: 'baobab.example' })).status).toBe(200)
  expect((await context.call('POST', '/apple-pay/domain', { domainName: 'no domain' })).status).toBe(400)
})

test('a declined payment can still be paid, an abandoned one too, and a paid one only once', async () => {
  const context = await openProvider()
  await context.open('abc')
  await context.provider.decline('abc', { reason: 'Insufficient Funds' })
  const { data } = (await context.ask('/transaction/verify/abc')).body
  expect(data).toMatchObject({ status: 'failed', gateway_response: 'Insufficient Funds', paid_at: null })
  await context.provider.abandon('abc')
  expect(await context.status('abc')).toBe('abandoned')
  await context.provider.pay('abc')
  await expect(context.provider.pay('abc')).rejects.toThrow('This payment is paid.')
  await expect(context.provider.abandon('abc')).rejects.toThrow('This payment is paid.')
})

test('a transfer is pending until it arrives', async () => {
  const context = await openProvider()
  await context.open('abc')
  await context.provider.pending('abc')
  expect(await context.status('abc')).toBe('pending')
  await context.provider.pay('abc')
  const { data } = (await context.ask('/transaction/verify/abc')).body
  expect(data).toMatchObject({ status: 'success', channel: 'bank_transfer' })
})

test('payments and keys are completely on disk when the API replies, and survive a restart', async () => {
  const first = await openProvider()
  const accessCode = await first.open('abc')
  await first.provider.pay('abc')
  const before = (await first.ask('/transaction/verify/abc')).body
  // Nothing is closed first: after a kill, only the files remain.
  const second = await openProvider(first.dataDir)
  expect(second.paystack.secretKey).toBe(first.paystack.secretKey)
  expect((await second.ask('/transaction/verify/abc')).body).toEqual(before)
  expect((await second.call('POST', '/transaction/initialize', { ...order, reference: 'abc' })).status).toBe(400)
  expect((await second.get(`/sandbox/paystack/checkout/${accessCode}`)).statusCode).toBe(303)
  await second.open('newer')
  expect(second.provider.transactions().map(({ reference }) => reference)).toEqual(['newer', 'abc'])
})

test('keys are random and recognizable as test keys', async () => {
  const [one, other] = [await openProvider(), await openProvider()]
  expect(one.paystack.secretKey).toMatch(/^sk_test_[0-9a-f]{40}$/)
  expect(one.paystack.publicKey).toMatch(/^pk_test_[0-9a-f]{40}$/)
  expect(one.paystack.secretKey).not.toBe(other.paystack.secretKey)
})
