// The file of a leaderboard at the close of a month. It has no usernames: nothing in a file whose hash is published can be erased.
import { LEADERBOARD_SIZE } from '../../leaderboard/limits.ts'

/** One row of a leaderboard. */
export type BoardRow = {
  /** From 1, without ties: the total order in which the leaderboard is cut. */
  place: number
  points: number
}

const HEADER = 'place,points'

/** Returns the one text of a leaderboard. @param points of each row, from place 1 */
export function formatBoard(points: readonly number[]): string {
  return [HEADER, ...points.map((one, at) => `${at + 1},${one}`), ''].join('\n')
}

/** Reads the text of a leaderboard. @returns the points of each row, or undefined if it is not in its one form */
export function parseBoard(text: string): number[] | undefined {
  const points = text
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.slice(line.indexOf(',') + 1)))
  const isSorted = points.every((one, at) => at === 0 || one <= (points[at - 1] ?? 0))
  return points.length <= LEADERBOARD_SIZE && isSorted && formatBoard(points) === text ? points : undefined
}

/** Returns the rank that the leaderboard shows for a place: 1 and the number of rows with more points. */
export function findRank(points: readonly number[], place: number): number {
  const own = points[place - 1] ?? 0
  return 1 + points.filter((one) => one > own).length
}
