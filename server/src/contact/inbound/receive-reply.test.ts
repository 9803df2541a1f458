// Tests conversations: visitors reply by mail through the mail provider's webhook, and admins answer again.
import * as contract from '@baobab/contract/contact/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, PASSWORD, unique, type MadeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { contactMessages, contactReplies } from '../tables.ts'
import { createReplyAddress } from './reply-address.ts'

const PATH = '/api/contact/inbound-mail'

let support: MadeAdmin
const t = await openTestApp()
beforeAll(async () => {
  support = await makeAnotherAdmin(t, await makeAdmin(t), 'support')
})

async function write(email = `${unique('c')}@home.example`) {
  const body = { firstName: 'Adaeze', lastName: 'Obi', email, message: 'When is the draw?' }
  await t.as()(contract.sendMessage, { body })
  const rows = await t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  return { id: rows.at(-1)?.id ?? '', email }
}
const read = async (messageId: string) =>
  (await t.as(support.token)(contract.oneMessage, { params: { messageId } })).message
const answer = (messageId: string, body: object = {}) =>
  t.as(support.token)(contract.answerMessage, {
    params: { messageId },
    body: { answer: 'On Friday.', key: unique('key'), ...body },
  })
const close = (messageId: string, body: object = {}) =>
  t.as(support.token)(contract.organizeMessage, { params: { messageId }, body: { isClosed: true, ...body } })
const addressFor = (id: string, key = t.app.keys.links) => createReplyAddress(key, t.sandbox.inboundMail.replyTo, id)

/** Delivers a mail as Postmark does. */
const deliver = (mail: object, password = t.sandbox.inboundMail.secret, app = t) =>
  app.http.inject({
    method: 'POST',
    url: PATH,
    headers: { authorization: `Basic ${Buffer.from(`baobab:${password}`).toString('base64')}` },
    payload: mail,
  })
const makeMail = ({ id, email }: { id: string; email: string }, changes: object = {}) => ({
  MessageID: unique('mail'),
  FromFull: { Email: email },
  OriginalRecipient: addressFor(id),
  TextBody: 'Which Friday?',
  ...changes,
})
const reply = (to: { id: string; email: string }, changes: object = {}) => deliver(makeMail(to, changes))
const countReplies = (id: string) => t.app.db.$count(contactReplies, eq(contactReplies.messageId, id))

describe('a reply by mail', () => {
  it('opens the conversation again, whether it is waiting or closed, and the next answer quotes it', async () => {
    const sent = await write()
    await answer(sent.id)
    expect((await read(sent.id)).state).toBe('waiting')
    expect((await reply(sent)).json()).toEqual({ status: 'success' })
    expect(await read(sent.id)).toMatchObject({
      state: 'open',
      isRead: false,
      replies: [
        { direction: 'out', text: 'On Friday.', admin: support.username },
        { direction: 'in', text: 'Which Friday?', admin: null, otherEmail: null, isCut: false, attachments: 0 },
      ],
    })
    const { contactMessage } = await answer(sent.id, { answer: 'Next Friday.', closes: true })
    expect(contactMessage).toMatchObject({ state: 'closed', replies: [{}, {}, { text: 'Next Friday.' }] })
    const mails = await t.mails(sent.email, 'Our answer to your message', 2)
    expect(mails[0]?.text).toMatch(/Next Friday\.[^]*> Which Friday\?/)
    await reply(sent, { TextBody: 'Thank you.' })
    const { messages } = await t.as(support.token)(contract.listMessages, { query: { show: 'open' } })
    expect(messages[0]).toMatchObject({ _id: sent.id, excerpt: 'Thank you.' })
  })

  it('is stored once, however often the provider delivers it', async () => {
    const sent = await write()
    const mail = makeMail(sent)
    const replies = await Promise.all([deliver(mail), deliver(mail), deliver(mail)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await countReplies(sent.id)).toBe(1)
  })

  it('to two conversations is stored in both', async () => {
    const [one, other] = [await write(), await write()]
    const mail = { MessageID: unique('mail') }
    await reply(one, mail)
    await reply(other, mail)
    expect([await countReplies(one.id), await countReplies(other.id)]).toEqual([1, 1])
  })

  it('from another address says so, and says what was left out', async () => {
    const sent = await write()
    await reply(sent, {
      FromFull: { Email: 'mum@home.example' },
      TextBody: 'x'.repeat(10_001),
      Attachments: [{ Name: 'receipt.jpg', Content: 'AAAA' }],
    })
    expect((await read(sent.id)).replies).toMatchObject([
      { otherEmail: 'mum@home.example', isCut: true, attachments: 1 },
    ])
    await reply(sent, { FromFull: { Email: sent.email.toUpperCase() } })
    expect((await read(sent.id)).replies[1]?.otherEmail).toBeNull()
  })

  it('of an answering machine changes nothing', async () => {
    const sent = await write()
    await answer(sent.id)
    const automatic = await reply(sent, { Headers: [{ Name: 'Auto-Submitted', Value: 'auto-replied' }] })
    expect(automatic.statusCode).toBe(200)
    expect(await read(sent.id)).toMatchObject({ state: 'waiting', replies: [{}] })
  })

  it('R-45 to an unknown, forged or deleted conversation gets the same reply as any other, and is dropped', async () => {
    const [sent, deleted] = [await write(), await write()]
    await t.app.db.delete(contactMessages).where(eq(contactMessages.id, deleted.id))
    const before = await t.app.db.$count(contactReplies)
    const forged = addressFor(sent.id, Buffer.alloc(32))
    const dropped = [
      await reply(deleted),
      await reply(sent, { OriginalRecipient: forged }),
      await reply(sent, { OriginalRecipient: 'support@baobab.example' }),
    ]
    const accepted = await reply(sent)
    for (const { statusCode, body } of dropped)
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: accepted.body })
    expect(await t.app.db.$count(contactReplies)).toBe(before + 1)
  })

  it('R-45 is accepted thirty times a day for one conversation', async () => {
    const sent = await write()
    for (let i = 0; i < 31; i += 1) await reply(sent)
    expect(await countReplies(sent.id)).toBe(30)
  })
})

describe('the webhook', () => {
  it('refuses callers without the secret before it reads the mail', async () => {
    const sent = await write()
    const forbidden = { code: 'mail_secret_wrong', message: 'The password of the inbound webhook is not correct.' }
    expect((await deliver(makeMail(sent), 'wrong')).json()).toMatchObject(forbidden)
    const reply = await t.http.inject({ method: 'POST', url: PATH, payload: '{' })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject(forbidden)
    expect(await countReplies(sent.id)).toBe(0)
  })

  it('takes a mail with a photo, and refuses mails of more than 12 MB and other formats, so that the provider reports them', async () => {
    const sent = await write()
    const withPhoto = (bytes: number) =>
      reply(sent, { Attachments: [{ Name: 'receipt.jpg', Content: 'A'.repeat(bytes) }] })
    expect((await withPhoto(8_000_000)).statusCode).toBe(200)
    expect((await withPhoto(13_000_000)).statusCode).toBe(413)
    expect((await deliver({ from: sent.email })).statusCode).toBe(400)
  })
})

describe('an admin who has not seen the newest reply', () => {
  it('neither answers nor closes the conversation', async () => {
    const sent = await write()
    const { repliedAt: seenReplyAt } = await read(sent.id)
    await reply(sent)
    const refused = { status: 409, code: 'message_replied', message: 'A new reply has arrived. Read it first.' }
    expect(await refusal(answer(sent.id, { seenReplyAt }))).toMatchObject(refused)
    expect(await refusal(close(sent.id, { seenReplyAt }))).toMatchObject(refused)
    const { repliedAt } = await read(sent.id)
    expect((await close(sent.id, { seenReplyAt: repliedAt })).message.state).toBe('closed')
  })

  it('does not mark it as read', async () => {
    const sent = await write()
    const { repliedAt: seenReplyAt } = await read(sent.id)
    await reply(sent)
    const mark = (body: { isRead: boolean; seenReplyAt?: string | null }) =>
      t.as(support.token)(contract.markMessage, { params: { messageId: sent.id }, body })
    expect(await refusal(mark({ isRead: true, seenReplyAt }))).toMatchObject({ code: 'message_replied' })
    expect((await read(sent.id)).isRead).toBe(false)
    const { repliedAt } = await read(sent.id)
    expect((await mark({ isRead: true, seenReplyAt: repliedAt })).message.isRead).toBe(true)
  })

  it('who closes while it arrives never hides it', async () => {
    const sent = await write()
    const { repliedAt: seenReplyAt } = await read(sent.id)
    await Promise.allSettled([reply(sent), close(sent.id, { seenReplyAt })])
    expect(await read(sent.id)).toMatchObject({ state: 'open', replies: [{ direction: 'in' }] })
  })
})

describe('an answer that waits', () => {
  it('can be taken back, is then not mailed, and the conversation is open', async () => {
    const sent = await write()
    const { contactMessage } = await answer(sent.id, { takeBack: true, answer: 'Wrong.' })
    const replyId = contactMessage.replies[0]?._id ?? ''
    expect(contactMessage.replies[0]?.takeBackUntil).not.toBeNull()
    const takeBack = () => t.as(support.token)(contract.takeBackAnswer, { params: { messageId: sent.id, replyId } })
    expect(await takeBack()).toMatchObject({ answer: 'Wrong.', contactMessage: { state: 'open', replies: [] } })
    expect(await refusal(takeBack())).toMatchObject({ status: 404 })
    await t.app.db.execute(`update pgboss.job set start_after = now() where name = 'contact-answers'`)
    await answer(sent.id)
    expect(await t.mails(sent.email, 'Our answer to your message')).toHaveLength(1)
  })

  describe('and is taken back', () => {
    const takeBack = async (messageId: string, text: string) => {
      const replyId = (await read(messageId)).replies.find((one) => one.text === text)?._id ?? ''
      return t.as(support.token)(contract.takeBackAnswer, { params: { messageId, replyId } })
    }
    const work = (messageId: string, body: object) =>
      t.as(support.token)(contract.organizeMessage, { params: { messageId }, body })
    const state = async (messageId: string) => {
      const [row] = await t.app.db.select().from(contactMessages).where(eq(contactMessages.id, messageId))
      return row
    }

    it('leaves the message exactly as it was', async () => {
      const [due, closed, waiting] = [await write(), await write(), await write()]
      await work(due.id, { followUpOn: '2031-05-06' })
      await answer(closed.id)
      await close(closed.id)
      await answer(waiting.id, { answer: 'Before.' })
      for (const { id } of [due, closed, waiting]) {
        // Waits for the mail job, because what it writes would also count as a difference.
        await waitFor(async () =>
          expect((await read(id)).replies.filter(({ mailState }) => mailState !== 'sent')).toEqual([]),
        )
        const before = await state(id)
        await answer(id, { takeBack: true, answer: 'Wrong.', closes: id === due.id })
        await takeBack(id, 'Wrong.')
        expect(await state(id)).toEqual(before)
      }
      expect((await read(waiting.id)).replies.map(({ text }) => text)).toEqual(['Before.'])
    })

    it('leaves what was there before both, if the next one is taken back too', async () => {
      const { id } = await write()
      await work(id, { followUpOn: '2031-05-06', isClosed: false })
      const before = await state(id)
      await answer(id, { takeBack: true, answer: 'One.' })
      t.app.clock.advance(10)
      await answer(id, { takeBack: true, answer: 'Two.' })
      await takeBack(id, 'One.')
      expect(await state(id)).toMatchObject({ answer: 'Two.', followUpOn: null })
      expect(await read(id)).toMatchObject({ isRead: true })
      await takeBack(id, 'Two.')
      expect(await state(id)).toEqual(before)
    })

    it('keeps what the visitor and admins changed since', async () => {
      const [replied, changed] = [await write(), await write()]
      await work(changed.id, { followUpOn: '2031-05-06' })
      await close(replied.id)
      for (const { id } of [replied, changed]) await answer(id, { takeBack: true, answer: 'Wrong.' })
      await reply(replied)
      await work(changed.id, { followUpOn: '2032-07-08' })
      for (const { id } of [replied, changed]) await takeBack(id, 'Wrong.')
      expect(await read(replied.id)).toMatchObject({ state: 'open', isRead: false })
      expect(await read(changed.id)).toMatchObject({ state: 'open', followUpOn: '2032-07-08' })
    })
  })

  it('is shown as emailed only once the mail server has it', async () => {
    const sent = await write()
    const { contactMessage } = await answer(sent.id, { takeBack: true })
    expect(contactMessage.replies).toMatchObject([{ mailState: 'waiting', mailFailure: null }])
    await answer(sent.id, { answer: 'Now.' })
    await t.mails(sent.email, 'Our answer to your message')
    const params = { messageId: sent.id }
    const readMails = async () => (await t.as(support.token)(contract.listAnswerMails, { params })).mails
    await waitFor(async () =>
      expect((await readMails()).map(({ mailState }) => mailState)).toEqual(['waiting', 'sent']),
    )
    expect(JSON.stringify(await readMails())).not.toContain('Now.')
  })

  it('cannot be taken back once it is sent', async () => {
    const sent = await write()
    const { contactMessage } = await answer(sent.id)
    const params = { messageId: sent.id, replyId: contactMessage.replies[0]?._id ?? '' }
    expect(await refusal(t.as(support.token)(contract.takeBackAnswer, { params }))).toMatchObject({
      status: 409,
      message: 'This answer has been sent, so it cannot be taken back.',
    })
  })
})

describe('a conversation', () => {
  it('contains the answer of a server of the previous release, and stays open for its answers after a reply', async () => {
    const sent = await write()
    const columns = { answer: 'By column.', answeredAt: t.app.clock.now(), answeredBy: support.id }
    await t.app.db.update(contactMessages).set(columns).where(eq(contactMessages.id, sent.id))
    expect(await read(sent.id)).toMatchObject({
      state: 'waiting',
      replies: [{ text: 'By column.', admin: support.username }],
    })
    await reply(sent)
    expect((await read(sent.id)).replies.map(({ text }) => text)).toEqual(['By column.', 'Which Friday?'])
    const [row] = await t.app.db.select().from(contactMessages).where(eq(contactMessages.id, sent.id))
    expect(row).toMatchObject({ answer: null, answeredAt: null, mailedAt: null, closedAt: null })
  })

  it('is in the data export of the student with its email, without admins and other people’s addresses', async () => {
    const student = await makeStudent(t)
    const sent = await write(student.email)
    await answer(sent.id)
    await reply(sent, { FromFull: { Email: 'mum@home.example' } })
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['messageReplies']?.map((row) => row['text']).toSorted()).toEqual(['On Friday.', 'Which Friday?'])
    expect(JSON.stringify(tables)).not.toMatch(new RegExp(`mum@home|${support.id}`))
  })

  it('gives a student who replied from another address what they wrote, and nothing of the others, and forgets it', async () => {
    const [student, sent] = [await makeStudent(t), await write()]
    await answer(sent.id, { answer: 'Our answer.' })
    await reply(sent)
    await reply(sent, { FromFull: { Email: student.email.toUpperCase() }, TextBody: 'I am her brother.' })
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['messageReplies']).toMatchObject([{ text: 'I am her brother.', direction: 'in' }])
    expect(tables['messages']).toEqual([])
    expect(JSON.stringify(tables)).not.toMatch(/Our answer|Which Friday/)
    expect(JSON.stringify(tables)).not.toContain(sent.email)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect((await read(sent.id)).replies.map(({ text }) => text)).toEqual(['Our answer.', 'Which Friday?'])
    const rows = JSON.stringify(await t.app.db.select().from(contactReplies))
    expect(rows).not.toContain(student.email)
  })
})
