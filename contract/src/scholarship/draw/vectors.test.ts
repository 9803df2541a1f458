// The test vectors that were published with protocol 2: anybody else's program must produce the same bytes.
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { randomnessOf, drawOrder, drawSeed, findWinner } from './order.ts'
import { formatBoard, parseBoard, formatDrawList, hashDrawList, hashNamedRow, parseDrawList } from './list.ts'
import { hashText } from './rules.ts'
import { makeDraw } from './made-draw.ts'

// Round 1000 of quicknet, as every relay returns it; only for the vectors.
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const randomness = randomnessOf({ round: 1_000, signature })

function makeVector(count: number) {
  const { rows, leaves, list, boards } = makeDraw(count)
  const seed = (attempt = 0) => drawSeed(2, { listHash: hashDrawList(list), attempt, randomness })
  return { rows, leaves, list, boards: Object.values(boards).map(hashText), seed }
}

describe('by protocol 2, a draw of', () => {
  it('G-17 1 has the boards, the line, the list and the seed of the vectors', () => {
    const { boards, leaves, list, seed } = makeVector(1)
    expect(boards).toEqual([
      '71be75fb39d7b60d854655c331ae096f28970508d6adeaeeb835628936530f46',
      '59e03597c82ac3e62867c7d205604981e4f7e4e49ec7685081e1a320aa7ffc28',
    ])
    expect(leaves).toEqual(['4664c78e074a93b1376a5e077dedfc7e86f3ea6f2d552aa7bafe44f78e0db9b0'])
    expect(hashText(list)).toBe('0d270d8d6ffc4f16912ba7e3d1aacb444a644eca21136b182901b17cfdc2b03e')
    expect(list).toContain('\nround 35391412\n')
    expect(bytesToHex(seed())).toBe('8d377ab6822fc911a08d59a1a6bccb639da6beb6091abf8d0dfd975e2bff619d')
    expect(findWinner(drawOrder(seed(), 1), new Set())).toBe(0)
  })

  it('5 has the winners of the vectors, also with one struck out and in another attempt', () => {
    const { boards, rows, leaves, list, seed } = makeVector(5)
    expect(boards).toEqual([
      '9eeb864e28a53578ef0dc13419ff035f5f0054c9e261f11aaf80657fb5eba959',
      '2034d0d4ba1495b1eabe45fd3ad02bc00a696a5894eb8e6d446d4b4bec153f06',
    ])
    expect(hashText(list)).toBe('97e30cb08fab05ba995b5ff10e6523ae1814d5d2566ba24572a0aca804ee3274')
    expect(bytesToHex(seed())).toBe('f2bcb648d7b5519f2dea95808617ec209f3407e26b29c2da177bec0fcfaa5788')
    const order = drawOrder(seed(), 5)
    expect(order).toEqual([3, 4, 1, 0, 2])
    const winner = rows.find((row) => hashNamedRow(row) === leaves[3])
    expect(winner).toMatchObject({ category: '5-10', place: 3, points: 19_960, username: 'user-4' })
    expect(findWinner(order, new Set([3]))).toBe(4)
    expect(bytesToHex(seed(1))).toBe('5cfe3cf92aa3c43a0c0c17d92493bd76d013a1117841131b24198b21562c7542')
    expect(drawOrder(seed(1), 5)).toEqual([4, 2, 1, 3, 0])
  })

  it('2,000 has the list, the seed and the order of the vectors', () => {
    const { rows, leaves, list, seed } = makeVector(2_000)
    expect(hashText(list)).toBe('f8638a0f26f59ceb460320d147256d8f81f43819eda39ad4062cd25d06962311')
    expect(bytesToHex(seed())).toBe('f6302cd96ea082f7edcfeafd4c190f3c09f3a8489a2bc94fc025a636c377f94b')
    expect(drawOrder(seed(), 2_000).slice(0, 6)).toEqual([1085, 1271, 90, 1083, 1679, 1966])
    const winner = rows.find((row) => hashNamedRow(row) === leaves[1085])
    expect(winner).toMatchObject({ category: '11-20', place: 98, points: 18_050, username: 'user-195' })
  })

  it('5 is read back only from its exact text', () => {
    const { list } = makeVector(5)
    expect(formatDrawList(parseDrawList(list))).toBe(list)
    expect(() => parseDrawList(list.replace('board 5-10 3', 'board 5-10 4'))).toThrow('the leaderboards have 6 rows')
    expect(() => parseDrawList(list.replace('board 5-10 3', 'board 5-10 2'))).toThrow('the leaderboards have 4 rows')
    expect(() => parseDrawList(list.replace('DRAW/2', 'DRAW/1'))).toThrow('not those of a draw')
    expect(() => parseDrawList(list.replace(/board 11-20.*\n/, ''))).toThrow('not those of a draw')
  })
})

describe('a leaderboard', () => {
  it.each([
    ['another header', 'place,score\n1,20\n'],
    ['a gap', 'place,points\n1,20\n3,10\n'],
    ['more points on a later place', 'place,points\n1,10\n2,20\n'],
    ['no line feed at the end', 'place,points\n1,20'],
    ['points that are no number', 'place,points\n1,many\n'],
    ['a thousand and one rows', formatBoard(Array.from({ length: 1_001 }, () => 0))],
  ])('is not read with %s', (_, text) => {
    expect(parseBoard(text)).toBeUndefined()
  })

  it('is read with equal points', () => {
    expect(parseBoard('place,points\n1,20\n2,20\n')).toEqual([20, 20])
  })

  it('is read without rows', () => {
    expect(parseBoard(formatBoard([]))).toEqual([])
  })
})
