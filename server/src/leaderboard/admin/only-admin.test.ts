// A team with a single admin who may adjust points.
import { expect, it } from 'vitest'
import { adjustmentCalls, expectPointsToAddUp } from '../../../test/adjust-points.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { quizRows } from '../../../test/take-quiz.ts'

const t = await openTestApp()
const owner = await makeAdmin(t)
const { read, adjust } = adjustmentCalls((token) => t.as(token))

it('the only admin with the right adjusts any number of points at once', async () => {
  await makeAnotherAdmin(t, owner, 'content')
  const student = await makeStudent(t)
  expect(await read(owner, student)).toMatchObject({ isOnlyDecider: true })
  expect(await adjust(owner, student, 600)).toMatchObject({ state: 'applied' })
  expect(await quizRows(() => t).loadEntry(student)).toMatchObject({ score: 600 })
  expect((await read(owner, student)).adjustments[0]).toMatchObject({ decidedBy: owner.username, canUndo: true })
  await expectPointsToAddUp(t)
})
