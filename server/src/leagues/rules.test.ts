import { LEAGUE_MOVES, LEAGUE_SIZE, leagueTiers } from '@baobab/contract/leagues/text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandOf, bands, chooseLeague, countMoves, judgeWeek, tierAfter, type OpenLeague } from './rules.ts'

const tier = fc.constantFrom(...leagueTiers)
const week = fc
  .array(fc.integer({ min: 0, max: 12 }), { maxLength: LEAGUE_SIZE })
  .map((points) => points.map((ten) => ten * 10).toSorted((a, b) => b - a))

describe('the end of a week', () => {
  it('moves five of a full league up and five down, fewer of a small one, and nobody in one of fewer than six', () => {
    expect([30, 29, 24, 12, 6, 5, 1, 0].map(countMoves)).toEqual([LEAGUE_MOVES, 4, 4, 2, 1, 0, 0, 0])
  })

  it('lets only the first rise, with points, and only the last fall, with fewer points than all who stay', () => {
    fc.assert(
      fc.property(week, tier, (points, from) => {
        const outcomes = judgeWeek(points, from)
        const moves = countMoves(points.length)
        const of = (wanted: string) => points.filter((_, index) => outcomes[index] === wanted)
        expect(of('rises')).toEqual(from === 'baobab' ? [] : points.slice(0, moves).filter((earned) => earned > 0))
        expect(of('falls').length).toBeLessThanOrEqual(from === 'seed' ? 0 : moves)
        const others = points.filter((_, index) => outcomes[index] !== 'falls')
        for (const fallen of of('falls')) expect(fallen).toBeLessThan(Math.min(...others))
      }),
    )
  })

  it('moves two of twelve up and two down', () => {
    const points = [90, 80, 70, 60, 50, 40, 40, 30, 30, 20, 10, 0]
    expect(judgeWeek(points, 'tree').map((outcome) => outcome[0])).toEqual('rrssssssssff'.split(''))
  })

  it('moves nobody if nobody earned points', () => {
    expect(new Set(judgeWeek(Array<number>(LEAGUE_SIZE).fill(0), 'tree'))).toEqual(new Set(['stays']))
  })

  it('leads one tier up or down, within the five', () => {
    expect(leagueTiers.map((from) => tierAfter(from, 'rises'))).toEqual([
      'sprout',
      'sapling',
      'tree',
      'baobab',
      'baobab',
    ])
    expect(leagueTiers.map((from) => tierAfter(from, 'falls'))).toEqual(['seed', 'seed', 'sprout', 'sapling', 'tree'])
    expect(leagueTiers.map((from) => tierAfter(from, 'stays'))).toEqual([...leagueTiers])
  })
})

describe('the league of a student', () => {
  it('has a band that doubles', () => {
    expect([0, 90, 100, 190, 200, 400, 800, 1_600, 90_000].map(bandOf)).toEqual([0, 0, 1, 1, 2, 3, 4, 5, 5])
    expect(bands).toEqual([0, 1, 2, 3, 4, 5])
  })

  /** Lets students with these bands join one after another, and returns the bands in each league. */
  function fill(joining: readonly number[]): number[][] {
    const leagues = new Map<string, { band: number; number: number; members: number[] }>()
    for (const band of joining) {
      const last: OpenLeague[] = bands.flatMap((one) => {
        const ofBand = [...leagues.values()].filter((league) => league.band === one)
        const newest = ofBand.toSorted((a, b) => b.number - a.number)[0]
        return newest ? [{ band: one, number: newest.number, size: newest.members.length }] : []
      })
      const chosen = chooseLeague(last, band)
      const key = `${chosen.band} ${chosen.number}`
      const league = leagues.get(key) ?? { ...chosen, members: [] }
      league.members.push(band)
      leagues.set(key, league)
    }
    return [...leagues.values()].map(({ members }) => members)
  }

  it('never has more than thirty, and no new league starts while a mixed one has room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 400 }), (joining) => {
        const leagues = fill(joining)
        expect(leagues.flat()).toHaveLength(joining.length)
        for (const members of leagues) expect(members.length).toBeLessThanOrEqual(LEAGUE_SIZE)
        for (const members of leagues.slice(0, Math.min(3, leagues.length - 1)))
          expect(members).toHaveLength(LEAGUE_SIZE)
        for (const members of leagues.slice(3)) expect(new Set(members).size).toBe(1)
      }),
    )
  })

  it('puts few students together whatever their points, and many with those of similar points', () => {
    expect(fill([0, 5, 2])).toEqual([[0, 5, 2]])
    const many = fill(Array.from({ length: 150 }, (_, n) => n % 2))
    expect(many.map((members) => members.length)).toEqual([30, 30, 30, 30, 30])
    expect(many.slice(3).map((members) => new Set(members).size)).toEqual([1, 1])
  })
})
