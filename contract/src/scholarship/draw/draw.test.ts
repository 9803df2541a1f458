import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hashChain,
  isBeaconValid,
  randomnessOf,
  uint64,
  drawOrder,
  drawSeed,
  findWinner,
  numberBelow,
  pieces,
} from './order.ts'
import { defaultChain, knownChains, quicknet, roundAt, timeOfRound } from './schedule.ts'
import { DrawListError, formatDrawList, hashDrawList, leafOf, parseDrawList, type DrawList } from './list.ts'

// Round 1000 of quicknet, as every relay returns it.
const beacon = {
  round: 1000,
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
// Round 1 of drand's default chain, where each signature also covers the previous one.
const chained = {
  round: 1,
  signature:
    '8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b10104990e7cb424998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655',
  previousSignature: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
}
const hashOf = (text: string) => sha256(utf8ToBytes(text))

function makeList(count: number, changes: Partial<DrawList> = {}): DrawList {
  const month = '2026-11'
  const leaves = Array.from({ length: count }, (_, i) =>
    leafOf({ month, studentId: `student-${i}`, nonce: hashOf(`nonce-${i}`) }),
  )
  return {
    protocol: 1,
    month,
    closesAt: new Date('2026-11-30T22:59:59.999Z'),
    rulesHash: bytesToHex(hashOf('rules-v1')),
    chainHash: quicknet.hash,
    round: beacon.round,
    leaves: leaves.toSorted(),
    ...changes,
  }
}
const seedOf = (list: DrawList, attempt = 0) =>
  drawSeed(1, { listHash: hashDrawList(formatDrawList(list)), attempt, randomness: randomnessOf(beacon) })

describe('a beacon', () => {
  it('G-04 is valid for a real round, with the randomness that relays return', () => {
    expect(isBeaconValid(quicknet, beacon)).toBe(true)
    expect(bytesToHex(randomnessOf(beacon))).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
  })

  it.each([
    ['for another round', { ...beacon, round: 1001 }],
    ['with another last byte', { ...beacon, signature: `${beacon.signature.slice(0, -2)}38` }],
    ['that is cut off', { ...beacon, signature: beacon.signature.slice(0, -2) }],
    ['that is empty', { ...beacon, signature: '' }],
    ['that is no hex', { ...beacon, signature: 'z'.repeat(96) }],
  ])('G-04 %s is not valid', (_, changed) => {
    expect(isBeaconValid(quicknet, changed)).toBe(false)
  })

  it('G-04 on the next chain is valid only with the signature before it', () => {
    expect(isBeaconValid(defaultChain, chained)).toBe(true)
    expect(bytesToHex(randomnessOf(chained))).toBe('101297f1ca7dc44ef6088d94ad5fb7ba03455dc33d53ddb412bbc4564ed986ec')
    const other = `${chained.previousSignature.slice(0, -2)}0b`
    expect(isBeaconValid(defaultChain, { ...chained, previousSignature: other })).toBe(false)
    expect(isBeaconValid(defaultChain, { ...chained, previousSignature: undefined })).toBe(false)
    expect(isBeaconValid(defaultChain, { ...chained, round: 2 })).toBe(false)
    expect(isBeaconValid(defaultChain, beacon)).toBe(false)
  })

  it('is due at a round that depends only on the time', () => {
    const at = new Date('2026-12-03T12:00:00Z')
    expect(roundAt(quicknet, at)).toBe(34_498_612)
    expect(timeOfRound(quicknet, 34_498_612).getTime()).toBeGreaterThanOrEqual(at.getTime())
    expect(timeOfRound(quicknet, 34_498_611).getTime()).toBeLessThan(at.getTime())
  })
})

describe('a draw of', () => {
  it.each([
    {
      count: 1,
      root: 'cdff631d792db77b8918492b64d74258cfe8117f7bfcdfac72da7b3b5ed717aa',
      seed: 'ad0998cd171558c12af4dfa3b4aa8e7e0f94e406858482ac8e296c6f31d8d5ba',
      order: [0],
    },
    {
      count: 5,
      root: 'fa97e70c35a66244d80e38d4bd727d821262b6ad61633212b1a746da3a2ce51b',
      seed: '555d52f424f8e2ce4325591666d160bef611e3c7c2febfd52ce3e1d23c29934f',
      order: [2, 3, 4, 0, 1],
    },
    {
      count: 2_000,
      root: '9bc3f9c5a306e17c7e91a68f4a95adc05700e4b4b10052cdaad02f082bad3755',
      seed: 'e9c88295ab8f3e42e9eb8b63b3d6ae9a6acb875b9fa7f0a5ec48b5b0d44eda80',
      order: [884, 1415, 1507, 593, 469, 616],
    },
  ])(
    '$count has the list, the seed and the order that were published with the rules',
    ({ count, root, seed, order }) => {
      const list = makeList(count)
      expect(bytesToHex(hashDrawList(formatDrawList(list)))).toBe(root)
      expect(bytesToHex(seedOf(list))).toBe(seed)
      expect(drawOrder(seedOf(list), count).slice(0, order.length)).toEqual(order)
    },
  )

  it('5, repeated without the first winner, has another order', () => {
    const seed = seedOf(makeList(5), 1)
    expect(bytesToHex(seed)).toBe('074d5b0f8aa49a527d690f61a68d8bf17bb6fe7081602da441b4a75d5307f07d')
    expect(findWinner(drawOrder(seed, 5), new Set([2]))).toBe(3)
  })

  it('nobody, or of people who are all struck out, has no winner', () => {
    expect(findWinner(drawOrder(seedOf(makeList(0)), 0), new Set())).toBeUndefined()
    expect(findWinner(drawOrder(seedOf(makeList(3)), 3), new Set([0, 1, 2]))).toBeUndefined()
  })
})

describe('an order', () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })

  it('contains every entrant once', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 300 }), (seed, count) => {
        expect(drawOrder(seed, count).toSorted((one, other) => one - other)).toEqual(
          Array.from({ length: count }, (_, index) => index),
        )
      }),
    )
  })

  it('G-10 puts every entrant in every position equally often', () => {
    const [count, rounds] = [7, 14_000]
    const seen = Array.from({ length: count }, () => Array.from({ length: count }, () => 0))
    for (let round = 0; round < rounds; round += 1) {
      drawOrder(sha256(uint64(round)), count).forEach((entrant, place) => {
        const row = seen[place]
        if (row) row[entrant] = (row[entrant] ?? 0) + 1
      })
    }
    const expected = rounds / count
    for (const row of seen) {
      const chiSquare = row.reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0)
      // With six degrees of freedom, a fair order exceeds this once in 10,000 runs. The seeds are fixed.
      expect(chiSquare).toBeLessThan(27.86)
    }
  })

  it('G-10 skips numbers that would make small remainders more likely', () => {
    const top = 2 ** 48 - 1
    // 2^48 = 3 * k + 1, so the last number does not belong to a complete group of three.
    const source = [top, 5][Symbol.iterator]() as Iterator<number, never>
    expect(numberBelow(3, source)).toBe(2)
    expect(numberBelow(3, [top - 1][Symbol.iterator]() as Iterator<number, never>)).toBe((top - 1) % 3)
    expect(numberBelow(1, pieces(new Uint8Array(32)))).toBe(0)
    expect(() => numberBelow(0, pieces(new Uint8Array(32)))).toThrow(RangeError)
  })

  it('uses every byte of the stream once', () => {
    const source = pieces(new Uint8Array(32))
    const first = Array.from({ length: 16 }, () => source.next().value)
    expect(new Set(first).size).toBe(16)
    expect(first.every((piece) => Number.isInteger(piece) && piece >= 0 && piece < 2 ** 48)).toBe(true)
  })
})

it('two chains decide draws, each named by the hash of its facts', () => {
  expect(knownChains).toEqual([quicknet, defaultChain])
  for (const chain of knownChains) {
    expect(hashChain(chain)).toBe(chain.hash)
    expect(hashChain({ ...chain, beaconId: 'another' })).not.toBe(chain.hash)
    expect(hashChain({ ...chain, period: chain.period + 1 })).not.toBe(chain.hash)
  }
  expect(knownChains.map(({ scheme }) => scheme)).toEqual(['unchained', 'chained'])
})

describe('the text of a list', () => {
  const text = formatDrawList(makeList(5))

  it('can be read back, and does not depend on the order of the students', () => {
    expect(formatDrawList(parseDrawList(text))).toBe(text)
    expect(parseDrawList(text)).toEqual(makeList(5))
    expect(parseDrawList(formatDrawList(makeList(0))).leaves).toEqual([])
  })

  it.each([
    ['a changed leaf', text.replace(/0 ([0-9a-f])/, (_, digit: string) => `0 ${digit === 'f' ? 'e' : 'f'}`)],
    ['two leaves exchanged', text.replace(/^0 (.*)\n1 (.*)$/m, '0 $2\n1 $1')],
    ['a leaf twice', text.replace(/^1 .*$/m, /^0 .*$/m.exec(text)?.[0].replace('0 ', '1 ') ?? '')],
    ['a leaf left out', text.replace(/^4 .*\n/m, '')],
    ['a number skipped', text.replace(/^4 /m, '5 ')],
    ['another count', text.replace('count 5', 'count 6')],
    ['capital letters', text.replace(/rules (.*)/, (line) => line.toUpperCase().replace('RULES', 'rules'))],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['no last line feed', text.slice(0, -1)],
    ['an empty line', `${text}\n`],
    ['a leading zero', text.replace('round 1000', 'round 01000')],
    ['a day that does not exist', text.replace('11-30T', '11-31T')],
    ['another version', text.replace('DRAW/1', 'DRAW/2')],
    ['nothing', ''],
  ])('is refused with %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(() => parseDrawList(changed)).toThrow(DrawListError)
  })

  it('has another hash if any character changes', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        fc.pre(changed !== text)
        expect(hashDrawList(changed)).not.toEqual(hashDrawList(text))
      }),
    )
  })
})
