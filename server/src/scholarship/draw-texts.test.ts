// Tests the text messages about draws with the sandbox's phones.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { readTold } from '@baobab/contract/scholarship/draw/rules.ts'
import { parseDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeQuiz, type MadeQuiz } from '../../test/factories.ts'
import { enter, freezeMonth, onlyDraw, readEntries, setTo } from '../../test/frozen-lists.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { newNumber, replaceEmail } from '../../test/without-email.ts'
import { smsMessages } from '../sms/tables.ts'
import { announceList } from './announce.ts'
import { sendDrawText } from './draw-texts.ts'
import { runDueDraws } from './run-draw.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
beforeEach(async () => {
  t = await startTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

async function enterByPhone() {
  const [student, number] = [await enter(t, quiz, 10), newNumber()]
  await replaceEmail(t, student, number)
  return { ...student, number }
}

it('an entrant without an email gets the number and a code of the list that checks take, once', async () => {
  const [ada, mailed] = [await enterByPhone(), await enter(t, quiz, 20)]
  await freezeMonth(t, month)
  const draw = await onlyDraw(t)
  await announceList(t.app, { drawId: draw.id })
  await announceList(t.app, { drawId: draw.id })
  const [text, ...others] = await t.texts(ada.number, 'Baobab')
  expect(others).toEqual([])
  const entry = (await readEntries(t, draw.id)).find(({ studentId }) => studentId === ada.id)
  expect(text?.text).toContain(`draw is ${entry?.index}.`)
  expect(text?.text).toContain(`/scholarship/${month}/verify`)
  expect(readTold(text?.text ?? '')?.codes.list).toBe(draw.listHash.slice(0, 16))
  expect(parseDrawList(draw.list).leaves).toHaveLength(2)
  // The other entrant reads a mail, and costs nothing.
  await t.mails(mailed.email, 'You are in the ')
  const { number } = smsMessages
  expect(await t.app.db.select({ number }).from(smsMessages)).toEqual([{ number: ada.number }])
})

it('a winner without an email is told by text message where to claim the prize', async () => {
  const ada = await enterByPhone()
  await freezeMonth(t, month)
  setTo(t, (await onlyDraw(t)).drawsAt, 60_000)
  await waitFor(async () => {
    await runDueDraws(t.app)
    const [text] = await t.texts(ada.number, 'you won')
    expect(text?.text).toContain('/student/claim')
  })
})

it('a message that was queued before the student got an email is not sent', async () => {
  const ada = await enter(t, quiz, 10)
  await freezeMonth(t, month)
  const { id: drawId } = await onlyDraw(t)
  await sendDrawText(t.app, { kind: 'entered', drawId, studentId: ada.id })
  expect(await t.app.db.$count(smsMessages)).toBe(0)
})
