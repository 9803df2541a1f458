// Tests how admins share the work on messages, and what they see about the sender.
import * as contract from '@baobab/contract/contact/endpoints.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makePaidStudent,
  makeStudent,
  unique,
  type MadeAdmin,
} from '../../../test/factories.ts'
import { type TestApp, openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { admins, students } from '../../accounts/tables.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { contactMessages, contactNotes } from '../tables.ts'

const SUBJECT = 'Our answer to your message'

let [owner, support, auditor]: [MadeAdmin, MadeAdmin, MadeAdmin] = [] as never
let deliver: TestApp['app']['mailer']['send']
const t = await openTestApp()
beforeAll(async () => {
  owner = await makeAdmin(t)
  support = await makeAnotherAdmin(t, owner, 'support')
  auditor = await makeAnotherAdmin(t, owner, 'auditor')
  deliver = t.app.mailer.send.bind(t.app.mailer)
})
afterEach(() => void (t.app.mailer.send = deliver))

async function write(email = `${unique('c')}@home.example`) {
  const body = { firstName: 'Adaeze', lastName: 'Obi', email, message: 'When is the draw?' }
  await t.as()(sendMessage, { body })
  const rows = await t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  return { id: rows.at(-1)?.id ?? '', email }
}
const organize = (messageId: string, body: object, admin = support) =>
  t.as(admin.token)(contract.organizeMessage, { params: { messageId }, body })
const listIds = async (show: contract.MessageFilter, admin = support) =>
  (await t.as(admin.token)(contract.listMessages, { query: { show, limit: 100 } })).messages.map(({ _id }) => _id)
const read = async (messageId: string, admin = support) =>
  (await t.as(admin.token)(contract.oneMessage, { params: { messageId } })).message
const answer = (messageId: string, text: string) =>
  t.as(support.token)(contract.answerMessage, { params: { messageId }, body: { answer: text, key: unique('key') } })
const findActions = async (id: string) =>
  (await t.app.db.select().from(auditLines).where(eq(auditLines.subject, id))).map(({ action, details }) => ({
    action,
    details,
  }))

describe('a message', () => {
  it('that is closed, with or without an answer, needs none any more, and an answered one neither', async () => {
    const [open, closed, waiting, both] = [await write(), await write(), await write(), await write()]
    for (const { id } of [waiting, both]) await answer(id, 'On Friday.')
    for (const { id } of [closed, both]) await organize(id, { isClosed: true })
    const listed = await listIds('answered')
    expect([open, closed, waiting, both].map(({ id }) => listed.includes(id))).toEqual([false, true, true, true])
  })

  it('can be assigned to an admin who may answer, and is then in their list until it is answered', async () => {
    const { id } = await write()
    const { admins } = await t.as(support.token)(contract.listAssignees, {})
    expect(admins).toEqual([owner.username, support.username].toSorted())
    const { message } = await organize(id, { assignedTo: support.username }, owner)
    expect(message.assignedTo).toBe(support.username)
    expect(await listIds('mine')).toContain(id)
    expect(await listIds('mine', owner)).not.toContain(id)
    expect(await findActions(id)).toEqual([{ action: 'message.organized', details: { assignee: support.id } }])
    await answer(id, 'On Friday.')
    expect(await listIds('mine')).not.toContain(id)
    expect((await organize(id, { assignedTo: null })).message.assignedTo).toBeNull()
  })

  it('is unassigned once its admin was removed or may no longer answer it', async () => {
    const helper = await makeAnotherAdmin(t, owner, 'support')
    const { id } = await write()
    const assigned = async () => [
      (await read(id)).assignedTo,
      (await t.as(owner.token)(contract.listMessages, { query: { show: 'open' } })).messages.find(
        ({ _id }) => _id === id,
      )?.assignedTo,
    ]
    await organize(id, { assignedTo: helper.username })
    expect(await assigned()).toEqual([helper.username, helper.username])
    const setAdmin = (set: Partial<typeof admins.$inferInsert>) =>
      t.app.db.update(admins).set(set).where(eq(admins.id, helper.id))
    await setAdmin({ role: 'content' })
    expect(await assigned()).toEqual([null, null])
    await setAdmin({ role: 'support', removedAt: new Date() })
    expect(await assigned()).toEqual([null, null])
  })

  it('cannot be assigned to an admin who may not answer it', async () => {
    const { id } = await write()
    for (const assignedTo of [auditor.username, 'nobody-at-all'])
      expect((await refusal(organize(id, { assignedTo }))).errors).toEqual([
        { path: 'assignedTo', message: 'This admin cannot answer messages. Please choose another one.' },
      ])
    expect((await read(id)).assignedTo).toBeNull()
  })

  it('is due on its day in Lagos and not before, and no longer once it is answered', async () => {
    const { id } = await write()
    const today = lagosDate(t.app.clock.now())
    const tomorrow = lagosDate(new Date(t.app.clock.now().getTime() + 24 * 3_600_000))
    await organize(id, { followUpOn: tomorrow })
    expect(await listIds('due')).not.toContain(id)
    await organize(id, { followUpOn: today })
    expect(await listIds('due')).toContain(id)
    await answer(id, 'On Friday.')
    expect(await listIds('due')).not.toContain(id)
    expect((await refusal(organize(id, { followUpOn: '2026-02-30' }))).errors?.[0]?.path).toBe('followUpOn')
  })

  it('can be closed without an answer, and reopened', async () => {
    const { id } = await write()
    expect(await listIds('open')).toContain(id)
    await organize(id, { isClosed: true })
    expect(await listIds('open')).not.toContain(id)
    expect((await organize(id, { isClosed: false })).message.closedAt).toBeNull()
    expect(await listIds('open')).toContain(id)
  })

  it('keeps the notes of all admins in order, and its audit lines contain none of their text', async () => {
    const { id } = await write()
    const add = (admin: MadeAdmin, note: string) =>
      t.as(admin.token)(contract.addMessageNote, { params: { messageId: id }, body: { note } })
    await add(support, 'Called, nobody answered.')
    await add(owner, 'The payment is fine.')
    expect((await read(id)).notes).toMatchObject([
      { admin: support.username, text: 'Called, nobody answered.' },
      { admin: owner.username, text: 'The payment is fine.' },
    ])
    expect(JSON.stringify(await findActions(id))).not.toContain('nobody')
    expect((await refusal(add(support, ' \n '))).errors).toEqual([{ path: 'note', message: 'Note is required' }])
    await t.app.db.delete(contactMessages).where(eq(contactMessages.id, id))
    expect(await t.app.db.select().from(contactNotes).where(eq(contactNotes.messageId, id))).toEqual([])
  })

  it('has its notes in the data export of the student with its email, as notes about the student, without the admin', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const { id } = await write(student.email)
    const params = { messageId: id }
    await t.as(support.token)(contract.addMessageNote, { params, body: { note: 'Her mother called.' } })
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['messageNotes']).toMatchObject([{ messageId: id, text: 'Her mother called.' }])
    expect(JSON.stringify(tables['messageNotes'])).not.toContain(support.id)
    expect((await t.as(other.token)(exportData, {})).tables['messageNotes']).toEqual([])
  })

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('that is unknown (%s) is not found', async (id) => {
    const params = { params: { messageId: id } }
    const as = t.as(support.token)
    const calls = [
      () => organize(id, { isClosed: true }),
      () => as(contract.addMessageNote, { ...params, body: { note: 'x' } }),
      () => as(contract.previewAnswer, { ...params, body: { answer: 'x' } }),
      () => as(contract.mailAnswerAgain, params),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404 })
  })
})

describe('the sender of a message', () => {
  it('is the student with the same email, however it is spelled, with the payments', async () => {
    const [paid, unpaid] = [await makePaidStudent(t), await makeStudent(t)]
    await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, unpaid.id))
    expect((await read((await write(paid.email)).id)).writer).toEqual({
      username: paid.username,
      hasPaid: true,
      emailBounced: false,
      payments: 1,
      quizzes: [],
    })
    expect((await read((await write(unpaid.email.toUpperCase())).id)).writer).toEqual({
      username: unpaid.username,
      hasPaid: false,
      emailBounced: true,
      payments: 0,
      quizzes: [],
    })
    expect((await read((await write()).id)).writer).toBeNull()
  })
})

describe('an answer', () => {
  it('is previewed as it will be mailed, and the preview sends nothing', async () => {
    const { id, email } = await write()
    const body = { answer: 'On Friday.' }
    const preview = await t.as(support.token)(contract.previewAnswer, { params: { messageId: id }, body })
    expect(preview).toMatchObject({ to: email, subject: SUBJECT })
    expect(preview.text).toMatch(/^Hello Adaeze,\n\nOn Friday\./)
    expect((await read(id)).replies).toEqual([])
    await answer(id, body.answer)
    const mails = await t.mails(email, SUBJECT)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(preview.text.trim())
  })

  it('whose email failed says so, and is mailed once when resent', async () => {
    const { id, email } = await write()
    t.app.mailer.send = async ({ to }) => {
      throw Object.assign(new Error(`550 5.1.1 <${to}> mailbox unavailable`), { responseCode: 550 })
    }
    await answer(id, 'On Friday.')
    const findFailure = async () => (await read(id)).replies[0]?.mailFailure
    const findState = async () => (await read(id)).replies[0]?.mailState
    const mailFailure = await waitFor(async () => {
      const failure = await findFailure()
      expect(failure).not.toBeNull()
      return failure
    })
    expect(mailFailure?.reason).toContain('550 5.1.1')
    expect(await findState()).toBe('failed')
    expect(mailFailure?.reason).not.toContain(email)
    t.app.mailer.send = deliver
    const again = () => t.as(support.token)(contract.mailAnswerAgain, { params: { messageId: id } })
    expect((await again()).message).toBe('The answer is being sent again.')
    await t.mails(email, SUBJECT)
    await waitFor(async () => expect(await findFailure()).toBeNull())
    expect(await findState()).toBe('sent')
    expect(await refusal(again())).toMatchObject({ status: 409, code: 'answer_not_failed' })
    // The first job is also retried. Once a later mail has arrived, a second copy would have arrived too.
    await t.app.db.execute(
      `update pgboss.job set start_after = now() where name = 'contact-answers' and state = 'retry'`,
    )
    const later = await write()
    await answer(later.id, 'On Friday.')
    await t.mails(later.email, SUBJECT)
    expect(await t.mails(email, SUBJECT)).toHaveLength(1)
  })
})

describe('a saved answer', () => {
  it('can be added, changed and deleted by any admin who answers messages', async () => {
    const as = (admin: MadeAdmin) => t.as(admin.token)
    const list = async () => (await as(owner)(contract.listSavedAnswers, {})).savedAnswers
    const first = await as(support)(contract.addSavedAnswer, { body: { title: 'Price', text: 'It is\n\nfree.' } })
    await as(owner)(contract.addSavedAnswer, { body: { title: 'age', text: 'From 5 to 20.' } })
    expect((await list()).map(({ title }) => title)).toEqual(['age', 'Price'])
    const params = { answerId: first.savedAnswer._id }
    await as(owner)(contract.changeSavedAnswer, { params, body: { title: 'Price', text: 'It costs ₦1,000.' } })
    expect((await list())[1]).toEqual({ _id: params.answerId, title: 'Price', text: 'It costs ₦1,000.' })
    await as(support)(contract.deleteSavedAnswer, { params })
    expect((await list()).map(({ title }) => title)).toEqual(['age'])
    expect(await refusal(as(support)(contract.deleteSavedAnswer, { params }))).toMatchObject({ status: 404 })
    expect((await findActions(params.answerId)).map(({ action }) => action)).toEqual([
      'answer.saved',
      'answer.changed',
      'answer.deleted',
    ])
  })
})
