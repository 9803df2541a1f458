// Decides which of the app's modules share a file. Otherwise the bundler would make a file for every set of pages that share a module, so
// that a page needs 80 requests, and small files compress badly.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'

type ModuleInfo = { importers: readonly string[]; importedIds: readonly string[] }
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }

/** A module imported by this many pages of a group goes into the file that the group's layout loads. */
const SHARED_BY = 3
/** The same for the many admin pages: this makes more small files, but loads less that a page does not need. */
const SHARED_BY_ADMINS = 8

/**
 * The same for a contract declaration (split-declarations.ts), except on admin pages. A declaration is often smaller than a file's
 * overhead.
 */
const DECLARATION_SHARED_BY = 2
const isDeclaration = (id: string) => /\/contract\/src\/.+\?part=/.test(id)

const ADMIN = 'admin'
/** Pages with other layouts, which do not share a file. */
const OTHER = 'other'
/** The admin login pages. They share their layout with the students' login pages, which need nothing else from them. */
const ADMIN_AUTH = 'admin-auth'
/** The file with what every page loads, and with what student pages and login pages share, because nearly all need both. */
const EVERY_PAGE = 'every-page'
/** The bundler places modules that need the libraries for forms, schemas and tables, because many pages use none of these. */
const libraries =
  /\/node_modules\/(react-hook-form|zod|@tanstack\/(react-table|table-core|react-store|store)|use-sync-external-store)\//

/** The dashboard has parts of many pages, and would need a small file for each of them. */
const DASHBOARD = 'dashboard/dashboard.tsx'
const DASHBOARD_PARTS = 'dashboard-parts'
/** The clock of a quiz and of the next video, both loaded on demand. It would pull in everything that the dashboard shares. */
const RING = 'ui/ring.tsx'
/** Small modules that pages of several layouts need: a file of their own would be mostly overhead. */
const SMALL_PARTS = [
  'shell/use-restored-page.ts',
  'accounts/ended-note.tsx',
  'ui/inline-failure.tsx',
  'api/call-api.ts',
  'ui/format.ts',
  'ui/save-file.ts',
  'ui/reduced-motion.ts',
]
/** The file for small choice fields, which compress badly one by one. */
const CHOICES = 'choices'
const choices = /^(ui\/(select|radio-group)|accounts\/avatar-choice)\.tsx$/
/** A module with a file of its own: otherwise its parts would be spread over several small files. */
const BADGE_ART = 'awards/badge-art.tsx'
/** What the dashboard shares with the videos. */
const VIDEO_PARTS = 'video-parts'
/** Parts that only the settings share with admin pages. */
const SETTINGS = 'profile/settings.tsx'
const SETTINGS_PARTS = 'settings-parts'
/** The file for what follows a click on a button that signs in with another company. */
const SIGN_IN = 'sign-in'
const signInModules = /^accounts\/identity-providers\//
/** Pages that show these buttons, and so load what the buttons share with the rest. */
const pagesWithSignIn = ['accounts/log-in.tsx', SETTINGS]

/** The file for the player and the modules that contain it. Browser tests recognise it by name and do not count it. */
const PLAYER = 'player'
const playerModules = /\/videos\/player\//

/** The layouts whose pages share a file, and that file's name. */
const layouts: Readonly<Record<string, string>> = {
  'layouts/student-layout.tsx': 'student',
  'layouts/auth-layout.tsx': 'auth',
  'layouts/admin-layout.tsx': ADMIN,
}
const otherFiles = Object.values(layouts).filter((name) => name !== ADMIN)

/** Returns the name of each page's shared file, keyed by the page's file. */
function groupPages(routes: readonly RouteConfigEntry[]): Map<string, string> {
  const groups = new Map<string, string>()
  const visit = (entries: readonly RouteConfigEntry[], group: string) => {
    for (const { file, children } of entries) {
      const own = layouts[file] ?? group
      groups.set(file, own === 'auth' && file.includes(`/${ADMIN}/`) ? ADMIN_AUTH : own)
      visit(children ?? [], own)
    }
  }
  visit(routes, OTHER)
  return groups
}

/**
 * Returns a function that names a module's file, or null for modules that the bundler places itself.
 * @param app the app's folder, ending with a slash
 */
export function chunkNames(app: string, routes: readonly RouteConfigEntry[]) {
  const groups = groupPages(routes)
  const known = new Map<string, ReadonlySet<string>>()

  /** Returns the pages, layouts and root modules whose static imports lead to a module. */
  function findUsers(id: string, modules: Modules): ReadonlySet<string> {
    const before = known.get(id)
    if (before) return before
    const users = new Set<string>()
    const visited = new Set([id])
    for (const visiting of visited) {
      const file = toFile(visiting)
      if (groups.has(file) || isOfEveryPage(file)) users.add(file)
      for (const importer of modules.getModuleInfo(visiting)?.importers ?? []) visited.add(importer)
    }
    known.set(id, users)
    return users
  }

  /** Returns a module's path within the app. React Router splits pages into parts, named by a query. */
  function toFile(id: string): string {
    const [path = ''] = id.split('?')
    return path.startsWith(app) ? path.slice(app.length) : path
  }

  /** Returns the name of a module's file, or null if the bundler decides. */
  function choose(id: string, modules: Modules): string | null {
    // root.tsx and its styles stay in a file of their own, because React Router lists only that file's styles.
    if (id.endsWith('.css') || toFile(id) === 'root.tsx') return null
    // If React Router does not split a layout, this module is empty, and would keep the layout out of the shared file.
    if (toFile(id) in layouts && id.includes('?route-chunk=')) return null
    const users = [...findUsers(id, modules)]
    if (users.some(isOfEveryPage) || SMALL_PARTS.includes(toFile(id))) return EVERY_PAGE
    if (toFile(id) === BADGE_ART) return 'badge-art'
    const hasLayout = users.some((user) => user in layouts)
    if (users.length < 2 && !hasLayout) return null
    const followsSignIn = signInModules.test(toFile(id)) && !pagesWithSignIn.some((page) => users.includes(page))
    if (followsSignIn) return groups.has(toFile(id)) ? null : SIGN_IN
    if (leadsTo(libraries, id, modules)) return null
    const isOfSettings = users.every((user) => user === SETTINGS || groups.get(user) === ADMIN)
    if (isOfSettings && users.includes(SETTINGS)) return SETTINGS_PARTS
    const isUsed = (group: string) => users.some((user) => groups.get(user) === group)
    const isShared = (group: string) =>
      users.some((user) => layouts[user] === group) ||
      users.filter((user) => groups.get(user) === group).length >= countSharers(group, id)
    // Only admin pages load the admin file.
    if (users.every((user) => groups.get(user) === ADMIN)) return isShared(ADMIN) ? ADMIN : null
    // What a page of one group needs from another group's shared modules goes into the file for both, which is small.
    const names = otherFiles.some(isShared) ? otherFiles.filter(isUsed) : []
    // What only the pages of one feature share, such as payments, goes into a separate file.
    const [feature = null, ...others] = new Set(users.filter((user) => groups.get(user) !== ADMIN).map(toFeature))
    if (names.join() === 'student' && others.length === 0 && !hasLayout) return feature
    const isOfPlayer = leadsTo(playerModules, id, modules) && !hasLayout
    if (isOfPlayer && (names.length > 0 || users.includes(DASHBOARD))) return PLAYER
    // Admins who log in load nothing from student pages.
    const isOfAdminAuth = isDeclaration(id) && isUsed(ADMIN_AUTH) && names[0] === 'student'
    if (names.length > 1 || isOfAdminAuth) return EVERY_PAGE
    if (names[0] !== undefined) return names[0]
    if (choices.test(toFile(id))) return CHOICES
    if (toFile(id) === RING) return 'student'
    if (!users.includes(DASHBOARD)) return null
    return toFile(id).startsWith('videos/') ? VIDEO_PARTS : DASHBOARD_PARTS
  }

  /** Whether a module matches, or its static imports lead to one that does. */
  function leadsTo(some: RegExp, id: string, modules: Modules): boolean {
    const visited = new Set([id])
    for (const visiting of visited) {
      if (some.test(visiting)) return true
      for (const one of modules.getModuleInfo(visiting)?.importedIds ?? []) visited.add(one)
    }
    return false
  }

  return choose
}

/** Puts the app's modules into files as decided by `chunkNames`. */
export function shareChunks(app: string, routes: readonly RouteConfigEntry[]): Plugin {
  return {
    name: 'share-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // React Router sets a different value, which would also pull everything that a file's modules import into that file.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [],
        ),
      )
      const cycle = findCycle(imports)
      if (cycle) this.error(`These files import each other, so that one runs before what it needs: ${cycle.join(', ')}`)
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames(app, routes) }] },
    }),
  }
}

/** Returns how many pages of a group must use a module for it to go into the group's file. */
function countSharers(group: string, id: string): number {
  if (group === ADMIN) return SHARED_BY_ADMINS
  return isDeclaration(id) ? DECLARATION_SHARED_BY : SHARED_BY
}

/** Returns a page's feature: its first folder. */
const toFeature = (file: string) => file.split('/')[0] ?? ''

const isOfEveryPage = (file: string) => file === 'root.tsx' || file === 'entry.client.tsx'

/** Returns files that import each other in a cycle; undefined if there are none. */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return undefined
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}
