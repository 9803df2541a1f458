// Which files belong to a feature. Server and web app have a folder of its name; the contract and the journeys are flat, so that
// this table says what their files begin with.
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'

type Names = {
  /** What names of files in `contract/src` begin with, besides the name of the feature. */
  contract?: readonly string[]
  /** What names of files in `e2e` begin with. */
  journeys?: readonly string[]
}

export const features: Readonly<Record<string, Names>> = {
  accounts: {
    contract: ['identity-provider', 'identity-providers', 'age', 'password-rules', 'roles'],
    journeys: ['account', 'admin-account', 'guardian', 'identity-providers', 'registration', 'roles'],
  },
  audit: { journeys: ['audit'] },
  awards: { contract: ['moral-values'] },
  backup: {},
  bulk: { journeys: ['bulk'] },
  contact: { journeys: ['messages'] },
  content: {},
  dashboard: { journeys: ['student', 'day'] },
  demonstration: { journeys: ['demonstration'] },
  doctor: {},
  duplicates: { journeys: ['merge'] },
  exports: {},
  'fair-play': { journeys: ['fair-play'] },
  home: { contract: ['home-pages'], journeys: ['public-pages', 'visitors'] },
  leaderboard: { journeys: ['leaderboard', 'board'] },
  mails: {},
  maintenance: { journeys: ['maintenance'] },
  metrics: { contract: ['period'], journeys: ['metrics', 'admin'] },
  notifications: { contract: ['optional-mails', 'push'], journeys: ['notification', 'push'] },
  offline: { journeys: ['offline', 'offline-pages', 'installed'] },
  payments: { contract: ['payment', 'naira'], journeys: ['payment', 'payments'] },
  privacy: { journeys: ['private-files'] },
  profile: { contract: ['avatars'], journeys: ['avatar'] },
  quiz: {
    contract: ['question-import', 'import-columns', 'option-pictures', 'moments'],
    journeys: ['quiz', 'bulk-questions', 'import', 'picture-options', 'practice', 'question-report', 'regrade', 'flow'],
  },
  'saved-views': { contract: ['saved-view-query'], journeys: ['saved-views'] },
  scholarship: { contract: ['draw', 'check', 'made', 'stamp', 'time-stamp', 'der'], journeys: ['draw'] },
  settings: { contract: ['price-text'] },
  students: { contract: ['student-notes'], journeys: ['students', 'many-rows'] },
  system: { contract: ['policy-reports'], journeys: ['system', 'headers'] },
  telemetry: {},
  verification: {},
  videos: {
    contract: ['video', 'series', 'posters'],
    journeys: ['playback', 'poster-captions', 'upload', 'video', 'find'],
  },
}

/** Files of the contract that serve all features. */
export const sharedContract = [
  'api',
  'clean-text',
  'client',
  'common-text',
  'declaration',
  'endpoint',
  'errors',
  'fields',
  'lagos-days',
  'limits',
  'menu-counts',
  'pages',
  'zod-messages',
] as const

/** Browser tests of the whole product. */
export const sharedJourneys = [
  'app-pages',
  'build',
  'faults',
  'keyboard',
  'keys',
  'large-text',
  'lists',
  'pages',
  'run-logs',
  'start',
  'update',
] as const

const root = join(import.meta.dirname, '../..')

/** Returns the longest of some beginnings that a file's name has, up to a hyphen or a dot. */
function findBeginning(file: string, beginnings: readonly string[]): string | undefined {
  return beginnings
    .filter((one) => file === one || file.startsWith(`${one}-`) || file.startsWith(`${one}.`))
    .toSorted((one, other) => other.length - one.length)[0]
}

type Layer = 'contract' | 'e2e'
const listBeginnings = (feature: string, layer: Layer) =>
  layer === 'contract' ? [feature, ...(features[feature]?.contract ?? [])] : (features[feature]?.journeys ?? [])

/** Returns the feature to which a file of a flat folder belongs, `shared`, or undefined if the table does not know it. */
export function findOwner(file: string, layer: Layer): string | undefined {
  const shared = findBeginning(file, layer === 'contract' ? sharedContract : sharedJourneys) ?? ''
  const [owner = { feature: undefined, beginning: '' }] = Object.keys(features)
    .map((feature) => ({ feature, beginning: findBeginning(file, listBeginnings(feature, layer)) ?? '' }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length)
  if (shared.length > owner.beginning.length) return 'shared'
  return owner.beginning === '' ? undefined : owner.feature
}

const listFiles = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()

/** Lists the paths of a feature's endpoint modules and tests. */
export function listFeatureFiles(feature: string): { contract: string[]; tests: string[]; journeys: string[] } {
  const owned = (pattern: string, layer: Layer) =>
    listFiles(pattern).filter((path) => findOwner(basename(path), layer) === feature)
  const folders = ['server/src', 'web/app', 'sandbox/src'].map((layer) => `${layer}/${feature}`)
  const isMain = (path: string) => !path.includes('.rest.test.')
  return {
    contract: owned('contract/src/*.ts', 'contract').filter((path) => !path.includes('.test.')),
    tests: [
      ...owned('contract/src/*.test.ts', 'contract'),
      ...listFiles('server/test/*.test.ts').filter((path) => findBeginning(basename(path), [feature]) !== undefined),
      ...folders
        .filter((folder) => existsSync(join(root, folder)))
        .flatMap((folder) => listFiles(`${folder}/**/*.test.{ts,tsx}`)),
    ].filter(isMain),
    journeys: owned('e2e/*.test.ts', 'e2e').filter(isMain),
  }
}
