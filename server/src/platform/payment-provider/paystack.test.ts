// Tests how the client handles invalid replies, and transactions that do not belong to this product.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../test/scripted-provider.ts'
import { openPaystack, ProviderUnavailableError, type Paystack } from './paystack.ts'

const SCRIPT = 'https://js.paystack.co/v2/inline.js'

let server: Server
/** The `data` field of every reply. */
let data: unknown
let meta: object | undefined
let status = 200
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: status === 200, message: 'ok', data, meta }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function paystackWith(scriptUrl = SCRIPT, api = server): Paystack {
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  return openPaystack({
    apiUrl,
    scriptUrl,
    secretKey: 'sk_live_0123456789abcdef',
    publicKey: 'pk_live_0123456789abcdef',
  })
}

describe('the checkout page', () => {
  const order = {
    reference: 'ours-0001',
    email: 'mum@home.example',
    amountKobo: 100_000,
    callbackUrl: 'https://baobab.example/student/successss',
    cancelUrl: 'https://baobab.example/student/payment',
  }
  const openAt = (authorizationUrl: string, scriptUrl?: string) => {
    data = { access_code: 'abc', authorization_url: authorizationUrl, reference: order.reference }
    return paystackWith(scriptUrl).initialize(order)
  }

  it.each([
    'https://checkout.paystack.com/abc',
    'https://checkout.paystack.co/abc',
    'https://standard.ng.paystack.com/abc',
  ])("is accepted on the provider's domain: %s", async (url) => {
    expect(await openAt(url)).toEqual({ accessCode: 'abc', authorizationUrl: url })
  })

  it.each([
    'http://checkout.paystack.com/abc',
    'https://checkout.paystack.com.evil.example/abc',
    'https://checkout.paystack.com@evil.example/abc',
    'https://evilpaystack.com/abc',
    'https://paystack.com.evil.example/abc',
    'https://checkout.paystack.com:8443/abc',
    'https://evil.example/checkout.paystack.com',
    'http://127.0.0.1/abc',
  ])('is refused anywhere else: %s', async (url) => {
    const refused: unknown = await openAt(url).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ProviderUnavailableError)
    expect(refused).toMatchObject({ isTransient: false })
  })

  it("is accepted on the origin of the sandbox's script, and on no other port", async () => {
    const script = 'http://localhost:3000/sandbox/paystack/inline.js'
    const url = 'http://localhost:3000/sandbox/paystack/checkout/abc'
    expect(await openAt(url, script)).toMatchObject({ authorizationUrl: url })
    await expect(openAt('http://localhost:3001/sandbox/paystack/checkout/abc', script)).rejects.toThrow(
      ProviderUnavailableError,
    )
  })
})

it('P-14 a redirect is not followed, so that the secret key is sent nowhere else', async () => {
  const elsewhere: (string | undefined)[] = []
  const redirecting = createServer((request, response) => {
    if (request.url === '/elsewhere') elsewhere.push(request.headers.authorization)
    const reply = { status: true, message: 'ok', data: transaction('ours-0001') }
    response.writeHead(request.url === '/elsewhere' ? 200 : 307, {
      location: '/elsewhere',
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(reply))
  }).listen(0, '127.0.0.1')
  await once(redirecting, 'listening')
  try {
    await expect(paystackWith(SCRIPT, redirecting).verify('ours-0001')).rejects.toThrow(ProviderUnavailableError)
    expect(elsewhere).toEqual([])
  } finally {
    redirecting.closeAllConnections()
    redirecting.close()
  }
})

describe('a bank account for a refund', () => {
  const account = { id: '7', bankId: '9', accountNumber: '0123456789' }
  afterEach(() => {
    status = 200
  })

  it.each([400, 404, 422])('is refused by status %s', async (refusing) => {
    status = refusing
    expect(await paystackWith().retryRefund(account)).toEqual({ refusal: 'ok' })
  })

  it.each([401, 403, 408, 429, 500])('is not judged by status %s', async (failing) => {
    status = failing
    await expect(paystackWith().retryRefund(account)).rejects.toThrow(ProviderUnavailableError)
  })

  it.each([401, 403, 404, 429])('may have a holder, whatever status %s says', async (failing) => {
    status = failing
    await expect(paystackWith().findAccountHolder({ bankCode: '011', accountNumber: '0123456789' })).rejects.toThrow(
      ProviderUnavailableError,
    )
  })
})

describe("a transaction in the provider's list", () => {
  const list = () =>
    paystackWith().list({ from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z'), page: 1 })

  it('that cannot be read is returned as unreadable, and does not affect the others', async () => {
    const paidAt = new Date('2026-03-01T08:00:00.000Z')
    meta = { page: 1, pageCount: 1 }
    data = [
      transaction('ours-0001'),
      transaction('x'.repeat(101)),
      transaction('ours-0002', { amount: 'a lot', requested_amount: 'a lot', paid_at: 'some day' }),
      transaction('ours-0003', { reference: null }),
      transaction('tab\tin it'),
      null,
      transaction('ours-0004'),
    ]
    const { transactions, unreadable, hasMore } = await list()
    expect(transactions.map(({ reference }) => reference)).toEqual(['ours-0001', 'ours-0004'])
    expect(unreadable).toEqual([
      { reference: 'x'.repeat(100), paidAt },
      { reference: 'ours-0002', paidAt: null },
      { reference: 'without a reference', paidAt },
      { reference: 'tab?in it', paidAt },
      { reference: 'without a reference', paidAt: null },
    ])
    expect(hasMore).toBe(false)
  })

  it('counts towards the size of its page whether or not it can be read', async () => {
    meta = undefined
    data = Array.from({ length: 100 }, (_, n) => (n === 50 ? {} : transaction(`ours-${n}`)))
    expect((await list()).hasMore).toBe(true)
  })
})
