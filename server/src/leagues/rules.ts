// Pure rules of the weekly leagues.
import {
  LEAGUE_MOVES,
  LEAGUE_SIZE,
  leagueTiers,
  type LeagueOutcome,
  type LeagueTier,
} from '@baobab/contract/leagues/text.ts'

const [LOWEST] = leagueTiers
const HIGHEST = leagueTiers.at(-1)

/** The total points at which each band after the first begins: each is twice as wide as the one before. */
const BANDS = [100, 200, 400, 800, 1_600] as const

/** All bands. */
export const bands: readonly number[] = [0, ...BANDS.map((_, index) => index + 1)]

/** Returns the band of a student's total points. Students of one band have similar points. */
export function bandOf(points: number): number {
  return BANDS.filter((from) => points >= from).length
}

/** The last league of a band, and how many students it has. */
export type OpenLeague = { band: number; number: number; size: number }

/** The number of leagues of a tier that are filled without regard to points, so that few students are not spread over many leagues. */
const MIXED_LEAGUES = 3

/**
 * Chooses the league for a student: the last one of the band, or a new one after it. In a tier with few leagues, any league with
 * room comes first.
 * @param last the last league of each band that has any
 */
export function chooseLeague(last: readonly OpenLeague[], band: number): { band: number; number: number } {
  const count = last.reduce((sum, { number }) => sum + number + 1, 0)
  const withRoom = last.filter(({ size }) => size < LEAGUE_SIZE)
  const own = last.find((league) => league.band === band)
  const chosen = count <= MIXED_LEAGUES ? withRoom[0] : withRoom.find((league) => league === own)
  if (chosen) return { band: chosen.band, number: chosen.number }
  return { band, number: own ? own.number + 1 : 0 }
}

/**
 * Returns how many of a league's students rise, and how many fall: in proportion to its size, and nobody in a league of fewer
 * than six, so that few students are not spread over all tiers.
 */
export function countMoves(size: number): number {
  return Math.min(LEAGUE_MOVES, Math.floor((LEAGUE_MOVES * size) / LEAGUE_SIZE))
}

/**
 * Returns what a week brings to each student of a league. Nobody rises without points. Nobody falls with as many points as
 * somebody who stays: when nobody earned any, nobody falls.
 * @param points in the order of the league, highest first
 */
export function judgeWeek(points: readonly number[], tier: LeagueTier): LeagueOutcome[] {
  const moves = countMoves(points.length)
  const lowestStaying = points[points.length - moves - 1] ?? 0
  return points.map((earned, index) => {
    if (tier !== HIGHEST && index < moves && earned > 0) return 'rises'
    if (tier !== LOWEST && earned < lowestStaying) return 'falls'
    return 'stays'
  })
}

/** Returns the tier of the following week. */
export function tierAfter(tier: LeagueTier, outcome: LeagueOutcome): LeagueTier {
  const step = { rises: 1, stays: 0, falls: -1 }[outcome]
  return leagueTiers[leagueTiers.indexOf(tier) + step] ?? tier
}
