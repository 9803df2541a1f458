// Tests that students can turn off non-essential mails, with or without logging in, and still get the others.
import { changeMailSettingByLink } from '@baobab/contract/notifications/endpoints.ts'
import { changeMailSetting, readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import { makeAdmin, makeStudent, unique, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { refusal } from '../../test/refusal.ts'
import { createUnsubscribeLink } from './optional-mails.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)

const readSetting = async ({ token, username }: MadeStudent) =>
  (await t.as(token)(readStudentProfile, { params: { username } })).data.getsOptionalMails

const linkOf = (student: MadeStudent) => new URL(createUnsubscribeLink(t.app, student.id))

/** Posts what mail programs post according to RFC 8058. */
const click = (url: URL, type: string, payload: string) =>
  t.http.inject({ method: 'POST', url: `${url.pathname}${url.search}`, headers: { 'content-type': type }, payload })
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const multipartBody = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

async function send(student: MadeStudent, update: 'announcement' | 'payment', title: string) {
  await calls.send(student.username, { title, update, method: 'in-app+email' })
}

async function findSubjects(to: string): Promise<string[]> {
  const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
  return reply.json<{ subject: string }[]>().map(({ subject }) => subject)
}

describe('one-click unsubscribe in a mail program', () => {
  it.each([
    [form, 'List-Unsubscribe=One-Click'],
    [multipart, multipartBody],
  ])('turns optional mails off with a POST of %s, without a login, and may be repeated', async (type, body) => {
    const student = await makeStudent(t)
    expect(await readSetting(student)).toBe(true)
    for (let n = 0; n < 2; n += 1) expect((await click(linkOf(student), type, body)).statusCode).toBe(200)
    expect(await readSetting(student)).toBe(false)
  })

  it('does nothing for an altered link', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const link = linkOf(other)
    const token = link.searchParams.get('token') ?? ''
    for (const changed of ['', 'x', token.replace(other.id, student.id), `${token}x`, token.slice(0, -1)]) {
      link.searchParams.set('token', changed)
      const reply = await click(link, form, 'List-Unsubscribe=One-Click')
      expect(reply.json()).toMatchObject({ code: 'token_invalid' })
    }
    expect([await readSetting(student), await readSetting(other)]).toEqual([true, true])
  })
})

describe('the link’s page', () => {
  it('changes nothing when it is opened, because mail scanners open links', async () => {
    const student = await makeStudent(t)
    const { pathname, search } = linkOf(student)
    for (const method of ['GET', 'HEAD'] as const) await t.http.inject({ method, url: `${pathname}${search}` })
    expect(await readSetting(student)).toBe(true)
  })

  it('turns optional mails off and on again', async () => {
    const student = await makeStudent(t)
    const token = linkOf(student).searchParams.get('token') ?? ''
    const choose = (getsOptionalMails: boolean) =>
      t.as()(changeMailSettingByLink, { body: { token, getsOptionalMails } })
    expect((await choose(false)).message).toBe('You no longer get our emails about news and quizzes.')
    expect(await readSetting(student)).toBe(false)
    expect((await choose(true)).message).toBe('You get our emails about news and quizzes.')
    expect(await readSetting(student)).toBe(true)
    const refused = t.as()(changeMailSettingByLink, { body: { token: 'x.y', getsOptionalMails: false } })
    expect(await refusal(refused)).toMatchObject({ status: 400, code: 'token_invalid' })
  })
})

describe('a student who has turned optional mails off', () => {
  it('gets only essential mails, which have no such link', async () => {
    const student = await makeStudent(t)
    await t.as(student.token)(changeMailSetting, { body: { getsOptionalMails: false } })
    const [news, paid] = [`News ${unique()}`, `Paid ${unique()}`]
    await send(student, 'announcement', news)
    await send(student, 'payment', paid)
    const [mail] = await t.mails(student.email, paid)
    expect(mail?.text).not.toContain('/unsubscribe')
    // Mails are sent in order, so the news would have arrived earlier.
    expect(await findSubjects(student.email)).not.toContain(news)
    expect((await calls.list(student)).notifications.map(({ title }) => title)).toContain(news)
  })

  it('gets them again after turning them on', async () => {
    const student = await makeStudent(t)
    for (const getsOptionalMails of [false, true])
      await t.as(student.token)(changeMailSetting, { body: { getsOptionalMails } })
    const title = `News ${unique()}`
    await send(student, 'announcement', title)
    const [mail] = await t.mails(student.email, title)
    expect(mail?.text).toContain(createUnsubscribeLink(t.app, student.id))
    expect(mail?.html).toContain('Stop emails about news and quizzes')
  })
})

it('has the link in the headers of each optional mail, and of no others', async () => {
  const sent: { subject: string; headers?: Record<string, string> }[] = []
  const deliver = t.app.mailer.send.bind(t.app.mailer)
  t.app.mailer.send = async (mail) => {
    sent.push(mail)
    await deliver(mail)
  }
  const student = await makeStudent(t)
  const [news, paid] = [`News ${unique()}`, `Paid ${unique()}`]
  await send(student, 'announcement', news)
  await send(student, 'payment', paid)
  await t.mails(student.email, news)
  await t.mails(student.email, paid)
  t.app.mailer.send = deliver
  expect(sent.find(({ subject }) => subject === news)?.headers).toEqual({
    'List-Unsubscribe': `<${createUnsubscribeLink(t.app, student.id)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(sent.find(({ subject }) => subject === paid)?.headers).toBeUndefined()
})

it('does not keep the setting of an erased account', async () => {
  const student = await makeStudent(t)
  await t.app.db.update(students).set({ erasedAt: new Date() }).where(eq(students.id, student.id))
  expect((await click(linkOf(student), form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
  expect(row?.optionalMailsOffAt).toBeNull()
})
