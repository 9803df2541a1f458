import type { Links } from '../../paths.ts'

/** The pages about a guardian's children. */
export const childPaths = {
  list: '/guardian',
  add: '/guardian/children/new',
  child: (username: string) => `/guardian/children/${encodeURIComponent(username)}`,
} as const satisfies Links
