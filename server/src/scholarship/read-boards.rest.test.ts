// Tests boards with more entrants than the cut allows, and with more than one batch of messages.
import type { CommitFile } from '@baobab/contract/scholarship/draw/files.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyStudent } from '../../test/draws.ts'
import { makeQuiz, type MadeQuiz } from '../../test/factories.ts'
import { enter, freezeMonth } from '../../test/frozen-lists.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { notifications } from '../notifications/tables.ts'
import { announceList } from './announce.ts'
import { readDrawFile } from './draw-files.ts'
import { findDraw } from './queries.ts'
import { drawEntries } from './tables.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
beforeEach(async () => {
  t = await startTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

describe('the board at a close', () => {
  it('G-07 is cut at a thousand, and shows one more, with the times on both sides of the cut', async () => {
    const first = await enter(t, quiz, 10)
    await copyStudent(t, first, 1_001)
    await freezeMonth(t, month)
    const loaded = await findDraw(t.app, month)
    expect(loaded.draw.entrantCount).toBe(1_000)
    const rows = (await readDrawFile(t.app, loaded, 'board-11-20.csv')).trimEnd().split('\n').slice(1)
    expect(rows).toHaveLength(1_000)
    expect(rows.at(-1)).toBe('1000,20')
    const { boards } = JSON.parse(await readDrawFile(t.app, loaded, 'commit.json')) as CommitFile
    expect(boards?.['11-20']).toEqual({
      shown: 1_002,
      cut: [
        { place: 1_000, points: 20, reachedAt: expect.any(String) },
        { place: 1_001, points: 10, reachedAt: expect.any(String) },
      ],
    })
    const [below, ...others] = await t.app.db.select().from(drawEntries).where(eq(drawEntries.leftOut, 'below-the-cut'))
    expect(others).toEqual([])
    expect(below).toMatchObject({ position: 1_001, index: null, leaf: null, nonce: null })
  })
})

it('more entrants than fit in one batch are each told once', async () => {
  const first = await enter(t, quiz, 10)
  await copyStudent(t, first, 249)
  await freezeMonth(t, month)
  const { draw } = await findDraw(t.app, month)
  const listTold = () =>
    t.app.db
      .select({ id: notifications.studentId })
      .from(notifications)
      .where(like(notifications.title, 'You are in the %'))
  // The job queued by the freeze tells them.
  await waitFor(async () => expect(await listTold()).toHaveLength(250))
  await announceList(t.app, { drawId: draw.id })
  expect(new Set((await listTold()).map(({ id }) => id)).size).toBe(250)
  expect(await listTold()).toHaveLength(250)
})
