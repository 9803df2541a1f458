// Tests who is mailed about maintenance, which maintenance a call applies to, and what happens at its first and last instant.
import * as contract from '@baobab/contract/maintenance/endpoints.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  stayReauthenticated,
  type MadeQuiz,
} from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { admins } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { attempts } from '../quiz/tables.ts'
import { maintenances } from './tables.ts'
import { enqueueMaintenanceMails, sendMaintenanceMail } from './mails.ts'
import { startAfterOutage } from './start-maintenance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let quiz: MadeQuiz
const t = await openStillTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  await stayReauthenticated(t)
  quiz = await makeQuiz(t)
})
beforeEach(async () => {
  await t.app.db.delete(maintenances)
  await t.app.maintenance.refresh()
})

const now = () => t.app.clock.now()
const after = (ms: number) => new Date(now().getTime() + ms)
const begin = (startsAt?: Date, by = owner) => {
  const expectedEndAt = after(12 * HOUR).toISOString()
  const body = startsAt ? { startsAt: startsAt.toISOString(), expectedEndAt } : { expectedEndAt }
  return t.as(by.token)(contract.startMaintenance, { body })
}
const end = async () => (await t.as(owner.token)(contract.endMaintenance, {})).message
const read = () => t.as(owner.token)(contract.readMaintenance, {})
const loadAll = () => t.app.db.select().from(maintenances).orderBy(asc(maintenances.createdAt))
const lastAction = async () =>
  (await t.app.db.select().from(auditLines).orderBy(desc(auditLines.seq)).limit(1))[0]?.action
/** Switches maintenance on and, after some time, off again. */
const keepOn = async (ms: number) => {
  await begin()
  t.app.clock.advance(ms)
  await end()
}

describe('an email about maintenance', () => {
  it('goes only to owners and auditors who are still admins when it is sent', async () => {
    const auditor = await makeAnotherAdmin(t, owner, 'auditor')
    const [content, removed] = [await makeAnotherAdmin(t, owner, 'content'), await makeAnotherAdmin(t, owner)]
    await t.app.db.update(admins).set({ removedAt: now() }).where(eq(admins.id, removed.id))
    await begin()
    const [maintenance] = await loadAll()
    const maintenanceId = maintenance?.id ?? ''
    await enqueueMaintenanceMails(t.app)
    const { rows } = await t.owner.query<{ id: string }>(
      `select data->>'adminId' as id from pgboss.job where name = 'maintenance-mails' and data->>'maintenanceId' = $1`,
      [maintenanceId],
    )
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([owner.id, auditor.id]))
    for (const { id: adminId } of [content, removed])
      await sendMaintenanceMail(t.app, { adminId, maintenanceId, isEnd: false })
    for (const { email } of [owner, auditor]) await t.mails(email, 'Maintenance is on')
    for (const { email } of [content, removed]) expect(await t.mails(email, 'Maintenance is on', 0)).toEqual([])
  })

  it('about the end is not sent until it has ended', async () => {
    await begin()
    await enqueueMaintenanceMails(t.app)
    expect(await loadAll()).toMatchObject([{ beginMailedAt: now(), endMailedAt: null }])
    t.app.clock.advance(MINUTE)
    await end()
    await enqueueMaintenanceMails(t.app)
    expect(await loadAll()).toMatchObject([{ beginMailedAt: after(-MINUTE), endMailedAt: now() }])
    t.app.clock.advance(MINUTE)
    await enqueueMaintenanceMails(t.app)
    expect(await loadAll()).toMatchObject([{ beginMailedAt: after(-2 * MINUTE), endMailedAt: after(-MINUTE) }])
  })

  it('describes the right maintenance, and names the admin who planned it', async () => {
    const [second, reader] = [await makeAnotherAdmin(t, owner), await makeAnotherAdmin(t, owner)]
    await keepOn(MINUTE)
    await begin(after(HOUR), second)
    const [, planned] = await loadAll()
    await sendMaintenanceMail(t.app, { adminId: reader.id, maintenanceId: planned?.id ?? '', isEnd: false })
    const [mail] = await t.mails(reader.email, 'Maintenance is planned')
    expect(mail?.text).toContain(`${second.username} planned maintenance`)
  })
})

describe('what admins see', () => {
  it('is the maintenance that has not ended, and who planned it', async () => {
    const second = await makeAnotherAdmin(t, owner)
    await keepOn(MINUTE)
    expect((await read()).maintenance).toBeNull()
    await begin(after(HOUR), second)
    const planned = { phase: 'planned', startsAt: after(HOUR).toISOString(), by: second.username }
    expect((await read()).maintenance).toMatchObject(planned)
    await end()
  })

  it('includes the number of running quizzes', async () => {
    const calls = quizCalls((token) => t.as(token))
    const start = async () => {
      const student = await makeStudent(t)
      await calls.start(student, quiz)
      return student
    }
    const count = async () => (await read()).runningQuizzes
    await start()
    const [over, finished, reset] = [await start(), await start(), await start()]
    expect(await count()).toBe(4)
    const change = ({ id }: { id: string }, values: Partial<typeof attempts.$inferInsert>) =>
      t.app.db.update(attempts).set(values).where(eq(attempts.studentId, id))
    await calls.finish(finished, quiz)
    expect(await count()).toBe(3)
    await change(reset, { resetAt: now(), resetReason: 'The power failed.' })
    expect(await count()).toBe(2)
    await change(over, { deadline: after(1) })
    expect(await count()).toBe(2)
    await change(over, { deadline: now() })
    expect(await count()).toBe(1)
  })
})

describe('the end of maintenance', () => {
  it('does not change when an earlier one ended', async () => {
    await keepOn(MINUTE)
    const [first] = await loadAll()
    t.app.clock.advance(HOUR)
    await keepOn(MINUTE)
    expect(await loadAll()).toMatchObject([first, { endedAt: now() }])
  })

  it('is a cancellation up to the instant at which maintenance starts, and then gives no time back', async () => {
    const endsAfter = async (ms: number) => {
      await begin(after(HOUR))
      expect(await lastAction()).toBe('maintenance.planned')
      t.app.clock.advance(ms)
      return [await end(), await lastAction()]
    }
    expect(await endsAfter(HOUR)).toEqual(['The planned maintenance was canceled.', 'maintenance.canceled'])
    const [ended, action] = await endsAfter(HOUR + 1)
    expect([ended?.slice(0, 19), action]).toEqual(['Maintenance is off.', 'maintenance.ended'])
  })
})

describe('maintenance as of an outage', () => {
  const startAsOf = (since: Date) => startAfterOutage(t.app, { since, expectedEndAt: after(HOUR) })
  const tooOld = 'The outage can have begun at most 24 hours ago.'
  const givenBack = 'That time was already given back after an earlier maintenance.'

  it('starts at most a day ago, and not in the future', async () => {
    await expect(startAsOf(after(1))).rejects.toThrow(tooOld)
    await expect(startAsOf(after(-24 * HOUR - 1))).rejects.toThrow(tooOld)
    expect(await loadAll()).toEqual([])
    await startAsOf(after(-24 * HOUR))
    expect(await lastAction()).toBe('maintenance.started')
    await end()
    await startAsOf(now())
    expect(await lastAction()).toBe('maintenance.started')
  })

  it('starts no earlier than the end of the last one', async () => {
    await keepOn(MINUTE)
    t.app.clock.advance(HOUR)
    await keepOn(MINUTE)
    const endedAt = now()
    t.app.clock.advance(MINUTE)
    await expect(startAsOf(new Date(endedAt.getTime() - 1))).rejects.toThrow(givenBack)
    await startAsOf(endedAt)
    expect(await loadAll()).toMatchObject([{}, {}, { startsAt: endedAt, endedAt: null }])
  })

  it('may start before one that was canceled at the instant of its start', async () => {
    await begin(after(HOUR))
    t.app.clock.advance(HOUR)
    await end()
    await startAsOf(after(-MINUTE))
    expect(await loadAll()).toHaveLength(2)
  })
})
