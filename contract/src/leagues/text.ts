// Constants and labels of leagues, for server and web app. Without zod, so that pages that parse no reply do not load it.

/** The most students in one league. */
export const LEAGUE_SIZE = 30
/** How many students of a full league move up, and how many move down. */
export const LEAGUE_MOVES = 5
/** After this many weeks away, a student begins in the lowest league again, because results are deleted then. */
export const LEAGUE_WEEKS = 8

/** From the lowest league to the highest. */
export const leagueTiers = ['seed', 'sprout', 'sapling', 'tree', 'baobab'] as const
export type LeagueTier = (typeof leagueTiers)[number]

/** The names that students see, which differ from those of levels (levels.ts). The keys are only stored, never shown. */
export const leagueTierLabels: Readonly<Record<LeagueTier, string>> = {
  seed: 'Bronze',
  sprout: 'Silver',
  sapling: 'Gold',
  tree: 'Diamond',
  baobab: 'Baobab',
}

export const leagueOutcomes = ['rises', 'stays', 'falls'] as const
export type LeagueOutcome = (typeof leagueOutcomes)[number]
