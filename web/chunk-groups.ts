// Decides which modules of the app share a file. Without it the bundler makes a file for every set of pages that share a
// module: a page then needs 80 requests, and small files compress badly.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'

type ModuleInfo = { importers: readonly string[]; importedIds: readonly string[] }
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }

/** A module that this many pages of a group import belongs to the file that the layout of the group loads. */
const SHARED_BY = 3
/** The same for pages of admins, of which there are many: more small files, but less that a page does not need. */
const SHARED_BY_ADMINS = 8

/**
 * The same for a declaration of the contract (split-declarations.ts), but not for pages of admins. A declaration is often smaller
 * than the frame of a file.
 */
const DECLARATION_SHARED_BY = 2
const isDeclaration = (id: string) => /\/contract\/src\/.+\?part=/.test(id)

const ADMIN = 'admin'
/** The pages of the other layouts, which share no file. */
const OTHER = 'other'
/** The pages on which admins log in. They have the layout of the students' login, who need nothing of them. */
const ADMIN_AUTH = 'admin-auth'
/** The file of what every page loads, and of what students' pages and login pages share: nearly all need both. */
const EVERY_PAGE = 'every-page'
/** The bundler places what needs the libraries of forms, schemas and tables, because many pages have none of them. */
const libraries =
  /\/node_modules\/(react-hook-form|zod|@tanstack\/(react-table|table-core|react-store|store)|use-sync-external-store)\//

/** The dashboard has parts of many pages, and would need a small file for each of them. */
const DASHBOARD = 'dashboard/dashboard.tsx'
const DASHBOARD_PARTS = 'dashboard-parts'
/** The clock of a quiz, which loads on demand, and of the next video: it would bring all that the dashboard shares. */
const RING = 'ui/ring.tsx'
/** Small modules that pages of several layouts need: a file of their own would be mostly its frame. */
const SMALL_PARTS = ['shell/use-restored-page.ts', 'accounts/ended-note.tsx', 'ui/inline-failure.tsx']
/** The file of small fields to choose by, which compress badly one by one. */
const CHOICES = 'choices'
const choices = /^(ui\/(select|radio-group)|accounts\/avatar-choice)\.tsx$/
/** What the dashboard shares with the videos. */
const VIDEO_PARTS = 'video-parts'
/** Parts that only the settings share with pages of admins. */
const SETTINGS = 'profile/settings.tsx'
const SETTINGS_PARTS = 'settings-parts'
/** The file of what follows a press of a button that signs in with another company. */
const SIGN_IN = 'sign-in'
const signInModules = /^accounts\/identity-providers\//
/** These pages show the buttons, and so load what the buttons share with the rest. */
const pagesWithSignIn = ['accounts/log-in.tsx', SETTINGS]

/** The file of the player and of what contains it, which browser tests tell by its name and do not count. */
const PLAYER = 'player'
const playerModules = /\/videos\/player\//

/** The layouts whose pages share a file, with its name. */
const layouts: Readonly<Record<string, string>> = {
  'layouts/student-layout.tsx': 'student',
  'layouts/auth-layout.tsx': 'auth',
  'layouts/admin-layout.tsx': ADMIN,
}
const otherFiles = Object.values(layouts).filter((name) => name !== ADMIN)

/** Returns the name of the shared file of each page, by the page's file. */
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
 * Returns a function that names the file of a module, null for modules that the bundler places by itself.
 * @param app the folder of the app, with a slash at its end
 */
export function chunkNames(app: string, routes: readonly RouteConfigEntry[]) {
  const groups = groupPages(routes)
  const known = new Map<string, ReadonlySet<string>>()

  /** Returns the pages, layouts and root modules from which static imports lead to a module. */
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

  /** Returns the path of a module within the app. React Router splits pages into parts, named by a query. */
  function toFile(id: string): string {
    const [path = ''] = id.split('?')
    return path.startsWith(app) ? path.slice(app.length) : path
  }

  /** Returns the name of the file of a module, null if the bundler decides. */
  function choose(id: string, modules: Modules): string | null {
    // root.tsx and its styles stay in a file of their own, because React Router only lists the styles of that file.
    if (id.endsWith('.css') || toFile(id) === 'root.tsx') return null
    // Of a layout that React Router does not split nothing is in this module. It would keep the layout out of the shared file.
    if (toFile(id) in layouts && id.includes('?route-chunk=')) return null
    const users = [...findUsers(id, modules)]
    if (users.some(isOfEveryPage) || SMALL_PARTS.includes(toFile(id))) return EVERY_PAGE
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
    // Nobody else loads the file of admins.
    if (users.every((user) => groups.get(user) === ADMIN)) return isShared(ADMIN) ? ADMIN : null
    // Whatever a page of a group needs of what another group shares is in the file of both, which is small.
    const names = otherFiles.some(isShared) ? otherFiles.filter(isUsed) : []
    // What only the pages of one feature share, such as payments, is in a separate file.
    const [feature = null, ...others] = new Set(users.filter((user) => groups.get(user) !== ADMIN).map(toFeature))
    if (names.join() === 'student' && others.length === 0 && !hasLayout) return feature
    const isOfPlayer = leadsTo(playerModules, id, modules) && !hasLayout
    if (isOfPlayer && (names.length > 0 || users.includes(DASHBOARD))) return PLAYER
    // Admins who log in load nothing of students' pages.
    const isOfAdminAuth = isDeclaration(id) && isUsed(ADMIN_AUTH) && names[0] === 'student'
    if (names.length > 1 || isOfAdminAuth) return EVERY_PAGE
    if (names[0] !== undefined) return names[0]
    if (choices.test(toFile(id))) return CHOICES
    if (toFile(id) === RING) return 'student'
    if (!users.includes(DASHBOARD)) return null
    return toFile(id).startsWith('videos/') ? VIDEO_PARTS : DASHBOARD_PARTS
  }

  /** Whether a module is one of some modules, or its static imports lead to one. */
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

/** Puts the modules of the app into files, as `chunkNames` says. */
export function shareChunks(app: string, routes: readonly RouteConfigEntry[]): Plugin {
  return {
    name: 'share-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // React Router sets another value, with which a file takes all that its modules import, too.
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

/** Returns how many pages of a group must use a module, so that it belongs to the file of the group. */
function countSharers(group: string, id: string): number {
  if (group === ADMIN) return SHARED_BY_ADMINS
  return isDeclaration(id) ? DECLARATION_SHARED_BY : SHARED_BY
}

/** Returns the feature of a page: its first folder. */
const toFeature = (file: string) => file.split('/')[0] ?? ''

const isOfEveryPage = (file: string) => file === 'root.tsx' || file === 'entry.client.tsx'

/** Returns files that import each other in a circle, undefined if there are none. */
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
