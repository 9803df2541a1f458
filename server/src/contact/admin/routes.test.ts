import * as contract from '@baobab/contract/contact/endpoints.ts'
import { sendMessage, countOpenMessages } from '@baobab/contract/contact/endpoints.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, unique } from '../../../test/factories.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { contactMessages } from '../tables.ts'

const SUBJECT = 'Our answer to your message'

const t = await openTestApp()
const admin = await makeAdmin(t)

const asAdmin = () => t.as(admin.token)
type Query = { show?: contract.MessageFilter; search?: string; limit?: number; cursor?: string }
const list = (query: Query = {}) => asAdmin()(contract.listMessages, { query })
const countOpen = async () => (await asAdmin()(countOpenMessages, {})).open
const inputFor = (messageId: string) => ({ params: { messageId } })
const answer = (messageId: string, text: string, key = unique('key')) =>
  asAdmin()(contract.answerMessage, { ...inputFor(messageId), body: { answer: text, key } })
const auditLinesFor = (id: string) =>
  t.app.db.select({ action: auditLines.action }).from(auditLines).where(eq(auditLines.subject, id))

/** Submits the contact form and returns its fields with the id of the stored message. */
async function sendContactMessage(changes: Partial<{ firstName: string; message: string }> = {}) {
  const email = `${unique('c')}@home.example`
  const form = { firstName: 'Adaeze', lastName: 'Ọbi', email, message: 'When is\n\nthe next draw?', ...changes }
  await t.as()(sendMessage, { body: form })
  const [row] = await t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  return { ...form, id: row?.id ?? '' }
}

describe('the inbox', () => {
  it('shows the newest message first, in pages, with an excerpt', async () => {
    const sent = [await sendContactMessage(), await sendContactMessage(), await sendContactMessage()]
    const first = await list({ limit: 2 })
    expect(first.messages.map(({ _id }) => _id)).toEqual([sent[2]?.id, sent[1]?.id])
    expect(first.messages[0]).toMatchObject({ firstName: 'Adaeze', excerpt: 'When is the next draw?', isRead: false })
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
    expect(second.messages[0]?._id).toBe(sent[0]?.id)
    expect(await refusal(list({ cursor: 'nowhere' }))).toMatchObject({ status: 400 })
  })

  it('can be searched by part of a name, email address or text, and treats every character literally', async () => {
    const sent = await sendContactMessage({ firstName: 'Zainab', message: 'I paid 100% of it.' })
    for (const search of ['zaina', sent.email.slice(1, 12), 'ọbi ' + sent.email.slice(0, 4), '100%'])
      expect((await list({ search })).messages.map(({ _id }) => _id)).toEqual([sent.id])
    expect((await list({ search: '1_0%' })).messages).toEqual([])
  })

  it('counts messages that need an answer, whether or not they are read', async () => {
    const before = await countOpen()
    const [answered, closed] = [await sendContactMessage(), await sendContactMessage()]
    for (const { id } of [answered, closed])
      await asAdmin()(contract.markMessage, { ...inputFor(id), body: { isRead: true } })
    expect(await countOpen()).toBe(before + 2)
    expect((await list({ show: 'open', limit: 100 })).messages).toHaveLength(before + 2)
    await answer(answered.id, 'On Friday.')
    await asAdmin()(contract.organizeMessage, { ...inputFor(closed.id), body: { isClosed: true } })
    expect(await countOpen()).toBe(before)
  })

  it('lists unread messages, and a message can be marked as unread again', async () => {
    const { id } = await sendContactMessage()
    expect((await list({ show: 'unread' })).messages[0]?._id).toBe(id)
    await asAdmin()(contract.markMessage, { ...inputFor(id), body: { isRead: true } })
    expect((await list({ show: 'unread' })).messages.map(({ _id }) => _id)).not.toContain(id)
    const { message } = await asAdmin()(contract.markMessage, { ...inputFor(id), body: { isRead: false } })
    expect(message.isRead).toBe(false)
  })

  it('records in the audit log who read a message', async () => {
    const sent = await sendContactMessage()
    const { message } = await asAdmin()(contract.oneMessage, inputFor(sent.id))
    expect(message).toMatchObject({ message: sent.message, email: sent.email, state: 'open', replies: [] })
    expect(await auditLinesFor(sent.id)).toEqual([{ action: 'message.read' }])
  })

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('replies 404 for the unknown message %s', async (id) => {
    expect(await refusal(asAdmin()(contract.oneMessage, inputFor(id)))).toMatchObject({ status: 404 })
    expect(await refusal(answer(id, 'Hello.'))).toMatchObject({ status: 404 })
    expect(await refusal(asAdmin()(contract.markMessage, { ...inputFor(id), body: { isRead: true } }))).toMatchObject({
      status: 404,
    })
  })
})

describe('an answer', () => {
  it('is mailed with the message quoted below it, and marks the message as read and answered', async () => {
    const sent = await sendContactMessage({ message: 'Is <b>this</b> free?\nReally?' })
    const reply = await answer(sent.id, 'Yes, it is.\n\nWith 5 < 6 & more,\nthe team')
    expect(reply.contactMessage).toMatchObject({
      isRead: true,
      state: 'waiting',
      replies: [{ direction: 'out', admin: admin.username, mailFailure: null, takeBackUntil: null }],
    })
    const [mail] = await t.mails(sent.email, SUBJECT)
    expect(mail?.text).toContain('Yes, it is.\n\nWith 5 < 6 & more,\nthe team')
    expect(mail?.text).toContain('> Is <b>this</b> free?\n> Really?')
    expect(mail?.html).toContain('With 5 &#60; 6 &#38; more,<br>the team')
    expect(mail?.html).toContain('Is &#60;b&#62;this&#60;/b&#62; free?<br>Really?')
    expect((await list({ show: 'answered' })).messages[0]?._id).toBe(sent.id)
    expect(await auditLinesFor(sent.id)).toEqual([{ action: 'message.answered' }])
  })

  it('contains one greeting, even if the admin writes one', async () => {
    const sent = await sendContactMessage()
    await answer(sent.id, 'Hello Adaeze,\n\nit is on Friday.')
    const [mail] = await t.mails(sent.email, SUBJECT)
    expect(mail?.text.match(/Hello/g)).toHaveLength(1)
    expect(mail?.html.match(/Hello/g)).toHaveLength(1)
    const other = await sendContactMessage()
    await answer(other.id, 'It is on Friday.')
    expect((await t.mails(other.email, SUBJECT))[0]?.text).toMatch(/^Hello Adaeze,\n\nIt is on Friday\./)
  })

  it('is mailed once even if the request is sent repeatedly; another text with its key is refused', async () => {
    const sent = await sendContactMessage()
    const key = unique('key')
    const replies = await Promise.all(Array.from({ length: 5 }, () => answer(sent.id, 'On Friday.', key)))
    const answers = replies.map(({ contactMessage }) => contactMessage.replies.map(({ _id }) => _id))
    expect(answers[0]).toHaveLength(1)
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(await refusal(answer(sent.id, 'On Monday.', key))).toMatchObject({
      status: 409,
      code: 'answer_key_used',
      message: 'Another answer was sent in its place. Check the conversation, then send again.',
    })
    // Mails are sent in order: once a later mail has arrived, a second copy of this one would have arrived too.
    const later = await sendContactMessage()
    await answer(later.id, 'On Friday.')
    await t.mails(later.email, SUBJECT)
    expect(await t.mails(sent.email, SUBJECT)).toHaveLength(1)
    expect(await auditLinesFor(sent.id)).toHaveLength(1)
  })

  it('must not be empty or too long', async () => {
    const { id } = await sendContactMessage()
    for (const [text, message] of [
      [' \n ', 'Answer is required'],
      ['x'.repeat(5_001), 'Answer cannot exceed 5000 characters'],
    ] as const)
      expect((await refusal(answer(id, text))).errors).toEqual([{ path: 'answer', message }])
  })

  it('ends with the support contacts, if they are set', async () => {
    const body = { supportEmail: 'help@baobab.example', supportPhone: '+2348012345678' }
    await asAdmin()(changeSettings, { body })
    const { id, email } = await sendContactMessage()
    await answer(id, 'Please call us.')
    const [mail] = await t.mails(email, SUBJECT)
    expect(mail?.text).toContain('Questions? help@baobab.example or +2348012345678')
    expect(mail?.html).toContain('Questions? help@baobab.example or +2348012345678')
  })
})
