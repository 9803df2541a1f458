// What server and web app both say about leagues. Without zod, for pages that read no reply.

/** The most students in one league. */
export const LEAGUE_SIZE = 30
/** How many of a full league rise, and how many fall. */
export const LEAGUE_MOVES = 5
/** After this many weeks away, a student begins in the lowest league again, because results are deleted then. */
export const LEAGUE_WEEKS = 8

/** From the lowest league to the highest. */
export const leagueTiers = ['seed', 'sprout', 'sapling', 'tree', 'baobab'] as const
export type LeagueTier = (typeof leagueTiers)[number]

/** What students read. They differ from the names of levels (levels.ts); the stored keys do not matter to anybody. */
export const leagueTierLabels: Readonly<Record<LeagueTier, string>> = {
  seed: 'Bronze',
  sprout: 'Silver',
  sapling: 'Gold',
  tree: 'Diamond',
  baobab: 'Baobab',
}

export const leagueOutcomes = ['rises', 'stays', 'falls'] as const
export type LeagueOutcome = (typeof leagueOutcomes)[number]
