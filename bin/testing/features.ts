// Which files belong to a feature. Contract, server and web app each have a folder with its name. All journeys are in one folder,
// so this table lists the prefixes of their file names.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Prefixes of file names in `e2e`, by feature. */
export const features: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account', 'admin-account', 'guardian', 'identity-providers', 'phone', 'registration', 'roles'],
  audit: ['audit'],
  awards: [],
  backup: [],
  browser: [],
  bulk: ['bulk'],
  celebration: [],
  contact: ['messages'],
  content: [],
  dashboard: ['student', 'day'],
  demonstration: ['demonstration'],
  duplicates: ['merge'],
  exports: [],
  'fair-play': ['fair-play'],
  friends: ['friends'],
  home: ['public-pages', 'visitors'],
  leaderboard: ['leaderboard', 'board'],
  leagues: ['league'],
  lists: ['lists'],
  mails: [],
  maintenance: ['maintenance'],
  metrics: ['metrics', 'admin'],
  notifications: ['notification', 'push'],
  offline: ['offline', 'offline-pages', 'installed'],
  payments: ['payment', 'payments'],
  privacy: ['private-files'],
  profile: ['avatar'],
  quiz: ['quiz', 'bulk-questions', 'import', 'picture-options', 'practice', 'question-report', 'regrade', 'flow'],
  'read-aloud': ['read-aloud'],
  'saved-views': ['saved-views'],
  scholarship: ['draw'],
  guardians: ['guardian-account', 'guardian-children'],
  settings: [],
  sms: [],
  students: ['students', 'many-rows', 'points'],
  system: ['system', 'headers'],
  telemetry: [],
  verification: [],
  videos: ['playback', 'poster-captions', 'upload', 'video', 'find'],
}

/** Browser tests of the whole product. */
const sharedJourneys = [
  'app-pages',
  'build',
  'failover',
  'faults',
  'first-minutes',
  'keyboard',
  'keys',
  'large-text',
  'pages',
  'run-logs',
  'old-browsers',
  'start',
  'translated',
  'update',
  'wrong-forms',
] as const

const root = join(import.meta.dirname, '../..')

/** Returns the longest prefix that a file name has, up to a hyphen or a dot; '' if there is none. */
function findBeginning(file: string, beginnings: readonly string[]): string {
  const found = beginnings.filter((one) => file.startsWith(`${one}-`) || file.startsWith(`${one}.`))
  return found.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** Returns the feature that a journey belongs to, `shared`, or undefined if it is not in the table. */
export function findOwner(file: string): string | undefined {
  const shared = findBeginning(file, sharedJourneys)
  const [owner] = Object.entries(features)
    .map(([feature, journeys]) => ({ feature, beginning: findBeginning(file, journeys) }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length)
  if (!owner || shared.length > owner.beginning.length) return 'shared'
  return owner.beginning === '' ? undefined : owner.feature
}

const listFiles = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()

/** Lists the paths of a feature's files in the contract, its tests and its journeys. */
export function listFeatureFiles(feature: string): { contract: string[]; tests: string[]; journeys: string[] } {
  const isMain = (path: string) => !path.includes('.rest.test.')
  return {
    contract: listFiles(`contract/src/${feature}/**/*.ts`).filter((path) => !path.includes('.test.')),
    tests: [
      ...listFiles('server/test/*.test.ts').filter((path) => findBeginning(basename(path), [feature]) !== ''),
      ...['contract/src', 'server/src', 'web/app', 'sandbox/src'].flatMap((layer) =>
        listFiles(`${layer}/${feature}/**/*.test.{ts,tsx}`),
      ),
    ].filter(isMain),
    journeys: listFiles('e2e/*.test.ts').filter((path) => findOwner(basename(path)) === feature && isMain(path)),
  }
}
