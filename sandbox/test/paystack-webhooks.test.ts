import { expect, test } from 'vitest'
import { openProvider, openShop, signatureOf } from './provider.ts'

async function paidWorld() {
  const context = await openProvider()
  const shop = await openShop()
  context.sendMessagesTo(shop.url)
  await context.open('abc', { metadata: { cancel_action: 'http://localhost:3000/no' } })
  return { ...context, shop }
}

test('a payment sends a signed webhook in the shape of the provider’s sample', async () => {
  const { provider, paystack, shop } = await paidWorld()
  await provider.pay('abc')
  const [message, ...others] = shop.taken
  expect(others).toEqual([])
  expect(message?.signature).toBe(signatureOf(message?.body ?? '', paystack.secretKey))
  expect(message?.event).toBe('charge.success')
  expect(message?.data).toMatchObject({
    id: provider.transaction('abc')?.id,
    domain: 'test',
    status: 'success',
    reference: 'abc',
    amount: 100_000,
    fees: null,
    channel: 'card',
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    authorization: { last4: '4081', brand: 'visa' },
  })
  expect(message?.data).not.toHaveProperty('requested_amount')
})

test('a webhook’s metadata is sometimes an empty text and sometimes 0', async () => {
  const { provider, open, shop } = await paidWorld()
  await open('abd')
  await provider.pay('abc')
  await provider.pay('abd')
  expect(new Set(shop.taken.map(({ data }) => data['metadata']))).toEqual(new Set(['', 0]))
})

test('a declined card and an abandoned checkout send no webhook', async () => {
  const { provider, shop } = await paidWorld()
  await provider.decline('abc')
  await provider.abandon('abc')
  await provider.pending('abc')
  await provider.pay('abc')
  expect(shop.taken.map(({ event }) => event)).toEqual(['charge.success'])
})

test('a webhook is repeated until the product accepts it, but not after that', async () => {
  const { provider, shop } = await paidWorld()
  shop.answer(500)
  await provider.pay('abc')
  expect(provider.transaction('abc')?.messages).toMatchObject([{ wanted: 1, sent: 0 }])
  shop.answer(200)
  await shop.count(2)
  await expect.poll(() => provider.transaction('abc')?.messages).toMatchObject([{ wanted: 1, sent: 1 }])
  expect(new Set(shop.taken.map(({ body }) => body)).size).toBe(1)
  expect(shop.taken).toHaveLength(2)
})

test('a webhook does not follow redirects', async () => {
  const { provider, shop } = await paidWorld()
  shop.answer(302)
  await provider.pay('abc')
  expect(provider.transaction('abc')?.messages).toMatchObject([{ sent: 0 }])
})

test('a webhook that was not accepted is sent after a restart', async () => {
  const { provider, dataDir, close } = await paidWorld()
  provider.messages = 'never'
  await provider.pay('abc')
  await close()
  const second = await openProvider(dataDir)
  // The webhook target is not set yet, so this one is stored on disk.
  await second.provider.send('abc', 'charge.success')
  await second.close()

  const third = await openProvider(dataDir)
  const shop = await openShop()
  third.sendMessagesTo(shop.url)
  await shop.count(1)
  expect(shop.taken[0]).toMatchObject({ event: 'charge.success', data: { reference: 'abc' } })
  await expect.poll(() => third.provider.transaction('abc')?.messages).toMatchObject([{ wanted: 1, sent: 1 }])
})

test('`twice` sends the same webhook twice, `never` none, and `held` waits until it is sent by hand', async () => {
  const { provider, open, shop } = await paidWorld()
  await provider.pay('abc', { messages: 'twice' })
  expect(shop.taken.map(({ body }) => body)).toEqual([shop.taken[0]?.body, shop.taken[0]?.body])
  expect(shop.taken).toHaveLength(2)

  await open('never')
  provider.messages = 'never'
  await provider.pay('never')
  await open('held')
  provider.messages = 'held'
  await provider.pay('held')
  expect(shop.taken).toHaveLength(2)
  await provider.send('held', 'charge.success', 3)
  expect(shop.taken.slice(2).map(({ data }) => data['reference'])).toEqual(['held', 'held', 'held'])
})

test('a webhook scheduled for later is not sent immediately', async () => {
  const { provider, shop } = await paidWorld()
  await provider.pay('abc', { messages: 'later' })
  expect(shop.taken).toEqual([])
  await provider.send('abc', 'charge.success')
  expect(shop.taken.length).toBeGreaterThanOrEqual(1)
})

test('a refund webhook has the reference under another name and the amount as a string', async () => {
  const { provider, shop } = await paidWorld()
  await provider.pay('abc')
  await provider.refund('abc', 40_000)
  const done = shop.taken.find(({ event }) => event === 'refund.processed')
  expect(done?.data).toMatchObject({
    status: 'processed',
    transaction_reference: 'abc',
    refund_reference: expect.stringMatching(/^TRF_/),
    amount: '40000',
    currency: 'NGN',
    domain: 'test',
  })
  expect(done?.data).not.toHaveProperty('reference')
  await provider.refund('abc')
  const references = shop.taken
    .filter(({ event }) => event === 'refund.processed')
    .map(({ data }) => data['refund_reference'])
  expect(new Set(references).size).toBe(2)
  await expect(provider.refund('abc')).rejects.toThrow('amount cannot be refunded')
})

test.each(['merchant-accepted', 'declined'] as const)(
  'a dispute is opened, reminded of and resolved: %s',
  async (end) => {
    const { provider, shop } = await paidWorld()
    await expect(provider.dispute('abc')).rejects.toThrow('This payment is not paid.')
    await provider.pay('abc')
    await provider.dispute('abc')
    await expect(provider.dispute('abc')).rejects.toThrow('already disputed')
    await provider.remind('abc')
    await provider.resolve('abc', end)
    await expect(provider.resolve('abc', end)).rejects.toThrow('No dispute')
    const [, created, reminded, resolved] = shop.taken
    expect([created, reminded, resolved].map((message) => message?.event)).toEqual([
      'charge.dispute.create',
      'charge.dispute.remind',
      'charge.dispute.resolve',
    ])
    expect(created?.data).toMatchObject({
      status: 'awaiting-merchant-feedback',
      resolution: null,
      refund_amount: 100_000,
      transaction: { reference: 'abc', status: 'success' },
      transaction_reference: null,
      category: 'chargeback',
    })
    expect(resolved?.data).toMatchObject({
      id: created?.data['id'],
      status: 'resolved',
      resolution: end,
      transaction: { reference: 'abc' },
    })
  },
)

test('a transfer of the wrong amount is reported as rejected', async () => {
  const { provider, shop } = await paidWorld()
  await provider.send('abc', 'bank.transfer.rejected')
  expect(shop.taken[0]?.data).toMatchObject({
    reference: 'abc',
    bank_transfer: { amount: 50_000, message_type: 'INCORRECT_AMOUNT' },
  })
})

test('webhooks can be sent to a function instead of a URL; if it throws, they are retried', async () => {
  const context = await openProvider()
  const taken: string[] = []
  let isBroken = true
  context.sendMessagesTo(async ({ body, signature }) => {
    expect(signature).toBe(signatureOf(body.toString(), context.paystack.secretKey))
    taken.push(body.toString())
    if (isBroken) throw new Error('not now')
    return 200
  })
  await context.open('abc')
  await context.provider.pay('abc')
  expect(taken).toHaveLength(1)
  isBroken = false
  await expect.poll(() => taken.length).toBe(2)
})

test('a scheduled transfer arrives automatically, even after a restart', async () => {
  const first = await openProvider()
  await first.open('abc')
  await first.provider.pending('abc', { arrivesInMs: 300 })
  await first.close()
  const second = await openProvider(first.dataDir)
  await expect.poll(() => second.provider.transaction('abc')?.status).toBe('success')
})
