import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDraw, toChain, toChainFile, type DrawFiles } from './check-draw.ts'
import { hashChain } from './order.ts'
import {
  knownChains,
  quicknet,
  roundAt,
  timeOfRound,
  drawTime,
  FALLBACK_AFTER_MS,
  MAX_ATTEMPTS,
  redrawRound,
} from './schedule.ts'
import { hashNotices, type CommitFile, type DrawNotice, type ResultFile } from './files.ts'
import { formatDrawList, hashDrawList, leafOf } from './list.ts'
import { hashText } from './rules.ts'
import { makeChain } from './made-draw.ts'
import { monthCloses } from '../rules.ts'

const month = '2026-11'
const { closesAt, drawsAt } = monthCloses(month)
const made = makeChain('sandbox')

function makeText(count: number, round = roundAt(made.chain, drawsAt), changes: object = {}): string {
  const leaves = Array.from({ length: count }, (_, i) =>
    leafOf({ month, studentId: `student-${i}`, nonce: sha256(utf8ToBytes(`nonce-${i}`)) }),
  )
  const facts = { protocol: 1, month, closesAt, rulesHash: hashText('rules'), chainHash: made.chain.hash } as const
  return formatDrawList({ ...facts, round, leaves: leaves.toSorted(), ...changes })
}

const list = makeText(9)
const first = made.sign(roundAt(made.chain, drawsAt))
const files: DrawFiles = { list, chain: made.file, beacons: [first], notices: [] }
const winnerOf = (changed: DrawFiles) => checkDraw(changed).attempts.at(-1)?.winner
const winner = winnerOf(files) ?? -1

/** The last step, which is the one that failed if the draw is not valid. */
const lastStep = (changed: Partial<DrawFiles>) => checkDraw({ ...files, ...changed }).steps.at(-1)

const struck = (changes: object): DrawNotice => ({
  kind: 'struck',
  at: '2026-12-03T11:00:00Z',
  attempt: 0,
  indexes: [winner],
  ...changes,
})

const disqualifiedAt = '2026-12-05T09:00:00.000Z'
const disqualified: DrawNotice = {
  kind: 'disqualified',
  at: disqualifiedAt,
  attempt: 1,
  index: winner,
  reason: 'wrong-age',
  admins: 1,
}
const second = made.sign(redrawRound(made.chain, new Date(disqualifiedAt)))
const redrawn: DrawFiles = { ...files, beacons: [first, second], notices: [disqualified] }

const toTold = (plain: string) => ({ codes: {}, plain })

describe('the chains of drand', () => {
  it.each(knownChains)('$beaconId is named by the hash of its facts', (chain) => {
    expect(hashChain(chain)).toBe(chain.hash)
  })

  it.each(knownChains)('$beaconId survives a round trip through the format that relays use', (chain) => {
    expect(toChain(toChainFile(chain))).toEqual(chain)
  })
})

describe('a draw checked from its files', () => {
  it('is valid in every step', () => {
    const check = checkDraw({ ...files, listHash: bytesToHex(hashDrawList(list)), winner })
    expect(check.steps.map(({ name, isTrue }) => [name, isTrue])).toEqual([
      ['list', true],
      ['chain', true],
      ['round', true],
      ['beacon', true],
      ['winner', true],
    ])
    expect(check.attempts[0]?.order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('has no winner before its round', () => {
    expect(checkDraw({ ...files, beacons: [] })).toMatchObject({ attempts: [], outcome: 'open' })
    expect(lastStep({ beacons: [] })).toEqual({ name: 'chain', attempt: 0, isTrue: true })
  })

  it('names what it could not prove: a chain that is not public, a hash nobody was told, a winner who was disqualified', () => {
    expect(checkDraw(files)).toMatchObject({ isPublicChain: false, compared: { isListTold: false }, outcome: 'drawn' })
    const pending = checkDraw({ ...files, listHash: bytesToHex(hashDrawList(list)), notices: [disqualified] })
    // The hash came from the same source as the files, so it proves nothing.
    expect(pending).toMatchObject({ compared: { isListTold: false }, outcome: 'open' })
    expect(checkDraw({ ...files, told: toTold(hashText(list)) }).compared.isListTold).toBe(true)
    const ofPublicChain = makeText(9, roundAt(quicknet, drawsAt), { chainHash: quicknet.hash })
    expect(checkDraw({ list: ofPublicChain, beacons: [], notices: [] }).isPublicChain).toBe(true)
    expect(pending.steps.every(({ isTrue }) => isTrue)).toBe(true)
  })

  it('without entrants has no winner', () => {
    const empty = makeText(0)
    expect(lastStep({ list: empty, winner: null })).toMatchObject({ name: 'winner', isTrue: true })
    expect(checkDraw({ ...files, list: empty, beacons: [] })).toMatchObject({ outcome: 'none' })
  })

  it('is repeated without the disqualified winner', () => {
    const check = checkDraw({ ...redrawn, winner: winnerOf(redrawn) })
    expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
    expect(check.attempts[1]?.winner).not.toBe(winner)
    expect(check.attempts[1]?.struck).toEqual([winner])
  })

  it('strikes out of each attempt only those who were struck out by then', () => {
    const next = checkDraw(redrawn).attempts[1]?.winner ?? -1
    const notices = [disqualified, struck({ attempt: 1, at: '2026-12-06T08:00:00Z', indexes: [next] })]
    const check = checkDraw({ ...redrawn, notices })
    expect(check.attempts.map((one) => one.struck)).toEqual([[], [winner, next]])
    expect(check.attempts[0]?.winner).toBe(winner)
    expect(check.attempts[1]?.winner).toBe(check.attempts[1]?.order.find((one) => one !== winner && one !== next))
  })

  it('strikes out those who could not win', () => {
    const next = winnerOf({ ...files, notices: [struck({})] })
    expect(next).toBe(checkDraw(files).attempts[0]?.order[1])
  })
})

describe('a replaced list', () => {
  const at = (minutes: number) =>
    new Date(timeOfRound(made.chain, first.round).getTime() - minutes * 60_000).toISOString()
  const voided = (changes: object = {}): DrawNotice => ({
    kind: 'voided',
    at: at(30),
    attempt: 0,
    reason: 'missing-entrant',
    list: hashText('the later list'),
    ...changes,
  })
  const check = (changed: Partial<DrawFiles>) => checkDraw({ ...files, beacons: [], ...changed })

  it('is void if it was replaced at least half an hour before its round', () => {
    expect(check({ notices: [voided()] })).toMatchObject({ outcome: 'void', attempts: [] })
    expect(check({ notices: [voided()] }).steps.every(({ isTrue }) => isTrue)).toBe(true)
    const late = check({ notices: [voided({ at: at(29) })] })
    expect(late.steps.at(-1)).toMatchObject({ name: 'round', isTrue: false })
  })

  it('can be replaced only once, and is not drawn', () => {
    expect(check({ notices: [voided(), voided()] }).steps.at(-1)).toMatchObject({ name: 'round', isTrue: false })
    expect(check({ notices: [voided()], beacons: [first] }).steps.at(-1)).toMatchObject({ isTrue: false })
    expect(check({ notices: [voided()], beacons: [first] }).attempts).toEqual([])
  })
})

describe('a draw whose chain is silent', () => {
  const next = makeChain('next', { period: 30 })
  const usual = timeOfRound(made.chain, first.round)
  const round = roundAt(next.chain, usual)
  const after = (ms: number) => new Date(usual.getTime() + ms).toISOString()
  const fallback = (changes: object = {}): DrawNotice[] => [
    { kind: 'fallback', at: after(FALLBACK_AFTER_MS), attempt: 0, chain: next.chain.hash, round, ...changes },
  ]
  const check = (changes: Partial<DrawFiles>, chains = [made.chain, next.chain]) =>
    checkDraw({ ...files, chain: undefined, ...changes }, chains)
  const last = (...args: Parameters<typeof check>) => check(...args).steps.at(-1)

  it("is decided after seven days by the next chain's round at the same time", () => {
    const decided = check({ beacons: [next.sign(round)], notices: fallback() })
    expect(decided.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
    expect(decided).toMatchObject({ outcome: 'drawn', attempts: [{ round }] })
  })

  it('is decided by its own round, whenever that arrives', () => {
    expect(last({ notices: fallback() })).toMatchObject({ name: 'winner', isTrue: true })
    expect(check({ notices: fallback() }).attempts).toEqual(check({}).attempts)
  })

  it('is not decided by the next chain too early, by another round, twice, without a notice, or by a later chain', () => {
    const beacons = [next.sign(round)]
    for (const notices of [
      [],
      fallback({ at: after(FALLBACK_AFTER_MS - 1) }),
      fallback({ round: round + 1 }),
      fallback({ chain: made.chain.hash }),
      [...fallback(), ...fallback()],
    ])
      expect(last({ beacons, notices })).toMatchObject({ name: 'round', isTrue: false })
    const later = [made.chain, makeChain('between', { period: 7 }).chain, next.chain]
    expect(last({ beacons, notices: fallback() }, later)).toMatchObject({ name: 'round', isTrue: false })
  })

  it('has no next chain in a sandbox', () => {
    const notices = fallback({ chain: quicknet.hash, round: roundAt(quicknet, drawsAt) })
    expect(lastStep({ notices })).toMatchObject({ name: 'round', isTrue: false })
  })

  it('needs a signature by the chain whose round it names', () => {
    const forged = { ...made.sign(round), round }
    expect(last({ beacons: [forged], notices: fallback() })).toMatchObject({ name: 'beacon', isTrue: false })
  })
})

describe('a changed file is noticed:', () => {
  it('G-02 any other character of the list', () => {
    const published = bytesToHex(hashDrawList(list))
    fc.assert(
      fc.property(fc.nat(list.length - 1), fc.constantFrom('0', 'f', ' ', '\n', 'x'), (at, character) => {
        fc.pre(list[at] !== character)
        const changed = list.slice(0, at) + character + list.slice(at + 1)
        expect(lastStep({ list: changed, listHash: published })).toMatchObject({ name: 'list', isTrue: false })
      }),
    )
  })

  it('an entrant who is missing, listed twice or moved, even if the hash matches', () => {
    const lines = list.trimEnd().split('\n')
    const withLines = (entries: string[]) => `${[...lines.slice(0, 7), ...entries].join('\n')}\n`
    const entries = lines.slice(7)
    for (const changed of [entries.slice(1), [...entries, ...entries.slice(-1)], entries.toReversed()])
      expect(lastStep({ list: withLines(changed) })).toMatchObject({ name: 'list', isTrue: false })
  })

  it('another chain, even one with the same name', () => {
    const other = makeChain('other').file
    expect(lastStep({ chain: other })).toMatchObject({ name: 'chain', isTrue: false })
    expect(lastStep({ chain: { ...other, hash: made.chain.hash } })).toMatchObject({ name: 'chain', isTrue: false })
    expect(lastStep({ chain: undefined })).toMatchObject({ name: 'chain', isTrue: false })
  })

  it('G-03 a round that somebody chose', () => {
    const round = roundAt(made.chain, drawsAt) + 1
    expect(lastStep({ list: makeText(9, round), beacons: [made.sign(round)] })).toMatchObject({
      name: 'round',
      isTrue: false,
    })
    expect(lastStep({ beacons: [made.sign(first.round + 1)] })).toMatchObject({ name: 'round', isTrue: false })
  })

  it('G-04 a signature of another round or by another key, and another random number', () => {
    const forged = [
      { ...made.sign(first.round + 1), round: first.round },
      makeChain('other').sign(first.round),
      { ...first, randomness: '0'.repeat(64) },
      { ...first, signature: '' },
    ]
    for (const beacon of forged)
      expect(lastStep({ beacons: [beacon] })).toMatchObject({ name: 'beacon', isTrue: false })
  })

  it('an entrant struck out too late, or twice', () => {
    const round = timeOfRound(made.chain, first.round).getTime()
    const at = (ms: number) => new Date(round + ms).toISOString()
    expect(lastStep({ notices: [struck({ at: at(-30 * 60_000) })] })).toMatchObject({ isTrue: true })
    const late = [struck({ at: at(-30 * 60_000 + 1) })]
    expect(lastStep({ notices: late })).toMatchObject({ name: 'round', isTrue: false })
    // For a repetition, from the moment the earlier winner was known.
    const ofRedraw = (ms: number) => [disqualified, struck({ attempt: 1, at: at(ms), indexes: [] })]
    expect(lastStep({ ...redrawn, notices: ofRedraw(0) })).toMatchObject({ name: 'winner', isTrue: true })
    expect(lastStep({ ...redrawn, notices: ofRedraw(-1) })).toMatchObject({ name: 'round', isTrue: false })
    const withList = struck({ at: '2026-12-01T11:00:00Z', indexes: [] })
    expect(lastStep({ notices: [withList, struck({})] })).toMatchObject({ name: 'round', isTrue: false })
    expect(lastStep({ notices: [struck({}), struck({ indexes: [0] })] })).toMatchObject({
      name: 'round',
      isTrue: false,
    })
  })

  it('a second disqualification in one attempt, which would strike out the next winner in advance', () => {
    const next = checkDraw(redrawn).attempts[1]?.winner ?? -1
    const twice: DrawNotice[] = [disqualified, { ...disqualified, index: next }]
    expect(lastStep({ ...redrawn, notices: twice })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
  })

  it('G-06 a disqualification dated before the round in which the winner was drawn', () => {
    const at = '2026-12-03T11:59:59.000Z'
    const early: DrawNotice[] = [{ ...disqualified, at }]
    const beacons = [first, made.sign(redrawRound(made.chain, new Date(at)))]
    expect(lastStep({ beacons, notices: early })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
  })

  it('a disqualification in an attempt that has not started, or one in an open attempt that breaks a rule', () => {
    const next: DrawNotice = { ...disqualified, attempt: 2, at: '2026-12-07T09:00:00Z' }
    expect(lastStep({ notices: [disqualified, next] })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
    const early: DrawNotice = { ...disqualified, at: '2026-12-03T11:59:59Z' }
    expect(lastStep({ notices: [early] })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
    const twice: DrawNotice[] = [disqualified, disqualified]
    expect(lastStep({ notices: twice })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
  })

  it('a sixth attempt, instead of ending without a winner', () => {
    const notices: DrawNotice[] = []
    const beacons = [first]
    const begin = (attempt: number) => {
      const at = `2026-12-${String(4 + 2 * attempt).padStart(2, '0')}T09:00:00.000Z`
      const index = winnerOf({ ...files, beacons, notices }) ?? -1
      notices.push({ ...disqualified, attempt, index, at })
      return made.sign(redrawRound(made.chain, new Date(at)))
    }
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) beacons.push(begin(attempt))
    expect(checkDraw({ ...files, beacons, notices })).toMatchObject({ outcome: 'drawn' })
    const sixth = begin(MAX_ATTEMPTS)
    const ended = checkDraw({ ...files, beacons, notices })
    expect(ended.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
    expect(ended).toMatchObject({ outcome: 'none' })
    expect(lastStep({ beacons: [...beacons, sixth], notices })).toMatchObject({ attempt: 5, isTrue: false })
  })

  it('a list for another month, or with another closing time or other rules', () => {
    expect(lastStep({ month, rules: 'rules' })).toMatchObject({ name: 'winner', isTrue: true })
    const early = makeText(9, first.round, { closesAt: new Date(closesAt.getTime() - 1) })
    for (const changed of [{ month: '2026-10' }, { rules: 'rules ' }, { list: early }])
      expect(lastStep(changed)).toMatchObject({ name: 'list', isTrue: false })
  })

  it('a code in a message that matches neither the list nor the notices', () => {
    const later = struck({ attempt: 1, at: '2026-12-06T08:00:00Z', indexes: [] })
    const notices = [disqualified, later]
    for (const told of [hashText(list), hashNotices(1, [disqualified]), hashNotices(1, notices)])
      expect(lastStep({ told: toTold(told), notices, beacons: [first] })).toMatchObject({
        name: 'winner',
        isTrue: true,
      })
    for (const told of [hashText('another'), hashNotices(1, [later]), hashNotices(1, [])])
      expect(lastStep({ told: toTold(told), notices })).toMatchObject({ name: 'told', isTrue: false })
    // The order of the values in a file does not matter.
    const turned = Object.fromEntries(Object.entries(disqualified).toReversed()) as DrawNotice
    expect(hashNotices(1, [turned])).toBe(hashNotices(1, [disqualified]))
  })

  it('any other value in commit.json, and a round that does not follow from the time of publication', () => {
    const commit: CommitFile = {
      month,
      list: bytesToHex(hashDrawList(list)),
      round: first.round,
      entrants: 9,
      publishedAt: '2026-12-01T12:00:00Z',
    }
    expect(checkDraw({ ...files, commit })).toMatchObject({ outcome: 'drawn', isUsualDay: true })
    const other = 'a'.repeat(64)
    for (const change of [{ month: '2026-10' }, { list: other }, { round: first.round + 1 }, { entrants: 8 }])
      expect(lastStep({ commit: { ...commit, ...change } })).toMatchObject({ name: 'list', isTrue: false })
    // Published later, so the round at noon on the 4th decides.
    const late = { ...commit, publishedAt: '2026-12-01T12:00:01Z' }
    expect(lastStep({ commit: late })).toMatchObject({ name: 'round', isTrue: false })
    const round = roundAt(made.chain, new Date('2026-12-04T12:00:00Z'))
    const lateList = makeText(9, round)
    const lateFiles = { list: lateList, beacons: [made.sign(round)] }
    expect(checkDraw({ ...files, ...lateFiles })).toMatchObject({ outcome: 'drawn', isUsualDay: false })
    const lateCommit = { ...late, round, list: bytesToHex(hashDrawList(lateList)) }
    expect(lastStep({ ...lateFiles, commit: lateCommit })).toMatchObject({ name: 'winner', isTrue: true })
    const early = { ...lateCommit, publishedAt: '2026-11-30T23:10:00Z' }
    expect(lastStep({ ...lateFiles, commit: early })).toMatchObject({ name: 'round', isTrue: false })
  })

  it('any other value in result.json', () => {
    const { listHash, attempts } = checkDraw(files)
    const result: ResultFile = {
      month,
      list: listHash,
      attempt: 0,
      seed: attempts[0]?.seed ?? '',
      outcome: 'drawn',
      index: winner,
      leaf: list.trimEnd().split('\n')[7 + winner]?.split(' ')[1] ?? '',
    }
    expect(lastStep({ result })).toMatchObject({ name: 'winner', isTrue: true })
    const other = 'a'.repeat(64)
    const changes: Partial<ResultFile>[] = [
      { month: '2026-10' },
      { list: other },
      { attempt: 1 },
      { seed: other },
      { outcome: 'open' },
      { index: (winner + 1) % 9 },
      { index: null },
      { leaf: other },
    ]
    for (const change of changes)
      expect(lastStep({ result: { ...result, ...change } })).toMatchObject({ name: 'winner', isTrue: false })
    // A disqualified winner does not count as a winner.
    expect(lastStep({ result, notices: [disqualified] })).toMatchObject({ name: 'winner', isTrue: false })
    const open: ResultFile = { ...result, outcome: 'open', index: null, leaf: null }
    expect(lastStep({ result: open, notices: [disqualified] })).toMatchObject({ name: 'winner', isTrue: true })
  })

  it('a disqualification for not answering, less than 14 days after the round', () => {
    const redraw = (at: string): Partial<DrawFiles> => ({
      beacons: [first, made.sign(redrawRound(made.chain, new Date(at)))],
      notices: [{ ...disqualified, reason: 'unreachable', at }],
    })
    expect(lastStep(redraw('2026-12-17T12:00:00Z'))).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
    expect(lastStep(redraw('2026-12-17T12:00:03Z'))).toMatchObject({ name: 'winner', attempt: 1, isTrue: true })
  })

  it('another winner', () => {
    const other = (winner + 1) % 9
    expect(lastStep({ winner: other })).toMatchObject({ name: 'winner', attempt: 0, isTrue: false })
    expect(lastStep({ winner: null })?.reason).toBe(`The files say nobody, but number ${winner} was drawn.`)
    const seed = checkDraw(files).attempts[0]?.seed ?? ''
    const result: ResultFile = {
      month,
      list: hashText(list),
      attempt: 0,
      seed,
      outcome: 'drawn',
      index: other,
      leaf: null,
    }
    expect(lastStep({ result })?.reason).toBe(`The files say number ${other}, but number ${winner} was drawn.`)
  })

  it('a repetition that no notice started, at another time, or after somebody else was disqualified', () => {
    const notices = (changes: object): DrawNotice[] => [{ ...disqualified, ...changes }]
    expect(lastStep({ ...redrawn, notices: [] })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
    const later = notices({ at: '2026-12-05T09:00:03.000Z' })
    expect(lastStep({ ...redrawn, notices: later })).toMatchObject({ name: 'round', attempt: 1, isTrue: false })
    const other = notices({ index: (winner + 1) % 9 })
    expect(lastStep({ ...redrawn, notices: other })).toMatchObject({ name: 'winner', attempt: 0, isTrue: false })
  })
})

describe('the time of a draw', () => {
  it('G-03 is noon on the 3rd, or the first noon at least 48 hours after a list that was frozen late', () => {
    expect(drawTime(month, new Date('2026-11-30T23:10:00Z')).toISOString()).toBe('2026-12-03T12:00:00.000Z')
    expect(drawTime(month, new Date('2026-12-01T12:00:00Z')).toISOString()).toBe('2026-12-03T12:00:00.000Z')
    expect(drawTime(month, new Date('2026-12-01T12:00:00.001Z')).toISOString()).toBe('2026-12-04T12:00:00.000Z')
    expect(drawTime(month, new Date('2027-02-10T08:00:00Z')).toISOString()).toBe('2027-02-12T12:00:00.000Z')
  })
})
