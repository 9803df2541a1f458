import { checkDraw, toChain, toChainFile } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { defaultChain, quicknet, roundAt, timeOfRound } from '@baobab/contract/scholarship/draw/schedule.ts'
import { hashNotices } from '@baobab/contract/scholarship/draw/files.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import {
  erase,
  setTo,
  readEntries,
  readAudit,
  readDrawn,
  onlyDraw,
  loadOnlyDraw,
  keepFrozenMonth,
} from '../../test/frozen-lists.ts'
import { makeDueDraw } from '../../test/draws.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { waitFor } from '../../test/wait-for.ts'
import { notifications } from '../notifications/tables.ts'
import { announceList, announceNotices } from './announce.ts'
import { readDrawFile } from './draw-files.ts'
import { listDraws, readDraw } from './queries.ts'
import { runDueDraws } from './run-draw.ts'
import { toBeacons, toNotices } from './rules.ts'
import { strikeDueDraws } from './strike-out.ts'
import { drawEvents, draws } from './tables.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

let t: TestApp
let month: string
let entrants: MadeStudent[]
let kept: KeptDatabase
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeAll(async () => {
  ;({ kept, month, entrants } = await keepFrozenMonth(settings))
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

describe('a draw', () => {
  it('waits for its round, and then has the winner that anyone can compute from the files', async () => {
    const { draw } = await loadOnlyDraw(t)
    await runDueDraws(t.app)
    expect((await loadOnlyDraw(t)).state).toMatchObject({
      state: 'waiting',
      dueAt: timeOfRound(toChain(t.app.drand.chain), draw.round),
    })
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const loaded = await loadOnlyDraw(t)
    const { state, events, chain } = loaded
    const winner = state.state === 'drawn' ? state.index : -1
    const check = checkDraw({
      list: (await onlyDraw(t)).list,
      listHash: draw.listHash,
      chain,
      beacons: toBeacons(events),
      notices: toNotices(loaded),
      winner,
    })
    expect(check.steps.map(({ isTrue }) => isTrue)).toEqual([true, true, true, true, true])
    expect(check.attempts[0]?.winner).toBe(winner)
  })

  it('happens even if another draw’s events contradict each other; that draw is only left out of the pages', async () => {
    const { draw } = await loadOnlyDraw(t)
    await makeDueDraw(
      t,
      entrants.map(({ id }) => id),
    )
    // Nobody may be struck out once the round is known.
    const late = { kind: 'struck' as const, data: { indexes: [0] }, at: draw.drawsAt }
    await t.app.db.insert(drawEvents).values({ ...late, drawId: draw.id })
    setTo(t, draw.drawsAt, 4_000)
    await expect(runDueDraws(t.app)).rejects.toThrow(/1 of \d failed/)
    expect(await readDrawn(t)).toHaveLength(1)
    expect((await listDraws(t.app)).draws).toMatchObject([{ state: 'drawn' }])
  })

  it('waits for seven days and then also for the next chain, which is announced once', async () => {
    const {
      id,
      month: drawnMonth,
      round,
      drawsAt,
    } = await makeDueDraw(
      t,
      entrants.map((one) => one.id),
      toChainFile(quicknet),
    )
    const fallbacks = () => t.app.db.select().from(drawEvents).where(eq(drawEvents.kind, 'fallback'))
    setTo(t, drawsAt, 7 * 24 * 3_600_000 - 60_000)
    await runDueDraws(t.app)
    expect(await fallbacks()).toEqual([])
    setTo(t, drawsAt, 7 * 24 * 3_600_000 + 4_000)
    await Promise.all([runDueDraws(t.app), runDueDraws(t.app)])
    const data = { chain: defaultChain.hash, round: roundAt(defaultChain, drawsAt) }
    expect(await fallbacks()).toMatchObject([{ drawId: id, attempt: 0, data }])
    expect(await readAudit(t, 'draw.fallback')).toMatchObject([
      { adminId: null, subject: id, details: { month: drawnMonth, attempt: 0, round: data.round } },
    ])
    const shown = async () => (await readDraw(t.app, drawnMonth)).attempts
    expect(await shown()).toMatchObject([{ round, chainName: quicknet.beaconId, beacon: null }])
    // Not a real signature, because only what is shown of the round matters here.
    const beacon = { round: data.round, signature: 'a', randomness: 'b' }
    await t.app.db
      .insert(drawEvents)
      .values({ drawId: id, kind: 'drawn', data: { beacon, seed: 'c', index: 0 }, at: t.app.clock.now() })
    expect(await shown()).toMatchObject([
      { round: data.round, chainName: defaultChain.beaconId, dueAt: drawsAt.toISOString() },
    ])
  })

  it('in a sandbox waits for its own chain, however long it is silent', async () => {
    const { draw } = await loadOnlyDraw(t)
    t.sandbox.setRelayFault('failing')
    setTo(t, draw.drawsAt, 30 * 24 * 3_600_000)
    await runDueDraws(t.app)
    expect((await loadOnlyDraw(t)).events.map(({ kind }) => kind)).not.toContain('fallback')
  })

  it('has one winner a month: a replaced list stays visible but is not drawn', async () => {
    const { draw } = await loadOnlyDraw(t)
    const { id: _, ...copy } = await onlyDraw(t)
    const [second] = await t.app.db
      .insert(draws)
      .values({ ...copy, version: 2 })
      .returning()
    await t.app.db.insert(drawEvents).values({ drawId: draw.id, kind: 'voided', data: {}, at: t.app.clock.now() })
    setTo(t, draw.drawsAt, 4_000)
    const drawn = { kind: 'drawn' as const, data: {}, at: t.app.clock.now() }
    await expect(t.app.db.insert(drawEvents).values({ ...drawn, drawId: draw.id })).rejects.toMatchObject({
      cause: { message: 'another version of this list decides' },
    })
    await runDueDraws(t.app)
    expect(await readDrawn(t)).toMatchObject([{ drawId: second?.id }])
    expect((await listDraws(t.app)).draws).toMatchObject([
      { version: 2, state: 'drawn' },
      { version: 1, state: 'voided', listHash: draw.listHash },
    ])
  })

  describe('notices', () => {
    /** Writes a notice without announcing it. */
    const strike = async () => {
      const { id: drawId, frozenAt: at } = await onlyDraw(t)
      await announceList(t.app, { drawId })
      await t.app.db.insert(drawEvents).values({ drawId, kind: 'struck', data: { indexes: [] }, at })
      return { drawId, hash: hashNotices(2, toNotices(await loadOnlyDraw(t))) }
    }
    const newsFor = async ({ id }: MadeStudent) =>
      t.app.db
        .select({ text: notifications.description })
        .from(notifications)
        .where(and(eq(notifications.studentId, id), like(notifications.title, 'News about the %')))

    it('are announced to every entrant once with the hash of their file, which the check accepts', async () => {
      const { drawId, hash } = await strike()
      await announceNotices(t.app, { drawId, count: 2 })
      await announceNotices(t.app, { drawId, count: 2 })
      for (const entrant of entrants) {
        expect(await newsFor(entrant)).toEqual([{ text: expect.stringContaining(hash) }])
        const [news] = await newsFor(entrant)
        expect(news?.text).toContain('If you got this message later than that, it proves nothing.')
      }
      const loaded = await loadOnlyDraw(t)
      expect(hashText(await readDrawFile(t.app, loaded, 'notices-1.json'))).toBe(hash)
      const notices = toNotices(loaded)
      const files = {
        list: (await onlyDraw(t)).list,
        chain: loaded.chain,
        beacons: [],
        told: { codes: { notices: hash } },
      }
      expect(checkDraw({ ...files, notices }).steps.at(-1)).toMatchObject({ name: 'chain', isTrue: true })
      expect(checkDraw({ ...files, notices: [] }).steps.at(-1)).toMatchObject({ name: 'told', isTrue: false })
    })

    it('are announced with what was published since the last message', async () => {
      const { drawId } = await strike()
      await announceNotices(t.app, { drawId, count: 2 })
      const { draw, chain } = await loadOnlyDraw(t)
      const named = Array.from({ length: 4 }, (_, n) => ({ name: `Witness ${n}`, commitment: `${n}`.repeat(64) }))
      const at = t.app.clock.now()
      await t.app.db.insert(drawEvents).values([
        { drawId, kind: 'fallback', data: { chain: chain.hash, round: draw.round }, at },
        { drawId, kind: 'witnesses', data: { witnesses: named }, at },
      ])
      await announceNotices(t.app, { drawId, count: 4 })
      for (const entrant of entrants) {
        const news = (await newsFor(entrant)).map(({ text }) => text.split(/\n(?:We pick|\nFor experts)/)[0])
        expect(new Set(news)).toEqual(
          new Set([
            'We checked the list. Your number can win.',
            [
              'The public number did not arrive within seven days, so the next source in the rules gives it.',
              'The public number is late, so witnesses draw the winner.',
            ].join('\n'),
          ]),
        )
      }
    })

    it('say before a repetition that the number drawn before cannot win', async () => {
      const { drawId } = await strike()
      await announceNotices(t.app, { drawId, count: 2 })
      const [former] = await readEntries(t, drawId)
      const at = t.app.clock.now()
      await t.app.db.insert(drawEvents).values([
        { drawId, kind: 'disqualified', attempt: 1, data: { index: former?.index, reason: 'refused', admins: 1 }, at },
        { drawId, kind: 'struck', attempt: 1, data: { indexes: [] }, at },
      ])
      await announceNotices(t.app, { drawId, count: 4 })
      for (const entrant of entrants) {
        const texts = (await newsFor(entrant)).map(({ text }) => text).join()
        expect(texts.includes('Your number cannot win.')).toBe(entrant.id === former?.studentId)
      }
    })

    it('about struck out entrants are announced by a job', async () => {
      const { draw } = await loadOnlyDraw(t)
      setTo(t, draw.drawsAt, -3_600_000 + 3_000)
      await strikeDueDraws(t.app)
      await waitFor(async () => {
        for (const entrant of entrants) expect(await newsFor(entrant)).toHaveLength(1)
      })
    })

    it('do not deadlock with an erasure', async () => {
      const { drawId } = await strike()
      const [gone, ...others] = entrants
      if (!gone) throw new Error('There are no entrants.')
      const erasing = await t.owner.connect()
      await erasing.query('begin')
      await erasing.query(`select from students where id = '${gone.id}' for update`)
      const announcing = announceNotices(t.app, { drawId, count: 2 })
      await waitForLockWaits(t.owner)
      await erasing.query(
        `update draw_entries set student_id = null, nonce = null, reached_at = null where student_id = '${gone.id}'`,
      )
      await erasing.query('commit')
      erasing.release()
      await announcing
      expect(await newsFor(gone)).toEqual([])
      for (const other of others) expect(await newsFor(other)).toHaveLength(1)
    })
  })

  it('names nobody if the winner’s row was given to a friend', async () => {
    const { draw } = await loadOnlyDraw(t)
    const friend = await makeStudent(t)
    // Once everyone has been told, no job locks the entries.
    await announceList(t.app, { drawId: draw.id })
    await t.owner.query(`alter table draw_entries disable trigger user;
      update draw_entries set student_id = '${friend.id}';
      alter table draw_entries enable trigger user`)
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    expect((await listDraws(t.app)).draws).toMatchObject([{ state: 'drawn', winner: { name: null } }])
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, friend.id))).toEqual([])
  })

  it('G-05 happens once, even if it is run several times at once', async () => {
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, 4_000)
    // All runs have the round before any of them has stored the winner.
    const lock = `select pg_advisory_xact_lock(hashtext('draw of ${month}'))`
    await releaseTogether([t], { lock, waiting: 3 }, () =>
      Promise.all(Array.from({ length: 3 }, () => runDueDraws(t.app))),
    )
    const [drawn, ...others] = await readDrawn(t)
    expect(others).toEqual([])
    const told = await t.app.db.select().from(notifications).where(like(notifications.title, 'You won %'))
    expect(told).toHaveLength(1)
    // The database also refuses a second winner.
    const { seq: _seq, ...again } = drawn ?? {}
    await expect(t.app.db.insert(drawEvents).values(again as typeof drawEvents.$inferInsert)).rejects.toMatchObject({
      cause: { constraint: 'draw_events_once' },
    })
  })

  it.each(['failing', 'wrong'] as const)('waits while its relay is %s', async (fault) => {
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, 4_000)
    t.sandbox.setRelayFault(fault)
    await runDueDraws(t.app)
    expect(await readDrawn(t)).toEqual([])
    t.sandbox.setRelayFault()
    await runDueDraws(t.app)
    expect(await readDrawn(t)).toHaveLength(1)
  })

  it('C-06 C-05 is still valid after an entrant has erased the account, whose line then belongs to nobody', async () => {
    const { draw } = await loadOnlyDraw(t)
    const [gone] = entrants
    if (gone) await erase(t, gone)
    expect((await readEntries(t, draw.id)).filter(({ studentId }) => studentId === null)).toMatchObject([
      { points: 10, nonce: null },
    ])
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const { events, chain } = await loadOnlyDraw(t)
    const check = checkDraw({ list: (await onlyDraw(t)).list, chain, beacons: toBeacons(events), notices: [] })
    expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
  })
})
