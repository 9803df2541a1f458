import { expect, test } from 'vitest'
import { openProvider } from './provider.ts'

async function openPaid() {
  const context = await openProvider()
  await context.open('abc')
  await context.provider.pay('abc')
  const refund = (body: object = {}) => context.call('POST', '/refund', { transaction: 'abc', ...body })
  const events = () =>
    context.provider
      .transaction('abc')
      ?.messages.map(({ event }) => event)
      .slice(1)
  return { ...context, refund, events }
}

test('a refund is listed by its payment and read by its id, with the shop’s notes', async () => {
  const { refund, ask, provider } = await openPaid()
  const made = await refund({ amount: 40_000, merchant_note: 'Refund RF-1', customer_note: 'Sorry' })
  expect(made.body.data).toMatchObject({ status: 'pending', amount: 40_000, transaction: { reference: 'abc' } })
  const payment = provider.transaction('abc')
  const expected = {
    id: made.body.data['id'],
    transaction: payment?.id,
    status: 'processed',
    amount: 40_000,
    merchant_note: 'Refund RF-1',
    customer_note: 'Sorry',
  }
  expect((await ask(`/refund?transaction=${payment?.id}`)).body).toMatchObject({ status: true, data: [expected] })
  expect((await ask(`/refund/${String(expected.id)}`)).body.data).toMatchObject(expected)
  expect((await ask('/refund?transaction=1')).body.data).toEqual([])
  expect((await ask('/refund/1')).status).toBe(404)
})

test.each(['failed', 'needs-attention', 'pending'] as const)('the next refund can be %s', async (end) => {
  const { refund, events, provider, status } = await openPaid()
  provider.nextRefund = end
  expect((await refund()).body.data).toMatchObject({ status: 'pending' })
  expect(provider.transaction('abc')?.refunds).toMatchObject([{ status: end }])
  expect(events()).toEqual(['refund.pending', ...(end === 'pending' ? [] : [`refund.${end}`])])
  expect(await status('abc')).toBe('success')
  expect(provider.nextRefund).toBe('processed')
})

test('a failed refund can be asked for again, and a pending one blocks its amount', async () => {
  const { refund, provider, status } = await openPaid()
  provider.nextRefund = 'pending'
  await refund()
  expect(await refund()).toMatchObject({ status: 400, body: { message: 'Transaction has been fully reversed' } })
  await provider.moveRefund('abc', 'failed')
  await expect(provider.moveRefund('abc', 'processed')).rejects.toThrow('No refund of this payment is under way.')
  expect((await refund()).status).toBe(200)
  expect(await status('abc')).toBe('reversed')
})

test('a refund whose reply is lost was made', async () => {
  const { refund, provider } = await openPaid()
  provider.fault('cut', 1)
  await expect(refund()).rejects.toThrow(TypeError)
  expect(provider.transaction('abc')?.refunds).toHaveLength(1)
})

test('the pages choose what becomes of the next refund, and finish one', async () => {
  const { provider, http } = await openPaid()
  const post = (url: string, payload = '') =>
    http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  await post('/sandbox/paystack/next-refund', 'end=needs-attention')
  expect((await http.inject('/sandbox/paystack')).body).toContain('needs the payer’s bank details</b>')
  await provider.refund('abc')
  const path = `/sandbox/paystack/payments/${provider.transaction('abc')?.id}`
  expect((await http.inject(path)).body).toContain('needs-attention')
  await post(`${path}/finish-refund`)
  expect(provider.transaction('abc')).toMatchObject({ status: 'reversed', refunds: [{ status: 'processed' }] })
})

test('an account has the same made-up holder each time, and one account has none', async () => {
  const { ask } = await openPaid()
  const resolve = (number: string, code = '044') => ask(`/bank/resolve?account_number=${number}&bank_code=${code}`)
  const found = { account_number: '0123456785', account_name: 'ADA OBI', bank_id: 1 }
  expect((await resolve('0123456785')).body).toMatchObject({ status: true, data: found })
  expect((await resolve('0123456785')).body.data).toEqual(found)
  expect((await resolve('0123456786')).body.data).toMatchObject({ account_name: 'BABAJIDE COLE' })
  expect(await resolve('0000000000')).toMatchObject({ status: 422, body: { status: false } })
  expect((await resolve('123')).status).toBe(422)
  expect((await resolve('0123456785', '999')).status).toBe(400)
})

test('a refund that needs bank details goes on with an account, which is not stored', async () => {
  const { refund, call, ask, events, provider, status } = await openPaid()
  provider.nextRefund = 'needs-attention'
  const { id } = (await refund()).body.data as { id: number }
  const retry = (account: object) =>
    call('POST', `/refund/retry_with_customer_details/${id}`, { refund_account_details: account })
  const banks = (await ask('/bank?country=nigeria')).body.data as unknown as { id: number; name: string }[]
  const account = { currency: 'NGN', account_number: '0123456789', bank_id: String(banks[0]?.id) }
  expect(await retry({ ...account, bank_id: '77' })).toMatchObject({ status: 400, body: { message: 'Invalid bank' } })
  expect((await retry({ ...account, account_number: '123' })).status).toBe(400)
  expect((await retry({ ...account, currency: 'GHS' })).status).toBe(400)
  expect((await retry(account)).body.data).toMatchObject({ id, status: 'processing' })
  expect(await status('abc')).toBe('reversed')
  expect(events()).toEqual(['refund.pending', 'refund.needs-attention', 'refund.processing', 'refund.processed'])
  expect((await retry(account)).status).toBe(400)
  expect(JSON.stringify(provider.transactions())).not.toContain('0123456789')
})
