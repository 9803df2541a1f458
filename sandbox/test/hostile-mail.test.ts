import { expect, test } from 'vitest'
import { openWorld } from './open.ts'
import { openSmtp } from './smtp-client.ts'

const PAYLOAD = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

test('markup in any part of a mail is shown as text', async () => {
  const context = await openWorld()
  const from = { name: PAYLOAD, address: 'evil@example.com' }
  const text = `${PAYLOAD} https://x.test/"onmouseover=alert(1) javascript:alert(1)`
  await context.send({ from, to: 'ada@example.com', subject: PAYLOAD, text, html: PAYLOAD })
  const message = await context.newestPage()
  for (const url of ['/sandbox/mailbox', message, `/sandbox/mailbox?to=${encodeURIComponent(PAYLOAD)}`]) {
    const { body } = await context.get(url)
    expect(body).not.toMatch(/<script|<img src=x|"onmouseover|href="javascript/)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  }
})

test('the HTML of a mail is served unchanged, with a policy that blocks scripts and requests', async () => {
  const context = await openWorld()
  await context.send({ to: 'ada@example.com', html: '<script>alert(1)</script>' })
  const reply = await context.get(`${await context.newestPage()}/html`)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
  })
})

test('W-03 a line break hidden in a subject stays inside the subject', async () => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  const hidden = Buffer.from('Hi\r\nBcc: bola@example.com\r\n\r\n<b>body</b>\0').toString('base64')
  await smtp.send(`From: evil@example.com\r\nSubject: =?utf-8?B?${hidden}?=\r\n\r\nHi`)
  smtp.socket.destroy()
  const [mail] = await context.messages('ada@example.com')
  expect(mail?.subject).toBe('Hi Bcc: bola@example.com <b>body</b>')
  expect(await context.messages('bola@example.com')).toEqual([])
  expect((await context.get(await context.newestPage())).statusCode).toBe(200)
})

test.each([
  ['nothing at all', ''],
  ['no header', '\r\nJust words'],
  [
    'bytes that are not UTF-8',
    Buffer.from('Subject: \xff\xfe\xc3\x28\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\xc3\x28\x00', 'latin1'),
  ],
  ['a charset that does not exist', 'Content-Type: text/html; charset=klingon\r\n\r\n<p>Hi</p>'],
  ['broken base64', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@=%%%===A'],
  [
    'a part that never ends',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>',
  ],
  ['half a character', 'Subject: =?utf-16?B?2Dw=?=\r\n\r\nHi'],
  ['a thousand senders', `From: ${'a@b.test, '.repeat(1000)}\r\n\r\nHi`],
  [
    'parts in parts in parts',
    Array.from({ length: 300 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
  ],
])('a mail of %s is accepted, listed and shown', async (_what, raw) => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  expect(await smtp.send(raw)).toMatch(/^250 /)
  smtp.socket.destroy()
  expect(await context.messages('ada@example.com')).toHaveLength(1)
  const page = await context.newestPage()
  expect((await context.get(page)).statusCode).toBe(200)
  expect((await context.get(`${page}/html`)).statusCode).toBe(200)
})

test('a mail above 1 MB is refused and nothing of it is stored; a mail just below is accepted', async () => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  const line = `${'x'.repeat(62)}\r\n`
  expect(await smtp.send(line.repeat(20_000))).toMatch(/^552 /)
  expect(await context.messages()).toEqual([])
  expect(await smtp.send(`Subject: Big\r\n\r\n${line.repeat(16_000)}`)).toMatch(/^250 /)
  smtp.socket.destroy()
  const [mail] = await context.messages('ada@example.com')
  expect(mail?.text.length).toBeGreaterThan(1_000_000)
  const page = await context.get(await context.newestPage())
  expect(page.body.length).toBeLessThan(200_000)
})

test('nothing is stored if a client disconnects in the middle of a mail', async () => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  await smtp.begin()
  smtp.socket.end('Subject: Half\r\n\r\nThis is onl')
  await new Promise((resolve) => smtp.socket.once('close', resolve))
  await context.send({ to: 'ada@example.com', subject: 'Whole' })
  expect((await context.messages()).map(({ subject }) => subject)).toEqual(['Whole'])
})

test('unclosed markup is parsed quickly', async () => {
  const context = await openWorld()
  const html = '<style'.repeat(100_000)
  await context.send({ to: 'ada@example.com', text: '', html })
  // If this took quadratic time, it would take minutes, and the test would time out.
  expect((await context.get(await context.newestPage())).statusCode).toBe(200)
})
