import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDraw, type DrawFiles } from './check-draw.ts'
import { roundAt, timeOfRound, ANSWER_WITHIN_MS, FALLBACK_AFTER_MS, redrawRound, REVEAL_WITHIN_MS } from './schedule.ts'
import type { BeaconFile, DrawNotice, ResultFile, Witness } from './files.ts'
import { formatDrawList } from './list.ts'
import { drawOrder } from './order.ts'
import { hashText } from './rules.ts'
import { commitmentTo, OPERATOR, witnessSeed } from './witnesses.ts'
import { makeChain } from './made-draw.ts'
import { monthCloses } from '../rules.ts'

const month = '2026-11'
const { closesAt, drawsAt } = monthCloses(month)
const [made, next] = [makeChain('sandbox'), makeChain('next', { period: 30 })]
const round = roundAt(made.chain, drawsAt)
const leaves = Array.from({ length: 9 }, (_, n) => hashText(`entrant ${n}`)).toSorted()
const list = formatDrawList({
  protocol: 1,
  month,
  closesAt,
  rulesHash: hashText('rules'),
  chainHash: made.chain.hash,
  round,
  leaves,
})
const files: DrawFiles = { list, chain: made.file, beacons: [], notices: [] }

const due = timeOfRound(made.chain, round).getTime()
const iso = (ms: number) => new Date(ms).toISOString()

/** The secrets of four witnesses. */
const secretsOf = (name: string) => [0, 1, 2, 3].map((n) => hashText(`${name}-${n}`))
const witnessesOf = (secrets: readonly string[]): Witness[] =>
  secrets.map((secret, n) => ({
    name: n < secrets.length - 1 ? `Head teacher ${n}` : OPERATOR,
    commitment: commitmentTo({ month, secret }),
  }))
type Draw = { attempt?: number; at?: number; secrets?: string[] }
const secrets = secretsOf('witness')
const named = ({ attempt = 0, at = due + FALLBACK_AFTER_MS, secrets: own = secrets }: Draw = {}): DrawNotice => ({
  kind: 'witnesses',
  at: iso(at),
  attempt,
  witnesses: witnessesOf(own),
})
const revealed = ({ attempt = 0, at = due + FALLBACK_AFTER_MS, secrets: own = secrets }: Draw = {}): DrawNotice[] =>
  // They may answer in any order.
  own.map((secret, position): DrawNotice => ({ kind: 'revealed', at: iso(at), attempt, position, secret })).toReversed()
const refused = ({ attempt = 0, at = due + FALLBACK_AFTER_MS + REVEAL_WITHIN_MS, position = 0 } = {}): DrawNotice => ({
  kind: 'refused',
  at: iso(at),
  attempt,
  position,
})

const falseStep = (changed: Partial<DrawFiles>, chains?: Parameters<typeof checkDraw>[1]) =>
  checkDraw({ ...files, ...changed }, chains).steps.find(({ isTrue }) => !isTrue)
const drawn = checkDraw({ ...files, notices: [named(), ...revealed()] })

const result: ResultFile = {
  month,
  list: drawn.listHash,
  attempt: 0,
  seed: drawn.attempts[0]?.seed ?? '',
  outcome: 'drawn',
  index: drawn.attempts[0]?.winner ?? -1,
  leaf: leaves[drawn.attempts[0]?.winner ?? -1] ?? '',
}

describe('what a witness publishes first', () => {
  // Computed by an independent program.
  const fixed = {
    secrets: [
      'f22747b8bb124d78eb08a4a39b2452e5e1a88724a75de22c564c98596ce3bb77',
      'e21c1390de633690e4df981d5e4258807976a98c41044492e7b39a5051115e12',
      'c5dc270d8892796ce8ba1c236a501be82838a83be51ad5054e4c36fd9028d9e2',
      '9ff9bf8a624b74721a98b1583fd68991857e369d3b73dc743211da2c9a7c922c',
    ],
    commitments: [
      'f785e95e2957ac24618c7ded5b30b6ef12e4b5c39f37955ef2e5bf3b1fa2927d',
      '1d0a7dca76bc7268c887eb5783f239ed9d162298fce533920e26acf526fd6622',
      '2d965aae5649adaae6a0449a7f326afeb670bd6f918014966016f06074d70065',
      'f4e7f416fe8211be79b55b9963f5a678d29504d7c0eee6c6be70f5e3ab94316a',
    ],
    root: 'fa97e70c35a66244d80e38d4bd727d821262b6ad61633212b1a746da3a2ce51b',
    seed: 'fb250b9760a3695701ffc3e61d54ff8d908fd8f5960227cfc0d9e8a006996ab3',
    order: [1, 3, 2, 4, 0],
  }

  it('is a commitment to the secret and the month, and differs from what goes into the seed', () => {
    expect(fixed.secrets.map((secret) => commitmentTo({ month, secret }))).toEqual(fixed.commitments)
    for (const [n, secret] of fixed.secrets.entries())
      expect(bytesToHex(sha256(hexToBytes(secret)))).not.toBe(fixed.commitments[n])
  })

  it('leads to the expected seed and order', () => {
    const seed = witnessSeed(hexToBytes(fixed.root), fixed.secrets)
    expect(bytesToHex(seed)).toBe(fixed.seed)
    expect(drawOrder(seed, 5)).toEqual(fixed.order)
  })
})

describe('a draw by witnesses', () => {
  it('is valid in every step, and says that it is weaker', () => {
    expect(drawn.steps.map(({ name, isTrue }) => [name, isTrue])).toEqual([
      ['list', true],
      ['chain', true],
      ['round', true],
      ['beacon', true],
      ['winner', true],
    ])
    expect(drawn).toMatchObject({ isWitnessDraw: true, outcome: 'drawn', attempts: [{ attempt: 0, round: null }] })
    const seed = bytesToHex(witnessSeed(hexToBytes(drawn.listHash), secrets))
    expect(drawn.attempts[0]).toMatchObject({ seed, winner: drawOrder(hexToBytes(seed), 9)[0] })
  })

  it('says in each step that witnesses decide it, even if that step fails', () => {
    expect(drawn.steps.filter(({ isWitnessDraw }) => isWitnessDraw).map(({ name }) => name)).toEqual([
      'round',
      'beacon',
      'winner',
    ])
    const [last, ...others] = revealed()
    const lied = [named(), ...others, { ...last, secret: hashText('another') } as DrawNotice]
    expect(falseStep({ notices: lied })).toMatchObject({ name: 'beacon', isWitnessDraw: true })
    const unfinished = { notices: [named(), ...others], result }
    expect(falseStep(unfinished)).toMatchObject({ name: 'beacon', isWitnessDraw: true })
    expect(falseStep({ notices: [named(), ...revealed()], winner: -1 })).toMatchObject({
      name: 'winner',
      isWitnessDraw: true,
    })
  })

  it('depends on the order in which the witnesses were named, not on the order in which they answered', () => {
    const other = checkDraw({ ...files, notices: [named(), ...revealed().toReversed()] })
    expect(other.attempts).toEqual(drawn.attempts)
    const turned = secrets.toReversed()
    const otherSeed = checkDraw({
      ...files,
      notices: [named({ secrets: turned }), ...revealed({ secrets: turned })],
    })
    expect(otherSeed.attempts[0]?.seed).not.toBe(drawn.attempts[0]?.seed)
  })

  it('is open while a secret is missing, and a round entered before then decides it', () => {
    const notices = [named(), ...revealed().slice(1)]
    expect(checkDraw({ ...files, notices })).toMatchObject({ outcome: 'open', attempts: [], isWitnessDraw: false })
    expect(falseStep({ notices })).toBeUndefined()
    const late = checkDraw({ ...files, notices, beacons: [made.sign(round)] })
    expect(late).toMatchObject({ outcome: 'drawn', isWitnessDraw: false, attempts: [{ round }] })
    expect(late.attempts).toEqual(checkDraw({ ...files, beacons: [made.sign(round)] }).attempts)
    // Once the last secret is revealed, a round comes too late.
    expect(falseStep({ notices: [named(), ...revealed()], beacons: [made.sign(round)] })).toMatchObject({
      name: 'round',
      isTrue: false,
    })
  })

  it("starts seven days after the list's round was due, if its chain has no next one", () => {
    const at = due + FALLBACK_AFTER_MS
    expect(falseStep({ notices: [named({ at }), ...revealed()] })).toBeUndefined()
    for (const notices of [[named({ at: at - 1 })], [named({ at: at - 1 }), ...revealed()]])
      expect(falseStep({ notices })).toMatchObject({ name: 'round', attempt: 0 })
  })

  it('starts seven days after the next chain was tried, if there is one', () => {
    const asked = due + FALLBACK_AFTER_MS + 60_000
    const nextRound = roundAt(next.chain, new Date(due))
    const fallback: DrawNotice = {
      kind: 'fallback',
      at: iso(asked),
      attempt: 0,
      chain: next.chain.hash,
      round: nextRound,
    }
    const check = (at: number, before: DrawNotice[], beacons: BeaconFile[] = []) =>
      falseStep({ beacons, notices: [...before, named({ at }), ...revealed().slice(beacons.length)] }, [
        made.chain,
        next.chain,
      ])
    expect(check(asked + FALLBACK_AFTER_MS, [fallback])).toBeUndefined()
    expect(check(asked + FALLBACK_AFTER_MS, [fallback], [next.sign(nextRound)])).toBeUndefined()
    expect(check(asked + FALLBACK_AFTER_MS - 1, [fallback])).toMatchObject({ name: 'round' })
    expect(check(asked + FALLBACK_AFTER_MS, [])).toMatchObject({ name: 'round' })
  })

  it('continues with other witnesses if one does not answer for seven days', () => {
    const others = secretsOf('other')
    const at = due + FALLBACK_AFTER_MS + REVEAL_WITHIN_MS
    const before = [named(), ...revealed().slice(0, 3)]
    const after = [named({ at, secrets: others }), ...revealed({ at, secrets: others })]
    const check = checkDraw({ ...files, notices: [...before, refused({ at }), ...after] })
    expect(check.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
    expect(check.attempts[0]?.seed).toBe(bytesToHex(witnessSeed(hexToBytes(check.listHash), others)))
    const faults: DrawNotice[][] = [
      [...before, ...after],
      [...before, refused({ at: at - 1 }), ...after],
      // This witness has answered.
      [...before, refused({ at, position: 1 }), ...after],
      [refused({ at }), ...after],
      [...before, refused({ at }), ...revealed({ at })],
    ]
    for (const notices of faults) expect(falseStep({ notices })).toMatchObject({ name: 'round', attempt: 0 })
  })

  it('is disqualified and repeated like any other draw, but not before the last secret was known', () => {
    const last = due + FALLBACK_AFTER_MS + 3_600_000
    const before = [named(), ...revealed({ at: last })]
    const redraw = (at: number, reason: 'wrong-age' | 'unreachable'): Partial<DrawFiles> => ({
      beacons: [made.sign(redrawRound(made.chain, new Date(at)))],
      notices: [
        ...before,
        {
          kind: 'disqualified',
          at: iso(at),
          attempt: 1,
          index: checkDraw({ ...files, notices: before }).attempts[0]?.winner ?? -1,
          reason,
          admins: 2,
        },
      ],
    })
    expect(falseStep(redraw(last, 'wrong-age'))).toBeUndefined()
    expect(falseStep(redraw(last - 1, 'wrong-age'))).toMatchObject({ name: 'round', attempt: 1 })
    expect(falseStep(redraw(last + ANSWER_WITHIN_MS, 'unreachable'))).toBeUndefined()
    expect(falseStep(redraw(last + ANSWER_WITHIN_MS - 1, 'unreachable'))).toMatchObject({ name: 'round', attempt: 1 })
  })
})

describe('a changed file in a draw by witnesses is noticed:', () => {
  const notices = [named(), ...revealed()]
  const change = (at: number, values: object) =>
    notices.map((notice, n) => (n === at ? ({ ...notice, ...values } as DrawNotice) : notice))

  it('none, if nothing was changed', () => {
    expect(falseStep({ notices, result })).toBeUndefined()
  })

  it("another secret, even before the last one is known, and two witnesses' secrets swapped", () => {
    const other = hashText('other')
    for (const n of [1, 2, 3, 4])
      expect(falseStep({ notices: change(n, { secret: other }) })).toMatchObject({ name: 'beacon', attempt: 0 })
    expect(falseStep({ notices: change(1, { secret: other }).slice(0, 2) })).toMatchObject({ name: 'beacon' })
    const exchanged = change(1, { position: 2 }).map((notice, n) => (n === 2 ? { ...notice, position: 3 } : notice))
    expect(falseStep({ notices: exchanged as DrawNotice[] })).toMatchObject({ name: 'beacon' })
  })

  it('a secret that is missing, revealed twice, or belongs to nobody', () => {
    for (const n of [1, 2, 3, 4])
      expect(falseStep({ notices: notices.toSpliced(n, 1), result })).toMatchObject({ name: 'beacon', attempt: 0 })
    const [, one] = notices
    if (!one) throw new Error('There are notices.')
    expect(falseStep({ notices: [...notices, one] })).toMatchObject({ name: 'round' })
    expect(falseStep({ notices: [named(), one, one] })).toMatchObject({ name: 'round' })
    expect(falseStep({ notices: change(1, { position: 4 }) })).toMatchObject({ name: 'round' })
    expect(falseStep({ notices: notices.slice(1) })).toMatchObject({ name: 'round' })
  })

  it('other witnesses, although nobody has refused', () => {
    const others = named({ secrets: secretsOf('other') })
    expect(falseStep({ notices: [named(), others] })).toMatchObject({ name: 'round' })
    expect(falseStep({ notices: [...notices, others] })).toMatchObject({ name: 'round' })
  })

  it('witnesses without Baobab as the last, two with the same name, and a commitment that was used before', () => {
    const witnesses = witnessesOf(secrets)
    const faults = [
      witnesses.toReversed(),
      witnesses.with(0, { name: 'Head teacher 1', commitment: witnesses[0]?.commitment ?? '' }),
      witnesses.with(0, { name: 'Head teacher 0', commitment: witnesses[1]?.commitment ?? '' }),
    ]
    for (const own of faults)
      expect(falseStep({ notices: change(0, { witnesses: own }) })).toMatchObject({ name: 'round' })
    const at = due + FALLBACK_AFTER_MS + REVEAL_WITHIN_MS
    const again = named({ at, secrets: [...secretsOf('other').slice(0, 3), secrets[3] ?? ''] })
    expect(falseStep({ notices: [named(), refused(), again] })).toMatchObject({ name: 'round' })
  })

  it('another seed or winner', () => {
    for (const values of [{ seed: hashText('other') }, { index: ((result.index ?? 0) + 1) % 9 }, { attempt: 1 }])
      expect(falseStep({ notices, result: { ...result, ...values } })).toBeDefined()
  })
})

describe('any mixture of attempts', () => {
  type Attempt = { by: 'round' | 'witnesses'; refusals: number }
  const attempts = fc.array(
    fc.record({ by: fc.constantFrom('round' as const, 'witnesses' as const), refusals: fc.nat(2) }),
    { minLength: 1, maxLength: 5 },
  )

  /** Makes the files of a draw in which every attempt but the last ends with a disqualification. */
  function make(mixture: readonly Attempt[]): DrawFiles {
    const [notices, beacons]: [DrawNotice[], BeaconFile[]] = [[], []]
    let decidesAt = round
    for (const [attempt, { by, refusals }] of mixture.entries()) {
      let at = timeOfRound(made.chain, decidesAt).getTime()
      if (by === 'round') beacons.push(made.sign(decidesAt))
      if (by === 'witnesses' || refusals > 0) {
        at += FALLBACK_AFTER_MS
        for (let n = 0; n < refusals; n += 1) {
          notices.push(named({ attempt, at, secrets: secretsOf(`${attempt}-${n}`) }))
          at += REVEAL_WITHIN_MS
          if (by === 'witnesses' || n + 1 < refusals) notices.push(refused({ attempt, at }))
        }
      }
      const own = secretsOf(`${attempt} last`)
      if (by === 'witnesses')
        notices.push(named({ attempt, at, secrets: own }), ...revealed({ attempt, at, secrets: own }))
      if (attempt + 1 === mixture.length) break
      const index = checkDraw({ ...files, beacons, notices }).attempts.at(-1)?.winner ?? -1
      notices.push({ kind: 'disqualified', at: iso(at), attempt: attempt + 1, index, reason: 'refused', admins: 1 })
      decidesAt = redrawRound(made.chain, new Date(at))
    }
    return { ...files, beacons, notices }
  }

  it('finds what decided each attempt', () => {
    fc.assert(
      fc.property(attempts, (mixture) => {
        const check = checkDraw(make(mixture))
        expect(check.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
        expect(check.attempts.map((one) => (one.round === null ? 'witnesses' : 'round'))).toEqual(
          mixture.map(({ by }) => by),
        )
        expect(check.isWitnessDraw).toBe(mixture.some(({ by }) => by === 'witnesses'))
        const winners = check.attempts.map(({ winner }) => winner)
        expect(new Set(winners).size).toBe(winners.length)
        expect(check.outcome).toBe('drawn')
      }),
      { numRuns: 20 },
    )
  })
})
