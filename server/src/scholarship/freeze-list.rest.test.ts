// Tests freezing by a server that has lost its lock.
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeQuiz, type MadeQuiz } from '../../test/factories.ts'
import { enter, setTo, onlyDraw } from '../../test/frozen-lists.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { freezeList, writeList } from './freeze-list.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeEach(async () => {
  t = await startTestApp(settings)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

describe('a month’s list', () => {
  it('may come from a server whose last commit happened after it had lost its lock', async () => {
    await enter(t, quiz, 10)
    setTo(t, monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    let freezing: Promise<unknown> | undefined
    const written = await t.app.db.transaction(async (tx) => {
      const draw = await writeList(t.app, tx, { month, version: 1 })
      freezing = freezeList(t.app, month)
      await waitForLockWaits(t.owner, { query: 'insert into "draws"' })
      return draw
    })
    expect(await freezing).toBeUndefined()
    expect(await onlyDraw(t)).toMatchObject({ id: written.id })
  })
})
