// Tests a draw's times by the stamps of an outside authority that signs any time the test wants.
import { createHash, randomBytes } from 'node:crypto'
import { checkDraw, type DrawFiles } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { checkTimes } from '@baobab/contract/scholarship/draw/check-times.ts'
import {
  timeOfRound,
  MIN_NOTICE_MS,
  REDRAW_AFTER_MS,
  redrawRound,
  STAMP_GRACE_MS,
  STRIKE_UNTIL_MS,
} from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatNotices, type DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { makeChain, makeDraw } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { makeTimeStampRequest } from '@baobab/contract/scholarship/draw/time-stamp.ts'
import { openAuthority, type Authority } from '@baobab/sandbox/time-stamps/authority.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const made = makeChain('times')
const { list, boards, round } = makeDraw(9, made.chain)
const roundTime = timeOfRound(made.chain, round).getTime()
const files: DrawFiles = { list, boards, chain: made.file, beacons: [made.sign(round)], notices: [] }

let authority: Authority
let now = new Date(roundTime - 72 * 3_600_000)
beforeAll(async () => {
  authority = await openAuthority({ now: () => now })
})
afterAll(() => authority.close())

/** Returns a stamp of a text at a given time. */
async function stamp(text: string, at: number): Promise<Uint8Array> {
  now = new Date(at)
  const hash = createHash('sha256').update(text).digest()
  const body = makeTimeStampRequest(hash, randomBytes(16))
  const headers = { 'content-type': 'application/timestamp-query' }
  const reply = await fetch(authority.url, { method: 'POST', headers, body })
  return new Uint8Array(await reply.arrayBuffer())
}

async function check(stamps: Record<string, Uint8Array>, changes: Partial<DrawFiles> = {}) {
  const saved = Object.entries(stamps).map(([name, bytes]) => ({ name, bytes }))
  const all = { ...files, ...changes, stamps: saved }
  return checkTimes(checkDraw(all), all)
}
const inTime = async (name: string, text: string, at: number, changes: Partial<DrawFiles> = {}) =>
  (await check({ [name]: await stamp(text, at) }, changes)).steps.map(({ isTrue }) => isTrue)

describe('G-20 the time stamp of', () => {
  const latest = roundTime - MIN_NOTICE_MS + STAMP_GRACE_MS

  it('G-20 a list has to be from two days before its round, with a short allowance for the authority', async () => {
    expect(await inTime('list.txt.a.example.tsr', list, latest)).toEqual([true])
    expect(await inTime('draw-2026-12-list.txt.a.example.tsr', list, latest + 1_000)).toEqual([false])
  })

  it('G-20 a list is sufficient if one of several authorities stamped it in time', async () => {
    const [early, late] = [await stamp(list, latest), await stamp(list, latest + 60_000)]
    const checked = await check({ 'list.txt.a.example.tsr': early, 'list.txt.b.example.tsr': late })
    expect(checked.steps).toEqual([{ name: 'time', attempt: 0, isTrue: true }])
    expect(checked.stamps.map(({ at }) => at.getTime())).toEqual([latest, latest + 60_000])
  })

  it('G-20 another file is false, as is anything that is not a stamp', async () => {
    expect(await inTime('list.txt.a.example.tsr', `${list} `, latest)).toEqual([false])
    const junk = await check({ 'list.txt.a.example.tsr': new Uint8Array([1, 2, 3]) })
    expect(junk.steps).toMatchObject([{ name: 'time', isTrue: false }])
    expect((await check({ 'picture.tsr': new Uint8Array() })).steps).toEqual([])
  })

  it('G-20 a strike-out must be older than the round', async () => {
    const at = new Date(roundTime - 3_600_000).toISOString()
    const notices: DrawNotice[] = [{ kind: 'struck', at, attempt: 0, indexes: [] }]
    const text = formatNotices(2, notices)
    const name = 'notices-0.json.a.example.tsr'
    expect(await inTime(name, text, Math.floor(roundTime / 1_000) * 1_000, { notices })).toEqual([true])
    expect(await inTime(name, text, roundTime + 1_000, { notices })).toEqual([false])
    // A notice published after the files were saved.
    expect(await inTime(name, text, roundTime - 1_000)).toEqual([])
  })

  it('G-20 a redraw must be at least a day older than the round of the next attempt', async () => {
    const winner = checkDraw(files).attempts[0]?.winner ?? -1
    const begun = roundTime + 3_600_000
    const at = new Date(begun).toISOString()
    const notices: DrawNotice[] = [{ kind: 'disqualified', at, attempt: 1, index: winner, admins: 2 }]
    const next = timeOfRound(made.chain, redrawRound(made.chain, new Date(begun))).getTime()
    const name = 'notices-0.json.a.example.tsr'
    const text = formatNotices(2, notices)
    const until = next - REDRAW_AFTER_MS + STAMP_GRACE_MS
    expect(await inTime(name, text, until, { notices })).toEqual([true])
    expect(await inTime(name, text, until + 1_000, { notices })).toEqual([false])
  })

  it('G-20 a replaced list has to be followed by its notice before its round', async () => {
    const at = new Date(roundTime - 7_200_000).toISOString()
    const notices: DrawNotice[] = [
      { kind: 'voided', at, attempt: 0, reason: 'missing-entrant', list: 'a'.repeat(64), admins: 2 },
    ]
    const text = formatNotices(2, notices)
    const until = roundTime - STRIKE_UNTIL_MS
    const voided = { notices, beacons: [] }
    expect(await inTime('notices-0.json.a.example.tsr', text, until - 1_000, voided)).toEqual([true])
    expect(await inTime('notices-0.json.a.example.tsr', text, until + 1_000, voided)).toEqual([false])
  })

  it('G-20 files without a time stamp are listed, and prove nothing', async () => {
    const at = new Date(roundTime - 3_600_000).toISOString()
    const notices: DrawNotice[] = [{ kind: 'struck', at, attempt: 0, indexes: [] }]
    const checked = await check({ 'list.txt.a.example.tsr': await stamp(list, latest) }, { notices })
    expect(checked).toMatchObject({ steps: [{ name: 'time', isTrue: true }], unstamped: ['notices-0.json'] })
  })

  it('times are not checked for a draw that is otherwise false', async () => {
    const stamps = { 'list.txt.a.example.tsr': await stamp(list, latest) }
    expect(await check(stamps, { winner: 99 })).toEqual({ steps: [], stamps: [], unstamped: [] })
  })
})
