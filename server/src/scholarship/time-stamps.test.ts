// Tests time stamps of lists and notices, from publication to the file that anyone can check.
import { formatNotices } from '@baobab/contract/scholarship/draw/files.ts'
import * as contract from '@baobab/contract/scholarship/endpoints.ts'
import { checkTimeStamp } from '@baobab/contract/scholarship/draw/time-stamp.ts'
import { openAuthority, type Authority, type AuthorityFault } from '@baobab/sandbox/time-stamps/authority.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDueDraw } from '../../test/draws.ts'
import { makeStudent } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'
import { openTimeStampAuthorities, toAuthorityName } from '../platform/beacon/time-stamp-authorities.ts'
import { queueNotices } from './announce.ts'
import { readListText } from './draw-rows.ts'
import { inSnapshot, writeList } from './freeze-list.ts'
import { fetchTimeStamp, requestTimeStamps } from './time-stamps.ts'
import { drawEvents, timeStamps } from './tables.ts'

let t: TestApp
let authorities: [Authority, Authority]
let names: string[]
beforeAll(async () => {
  const now = () => t.app.clock.now()
  const opening = { now: () => (t === undefined ? new Date() : now()) }
  authorities = [await openAuthority(opening), await openAuthority(opening)]
  const urls = authorities.map(({ url }) => url)
  names = urls.map(toAuthorityName)
  t = await startTestApp({ TIMESTAMP_URLS: urls.join(',') })
})
afterAll(async () => {
  await t.close()
  for (const authority of authorities) await authority.close()
})

const list = async (month: string) => (await t.as()(contract.listTimeStamps, { params: { month } })).stamps
const read = (month: string, name: string) =>
  t.http.inject({ method: 'GET', url: `/api/scholarship/draws/${month}/time-stamps/${name}` })
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const waitForStamps = (month: string, count: number) =>
  waitFor(async () => {
    const stamps = await list(month)
    expect(stamps).toHaveLength(count)
    return stamps
  })

describe('each authority stamps', () => {
  it('G-20 a list and its notices when they are published, and anyone can fetch and check what it sent', async () => {
    const month = '2023-12'
    const draw = await inSnapshot(t.app, month, (tx) => writeList(t.app, tx, { month, version: 1 }))
    const text = await readListText(t.app.db, draw)
    const first = await waitForStamps(month, 4)
    const expected = names.flatMap((name) => [`list.txt.${name}.tsr`, `notices-0.json.${name}.tsr`])
    expect(new Set(first.map(({ name }) => name))).toEqual(new Set(expected))
    const stamps = first.filter(({ file }) => file === 'list.txt')
    for (const { name, hash, at } of stamps) {
      const reply = await read(month, name)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/timestamp-reply',
        'content-disposition': `attachment; filename="draw-${month}-${name}"`,
      })
      expect(hash).toBe(sha256(text).toString('hex'))
      const { stamp } = await checkTimeStamp(reply.rawPayload, { hash: sha256(text) })
      expect(stamp?.at.toISOString()).toBe(at)
      expect(stamp?.authority).toContain('Sandbox time stamps')
    }
    // Another version of the list is a different file.
    const next = await inSnapshot(t.app, month, (tx) => writeList(t.app, tx, { month, version: 2 }))
    const all = await waitForStamps(month, 8)
    const second = all.filter(({ file }) => file === 'list-v2.txt')
    const hash = sha256(await readListText(t.app.db, next)).toString('hex')
    expect(second).toMatchObject([{ hash }, { hash }])
  })

  it('G-20 all notices so far, each time one is published', async () => {
    const draw = await makeDueDraw(t, [(await makeStudent(t)).id])
    const at = t.app.clock.now()
    const notices = [
      { kind: 'struck' as const, attempt: 0, indexes: [] },
      { kind: 'struck' as const, attempt: 1, indexes: [0] },
    ]
    for (const { kind, attempt, indexes } of notices)
      await t.app.db.transaction(async (tx) => {
        await tx.insert(drawEvents).values({ drawId: draw.id, kind, attempt, data: { indexes }, at })
        await queueNotices(t.app, tx, draw.id)
      })
    const stamps = await waitForStamps(draw.month, 4)
    const published = notices.map((notice) => ({ ...notice, at: at.toISOString() }))
    const hashOf = (count: number) => sha256(formatNotices(draw.protocol, published.slice(0, count))).toString('hex')
    const found = stamps.map(({ file, hash }) => `${file} ${hash}`)
    expect(new Set(found)).toEqual(new Set([`notices-0.json ${hashOf(1)}`, `notices-1.json ${hashOf(2)}`]))
  })

  it('nothing that has not been published', async () => {
    expect(await list('2023-11')).toEqual([])
    expect(
      await refusal(t.as()(contract.timeStampFile, { params: { month: '2023-11', name: 'list.txt.one.tsr' } })),
    ).toMatchObject({ status: 404 })
    expect((await read('2023-12', 'list.txt')).statusCode).toBe(400)
  })
})

describe('an authority that fails', () => {
  const month = '2023-10'
  const [soon, bytes] = [() => new Date(t.app.clock.now().getTime() + 60_000).toISOString(), 'a file\n']
  const want = (file: string, until = soon()) => ({
    month,
    file,
    hash: sha256(bytes).toString('hex'),
    authority: names[0] ?? '',
    until,
  })

  it.each<[AuthorityFault, RegExp]>([
    ['failing', /replied 500/],
    ['refusing', /not valid: refused/],
    ['wrong', /not valid: otherFile/],
    ['replayed', /not valid: otherRequest/],
    ['oversized', /too long/],
  ])('is asked again if it is %s, until it has replied', async (fault, reason) => {
    const [authority] = authorities
    authority.setFault(fault)
    const wanted = want(`list-${fault}.txt`)
    try {
      await expect(fetchTimeStamp(t.app, wanted)).rejects.toThrow(reason)
    } finally {
      authority.setFault()
    }
    const isStored = async () => (await list(month)).some(({ file }) => file === wanted.file)
    expect(await isStored()).toBe(false)
    await fetchTimeStamp(t.app, wanted)
    expect(await isStored()).toBe(true)
    const asked = authority.countRequests()
    await fetchTimeStamp(t.app, wanted)
    expect(authority.countRequests()).toBe(asked)
  })

  it('does not hold anything up if it is silent', async () => {
    const [authority] = authorities
    authority.setFault('silent')
    const client = openTimeStampAuthorities([authority.url], { timeoutMs: 50 })
    await expect(client.stamp(names[0] ?? '', sha256(bytes))).rejects.toThrow('timeout')
    authority.setFault()
  })

  it('is not asked after the round, or once it is no longer in the settings', async () => {
    const [authority] = authorities
    const asked = authority.countRequests()
    await fetchTimeStamp(t.app, want('late.txt', new Date(t.app.clock.now().getTime() - 1).toISOString()))
    await fetchTimeStamp(t.app, { ...want('other.txt'), authority: 'other.example' })
    expect(authority.countRequests()).toBe(asked)
    expect((await list(month)).some(({ file }) => file === 'late.txt' || file === 'other.txt')).toBe(false)
  })

  it('does not delay the other authority’s time stamp', async () => {
    const [authority] = authorities
    authority.setFault('failing')
    const until = new Date(t.app.clock.now().getTime() + 60_000)
    await t.app.db.transaction((tx) =>
      requestTimeStamps(t.app, tx, { month: '2023-09', file: 'list.txt', bytes, until }),
    )
    expect(await waitForStamps('2023-09', 1)).toMatchObject([{ authority: names[1] }])
    authority.setFault()
  })
})

it('G-20 time stamps cannot be changed or deleted', async () => {
  await expect(t.owner.query('delete from time_stamps')).rejects.toThrow('append-only')
  await expect(t.app.db.update(timeStamps).set({ at: new Date() })).rejects.toThrow('Failed query')
})
