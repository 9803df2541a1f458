import * as contract from '@baobab/contract/contact.ts'
import { changeSettings } from '@baobab/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, unique, type MadeAdmin } from '../../../test/factories.ts'
import { auditLines } from '../../audit/tables.ts'
import { contactMessages } from '../tables.ts'

const SUBJECT = 'Our answer to your message'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
})
afterAll(() => t.close())

const office = () => t.as(admin.token)
const list = (query: Parameters<typeof read>[0] = {}) => read(query)
const read = async (query: {
  show?: 'all' | 'unread' | 'answered'
  search?: string
  limit?: number
  cursor?: string
}) => office()(contract.listMessages, { query })
const unread = async () => (await office()(contract.countUnreadMessages, {})).unread
const of = (messageId: string) => ({ params: { messageId } })
const answer = (messageId: string, words: string) =>
  office()(contract.answerMessage, { ...of(messageId), body: { answer: words } })
const linesAbout = (id: string) =>
  t.app.db.select({ action: auditLines.action }).from(auditLines).where(eq(auditLines.subject, id))

/** Somebody writes to the team; answers the message's id too. */
async function somebodyWrites(changes: Partial<{ firstName: string; message: string }> = {}) {
  const email = `${unique('c')}@home.example`
  const form = { firstName: 'Adaeze', lastName: 'Ọbi', email, message: 'When is\n\nthe next draw?', ...changes }
  await t.as()(contract.sendMessage, { body: form })
  const [row] = await t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  return { ...form, id: row?.id ?? '' }
}

describe('the inbox', () => {
  it('shows the newest message first, in pages, with how it begins', async () => {
    const sent = [await somebodyWrites(), await somebodyWrites(), await somebodyWrites()]
    const first = await list({ limit: 2 })
    expect(first.messages.map(({ _id }) => _id)).toEqual([sent[2]?.id, sent[1]?.id])
    expect(first.messages[0]).toMatchObject({ firstName: 'Adaeze', excerpt: 'When is the next draw?', isRead: false })
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
    expect(second.messages[0]?._id).toBe(sent[0]?.id)
    expect(await refusal(list({ cursor: 'nowhere' }))).toMatchObject({ status: 400 })
  })

  it('finds by a piece of a name, an address or a sentence, and takes every character as it stands', async () => {
    const sent = await somebodyWrites({ firstName: 'Zainab', message: 'I paid 100% of it.' })
    for (const search of ['zaina', sent.email.slice(1, 12), 'ọbi ' + sent.email.slice(0, 4), '100%'])
      expect((await list({ search })).messages.map(({ _id }) => _id)).toEqual([sent.id])
    expect((await list({ search: '1_0%' })).messages).toEqual([])
  })

  it('counts what nobody has opened, and a message can be unread again', async () => {
    const before = await unread()
    const { id } = await somebodyWrites()
    expect(await unread()).toBe(before + 1)
    expect((await list({ show: 'unread' })).messages[0]?._id).toBe(id)
    await office()(contract.markMessage, { ...of(id), body: { isRead: true } })
    expect(await unread()).toBe(before)
    expect((await list({ show: 'unread' })).messages.map(({ _id }) => _id)).not.toContain(id)
    const { message } = await office()(contract.markMessage, { ...of(id), body: { isRead: false } })
    expect(message.isRead).toBe(false)
    expect(await unread()).toBe(before + 1)
  })

  it('logs who read a message', async () => {
    const sent = await somebodyWrites()
    const { message } = await office()(contract.oneMessage, of(sent.id))
    expect(message).toMatchObject({ message: sent.message, email: sent.email, answer: null, answeredBy: null })
    expect(await linesAbout(sent.id)).toEqual([{ action: 'message.read' }])
  })

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('does not know the message %s', async (id) => {
    expect(await refusal(office()(contract.oneMessage, of(id)))).toMatchObject({ status: 404 })
    expect(await refusal(answer(id, 'Hello.'))).toMatchObject({ status: 404 })
    expect(await refusal(office()(contract.markMessage, { ...of(id), body: { isRead: true } }))).toMatchObject({
      status: 404,
    })
  })
})

describe('an answer', () => {
  it('goes out by mail with the message under it, and the message counts as read and answered', async () => {
    const sent = await somebodyWrites({ message: 'Is <b>this</b> free?\nReally?' })
    const reply = await answer(sent.id, 'Yes, it is.\n\nWith 5 < 6 & more,\nthe office')
    expect(reply.contactMessage).toMatchObject({ isRead: true, answeredBy: admin.username })
    const [mail] = await t.mails(sent.email, SUBJECT)
    expect(mail?.text).toContain('Yes, it is.\n\nWith 5 < 6 & more,\nthe office')
    expect(mail?.text).toContain('> Is <b>this</b> free?\n> Really?')
    expect(mail?.html).toContain('With 5 &#60; 6 &#38; more,<br>the office')
    expect(mail?.html).toContain('Is &#60;b&#62;this&#60;/b&#62; free?<br>Really?')
    expect((await list({ show: 'answered' })).messages[0]?._id).toBe(sent.id)
    expect(await linesAbout(sent.id)).toEqual([{ action: 'message.answered' }])
  })

  it('is mailed once, however often and however fast it is sent; another one is refused', async () => {
    const sent = await somebodyWrites()
    const replies = await Promise.all(Array.from({ length: 5 }, () => answer(sent.id, 'On Friday.')))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await refusal(answer(sent.id, 'On Monday.'))).toMatchObject({
      status: 409,
      code: 'message_answered',
      message: 'This message has been answered already.',
    })
    // The mail of a later answer comes after all of this one's.
    const later = await somebodyWrites()
    await answer(later.id, 'On Friday.')
    await t.mails(later.email, SUBJECT)
    expect(await t.mails(sent.email, SUBJECT)).toHaveLength(1)
    expect(await linesAbout(sent.id)).toHaveLength(1)
  })

  it('needs words', async () => {
    const { id } = await somebodyWrites()
    for (const [words, sentence] of [
      [' \n ', 'Answer is required'],
      ['x'.repeat(5_001), 'Answer cannot exceed 5000 characters'],
    ] as const)
      expect((await refusal(answer(id, words))).errors).toEqual([{ path: 'answer', message: sentence }])
  })

  it('names under itself how to reach the office, once that is set', async () => {
    const body = { supportEmail: 'help@baobab.example', supportPhone: '+2348012345678' }
    await office()(changeSettings, { body })
    const { id, email } = await somebodyWrites()
    await answer(id, 'Please call us.')
    const [mail] = await t.mails(email, SUBJECT)
    expect(mail?.text).toContain('Questions? help@baobab.example or +2348012345678')
    expect(mail?.html).toContain('Questions? help@baobab.example or +2348012345678')
  })
})
