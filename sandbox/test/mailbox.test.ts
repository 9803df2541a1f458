import { expect, test } from 'vitest'
import { openWorld } from './open.ts'

test('the JSON contains a mail sent over SMTP with its text, its HTML and the time when it arrived', async () => {
  const context = await openWorld()
  const before = Date.now()
  await context.send({
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'Code 123456',
    html: '<p>Code <b>123456</b></p>',
  })
  const [mail, ...others] = await context.messages('ada@example.com')
  expect(others).toEqual([])
  expect(mail).toEqual({
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'Code 123456',
    html: '<p>Code <b>123456</b></p>',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(Date.parse(mail?.date ?? '')).toBeGreaterThanOrEqual(before)
})

test('an empty mailbox returns an empty list, and its page says that it is empty', async () => {
  const context = await openWorld()
  expect(await context.messages()).toEqual([])
  expect(await context.messages('ada@example.com')).toEqual([])
  expect((await context.get('/sandbox/mailbox')).body).toContain('No mail yet.')
})

test('mails are listed newest first, even within the same second', async () => {
  const context = await openWorld()
  for (const subject of ['one', 'two', 'three']) await context.send({ to: 'ada@example.com', subject })
  expect((await context.messages('ada@example.com')).map(({ subject }) => subject)).toEqual(['three', 'two', 'one'])
})

test('an address must match completely; case is ignored', async () => {
  const context = await openWorld()
  await context.send({ to: 'Ada@example.com' })
  await context.send({ to: 'bada@example.com' })
  const found = await context.messages('aDA@example.COM')
  expect(found.map(({ to }) => to)).toEqual(['Ada@example.com'])
})

test('an address with a plus is found, whether the plus was encoded or not', async () => {
  const context = await openWorld()
  await context.send({ to: 'ada+school@example.com' })
  expect(await context.messages('ada+school@example.com')).toHaveLength(1)
  expect((await context.get('/sandbox/mailbox/messages?to=ada+school@example.com')).json()).toHaveLength(1)
})

test('a query with two addresses is refused', async () => {
  const context = await openWorld()
  const reply = await context.get('/sandbox/mailbox/messages?to=a@example.com&to=b@example.com')
  expect(reply.statusCode).toBe(400)
})

test('a mail to several recipients is listed for each of them, including blind copies', async () => {
  const context = await openWorld()
  await context.send({ to: ['ada@example.com', 'bola@example.com'], bcc: 'chi@example.com' })
  for (const to of ['ada@example.com', 'bola@example.com', 'chi@example.com']) {
    expect((await context.messages(to)).map((mail) => mail.to)).toEqual([to])
  }
  expect(await context.messages()).toHaveLength(3)
})

test('forty mails sent simultaneously all arrive exactly once', async () => {
  const context = await openWorld()
  const subjects = Array.from({ length: 40 }, (_, i) => `Mail ${i}`)
  await Promise.all(subjects.map((subject) => context.send({ to: 'ada@example.com', subject })))
  const arrived = (await context.messages('ada@example.com')).map(({ subject }) => subject)
  expect(arrived.toSorted()).toEqual(subjects.toSorted())
})

test('the page shows sender, recipient, subject, preview and code, and the search narrows it', async () => {
  const context = await openWorld()
  await context.send({ to: 'ada@example.com', subject: 'Verify your email', text: 'Use 482913 within 15 minutes.' })
  await context.send({ to: 'bola@example.com', subject: 'Welcome to the tree' })
  const all = (await context.get('/sandbox/mailbox')).body
  for (const words of [
    '>Baobab</span>',
    'to ada@example.com',
    'Verify your email',
    'Use 482913 within',
    'Code 482913',
  ]) {
    expect(all).toContain(words)
  }
  const found = (await context.get('/sandbox/mailbox?to=ADA')).body
  expect(found).toContain('Verify your email')
  expect(found).not.toContain('Welcome to the tree')
  expect((await context.get('/sandbox/mailbox?to=nobody@example.com')).body).toContain('No mail yet.')
})

test('a long list is split into pages and shows each mail once', async () => {
  const context = await openWorld()
  const subjects = Array.from({ length: 53 }, (_, i) => `Mail number ${i + 1}.`)
  for (const subject of subjects) await context.send({ to: 'ada@example.com', subject })
  const first = (await context.get('/sandbox/mailbox?to=ada')).body
  const next = /href="([^"]+)">Older mail</.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = (await context.get(next)).body
  const shown = `${first}${second}`.match(/Mail number \d+\./g)
  expect(shown).toEqual(subjects.toReversed())
  expect(second).not.toContain('Older mail')
})

test('a message page shows the code in large type, the text with its links, and the HTML in a sandboxed frame', async () => {
  const context = await openWorld()
  const text = 'Your code is 482913.\nOr open http://localhost:3000/reset?token=777777&x=1.'
  await context.send({ to: 'ada@example.com', text, html: '<h1>482913</h1>' })
  const path = await context.newestPage()
  const { body } = await context.get(path)
  expect(body).toContain('Code: <strong>482913</strong>')
  expect(body).toContain('href="http://localhost:3000/reset?token=777777&amp;x=1"')
  expect(body).toContain(`<iframe sandbox src="${path}/html"`)
  expect((await context.get(`${path}/html`)).body).toBe('<h1>482913</h1>')
})

test.each([
  ['The price is #100000 and the colour #263185.', null],
  ['Call 08012345678 or open https://x.test/482913.', null],
  ['We sold 123456.50 of it', null],
  ['No. 12345 or 1234567', null],
  ['Code:482913', '482913'],
  ['482913 is your code', '482913'],
])('the code in %j is %j', async (text, code) => {
  const context = await openWorld()
  await context.send({ to: 'ada@example.com', text })
  const { body } = await context.get(await context.newestPage())
  expect(/Code: <strong>(\d+)</.exec(body)?.[1] ?? null).toBe(code)
})

test('a mail with only HTML still has a preview and its code', async () => {
  const context = await openWorld()
  const html = '<style>p{color:#111111}</style><p>Your code is <b>482913</b></p><script>x()</script>'
  await context.send({ to: 'ada@example.com', text: '', html })
  const { body } = await context.get('/sandbox/mailbox')
  expect(body).toContain('<p>Your code is 482913</p>')
})

test('Yoruba letters and other scripts are preserved in every part', async () => {
  const context = await openWorld()
  const words = 'Ẹ kú àbọ̀, Ọmọ́táyọ̀! Àṣà, ɗan ƙasa, ₦1000, 你好'
  await context.send({ to: 'ada@example.com', subject: words, text: words, html: `<p>${words}</p>` })
  const [mail] = await context.messages('ada@example.com')
  expect(mail).toMatchObject({ subject: words, text: words, html: `<p>${words}</p>` })
  expect((await context.get(await context.newestPage())).body).toContain(words)
})

test('its server can be down or refuse mails for a while, and loses none that it has accepted', async () => {
  const context = await openWorld()
  const setFault = (kind: string) => context.http.inject({ method: 'PUT', url: `/sandbox/mailbox/fault/${kind}` })
  await context.send({ to: 'ada@example.com', subject: 'before' })
  expect((await setFault('gone')).statusCode).toBe(204)
  await expect(context.send({ to: 'ada@example.com' })).rejects.toThrow(/closed|ECONNRESET/i)
  await setFault('refuse')
  await expect(context.send({ to: 'ada@example.com' })).rejects.toMatchObject({ responseCode: 451 })
  await setFault('none')
  await context.send({ to: 'ada@example.com', subject: 'after' })
  expect((await context.messages('ada@example.com')).map(({ subject }) => subject)).toEqual(['after', 'before'])
})
