// Levels: they show how far a student has come. They follow from points, and never change points, ranks or the draw.

/** The points at which each level starts, and its name. */
const levels = [
  [0, 'Seed'],
  [20, 'Sprout'],
  [50, 'Seedling'],
  [90, 'Sapling'],
  [140, 'Young Tree'],
  [200, 'Strong Tree'],
  [270, 'Tall Tree'],
  [350, 'Shady Tree'],
  [440, 'Fruit Tree'],
  [540, 'Great Baobab'],
] as const
/** Each level after the last named one takes this many points. */
const POINTS_PER_LEVEL = 120

/** `from` and `next` are the points at which this level and the next one start; `left` is how many points are missing for it. */
export type Level = { number: number; name: string; from: number; next: number; left: number }

/** Returns the level of a number of points, from 1 without an upper limit. The levels after the tenth keep its name. */
export function levelOf(points: number): Level {
  const at = Math.max(0, levels.filter(([start]) => start <= points).length - 1)
  const [start, name] = levels[at] ?? levels[0]
  const following = levels[at + 1]
  const beyond = following ? 0 : Math.floor((points - start) / POINTS_PER_LEVEL)
  const from = start + beyond * POINTS_PER_LEVEL
  const next = following ? following[0] : from + POINTS_PER_LEVEL
  return { number: at + 1 + beyond, name, from, next, left: next - points }
}

/** Returns the points of all quizzes, in both age categories: a birthday must not take a level away. */
export function sumPoints(attempts: readonly { score: number }[]): number {
  return attempts.reduce((sum, { score }) => sum + score, 0)
}
