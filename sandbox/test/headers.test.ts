import { expect, test } from 'vitest'
import { openWorld } from './open.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"

test.each([
  ['/sandbox', 302],
  ['/sandbox/mailbox', 200],
  ['/sandbox/mailbox/messages', 200],
  ['/sandbox/mailbox/messages?to=a&to=b', 400],
  ['/sandbox/mailbox/messages/000000000001', 404],
  ['/sandbox/mailbox/messages/000000000001/html', 404],
  ['/sandbox/mailbox/messages/..%2f..%2fsecret', 404],
  ['/sandbox/look/sandbox.css', 200],
  ['/sandbox/look/baobab.svg', 200],
  ['/sandbox/look/payments.css', 200],
  ['/sandbox/paystack', 200],
  ['/sandbox/paystack/inline.js', 200],
  ['/sandbox/paystack/payments/1', 404],
  ['/sandbox/look/sign-in.css', 200],
  ['/sandbox/sign-in', 200],
  ['/sandbox/sign-in/submit.js', 200],
  ['/sandbox/sign-in/myspace', 404],
  ['/sandbox/nothing', 404],
])('%s replies %i with the sandbox’s headers', async (url, status) => {
  const context = await openWorld()
  const reply = await context.get(url)
  expect(reply.statusCode).toBe(status)
  expect(reply.headers).toMatchObject({
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  })
})

test('an error keeps the sandbox’s headers', async () => {
  const context = await openWorld()
  const headers = { 'content-type': 'application/json' }
  const reply = await context.http.inject({ method: 'POST', url: '/sandbox/nothing', headers, payload: '{"broken' })
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['content-security-policy']).toBe(PAGE_POLICY)
})

test('no page needs an inline style or a script, and each says that it is a simulation', async () => {
  const context = await openWorld()
  await context.send({ to: 'ada@example.com', html: '<p>Hi</p>' })
  for (const url of [
    '/sandbox/mailbox',
    '/sandbox/mailbox?to=nobody',
    await context.newestPage(),
    '/sandbox/paystack',
    '/sandbox/sign-in',
  ]) {
    const { body, headers } = await context.get(url)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i)
    const promises: Record<string, string> = {
      '/sandbox/paystack': 'No money moves.',
      '/sandbox/sign-in': 'Nobody real signs in.',
    }
    expect(body).toContain(promises[url] ?? 'No mail leaves this machine.')
  }
})

test('the routes around the sandbox keep their own headers', async () => {
  const context = await openWorld()
  expect((await context.get('/elsewhere')).headers['x-frame-options']).toBe('DENY')
})
