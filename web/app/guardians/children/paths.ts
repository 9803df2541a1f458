import type { Links } from '../../paths.ts'

/** The pages about a guardian’s children. Their addresses differ from those of the API, which is on the same host. */
export const childPaths = {
  list: '/guardian',
  add: '/guardian/new-child',
  child: (username: string) => `/guardian/child?username=${encodeURIComponent(username)}`,
} as const satisfies Links
