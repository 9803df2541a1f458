// Decides which modules of the app share a file. Without it the bundler makes a file for every set of pages that share a
// module: a page then needs 80 requests, and small files compress badly.
import type { RouteConfigEntry } from '@react-router/dev/routes'

type ModuleInfo = { importers: readonly string[] }
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }

/** A module that this many pages of a group import belongs to the file that the layout of the group loads. */
const SHARED_BY = 3

const ADMIN = 'admin'
/** The file of what every page loads. */
const EVERY_PAGE = 'every-page'

/**
 * The layouts whose pages share a file, with its name. A module that several could have belongs to the first: students
 * have the slowest phones.
 */
const layouts: Readonly<Record<string, string>> = {
  'layouts/student-layout.tsx': 'student',
  'layouts/auth-layout.tsx': 'forms',
  'layouts/admin-layout.tsx': ADMIN,
}

const otherFiles = Object.values(layouts).filter((name) => name !== ADMIN)

/** Returns the name of the shared file of each page, by the page's file. */
function groupPages(routes: readonly RouteConfigEntry[]): Map<string, string> {
  const groups = new Map<string, string>()
  const visit = (entries: readonly RouteConfigEntry[], group: string | undefined) => {
    for (const { file, children } of entries) {
      const own = layouts[file] ?? group
      if (own !== undefined) groups.set(file, own)
      visit(children ?? [], own)
    }
  }
  visit(routes, undefined)
  return groups
}

/**
 * Returns the groups of modules that share a file, for the bundler.
 * @param app the folder of the app, with a slash at its end
 */
export function chunkGroups(app: string, routes: readonly RouteConfigEntry[]) {
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
    const users = [...findUsers(id, modules)]
    if (users.some(isOfEveryPage)) return EVERY_PAGE
    const countUsers = (name: string) => users.filter((user) => groups.get(user) === name).length
    const hasLayout = (name: string) => users.some((user) => layouts[user] === name)
    const isShared = (name: string) => hasLayout(name) || countUsers(name) >= SHARED_BY
    // Nobody else loads the file of admins.
    if (countUsers(ADMIN) === users.length) return isShared(ADMIN) ? ADMIN : null
    const byUsers = otherFiles.toSorted((a, b) => countUsers(b) - countUsers(a))
    return byUsers.find(hasLayout) ?? byUsers.find(isShared) ?? null
  }

  // Each file takes the modules that its own modules import, unless an earlier one has them.
  return [EVERY_PAGE, ...Object.values(layouts)].map((name, index, { length }) => ({
    name: (id: string, modules: Modules) => (choose(id, modules) === name ? name : null),
    priority: length - index,
  }))
}

const isOfEveryPage = (file: string) => file === 'root.tsx' || file === 'entry.client.tsx'
