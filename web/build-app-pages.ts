// Builds the HTML of each app page: its layout, heading and placeholders, which are on screen before the app has loaded, its requests, and
// the list of scripts that it needs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { pages } from '@baobab/contract/kernel/page-table.ts'
import { isAdminPage } from '@baobab/contract/kernel/pages.ts'
import { build } from 'vite'
import routes from './app/routes.ts'
import type { Manifest, ManifestRoute } from './app/shell/route-manifest.ts'
import { addPage, cutStreamScripts } from './app-page-html.ts'
import type { RenderAppPage } from './app-pages/render.tsx'
import { checkRoutes } from './check-routes.ts'

/** The HTML of every page that does not have its own. */
export const SHELL = '__spa-fallback.html'
/** The same for admins, whose pages students do not load. */
export const ADMIN_SHELL = '__admin.html'

/**
 * Writes the HTML of all app pages into the client's folder.
 * @returns the HTML by file name
 */
export async function buildAppPages(folder: string): Promise<Map<string, string>> {
  const client = join(folder, 'client')
  const html = cutStreamScripts(readFileSync(join(client, SHELL), 'utf8'))
  const manifest = readManifest(client)
  checkRoutes(manifest)
  const students = writeStudentManifest(client, manifest)
  const toStudents = (text: string) => text.replaceAll(manifest.url, students.url)
  const files = new Map([
    [SHELL, toStudents(html)],
    [ADMIN_SHELL, html],
  ])
  const render = await loadRenderer(folder)
  for (const page of pages as readonly Page[]) {
    if (page.kind === 'script-free' || page.kind === 'admin' || page.parts) continue
    const options = { isForVisitors: page.who === 'anyone', hasSkeleton: page.skeleton !== false }
    for (const path of [page.path, ...(page.also ?? [])]) {
      files.set(toFileName(path), addPage(toStudents(html), await render(path, options), students))
      if (page.isOfVideo)
        files.set(
          toFileName(path, '-video'),
          addPage(toStudents(html), await render(`${path}?video=1`, options), students),
        )
    }
  }
  for (const [name, text] of files) writeFileSync(join(client, name), text)
  return files
}

/** Returns the name of a page's HTML file, as the server does: '/student/videos' -> '__student-videos.html'. */
function toFileName(path: string, variant = ''): string {
  return `__${path.slice(1).replaceAll('/', '-')}${variant}.html`
}

async function loadRenderer(folder: string): Promise<RenderAppPage> {
  const output = join(folder, 'app-pages')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('app-pages/render.tsx', import.meta.url)),
      outDir: output,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { entryFileNames: 'render.js', codeSplitting: false },
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
  const { prepareAppPages } = (await import(
    pathToFileURL(join(output, 'render.js')).href
  )) as typeof import('./app-pages/render.tsx')
  rmSync(output, { recursive: true })
  return prepareAppPages(routes)
}

/** Reads the list of all routes, which React Router uses to load their scripts. */
export function readManifest(client: string): Manifest {
  const name = readdirSync(join(client, 'assets')).find((one) => /^manifest-.*\.js$/.test(one))
  if (!name) throw new Error('React Router wrote no manifest: see web/build-app-pages.ts.')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

/** Writes the list of routes that are not only for admins. */
function writeStudentManifest(client: string, manifest: Manifest): Manifest {
  const isOfStudents = ([, route]: [string, ManifestRoute]) => !isOfAdmins(route, manifest)
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(isOfStudents))
  const hash = createHash('sha256').update(JSON.stringify(routes)).digest('hex').slice(0, 8)
  const url = `/assets/student-manifest-${hash}.js`
  const students = { ...manifest, url, version: hash, routes }
  writeFileSync(join(client, url), `window.__reactRouterManifest=${JSON.stringify(students)};`)
  return students
}

function isOfAdmins({ id, path, parentId }: ManifestRoute, manifest: Manifest): boolean {
  if (id === 'layouts/admin-layout' || (path !== undefined && isAdminPage(`/${path}`))) return true
  const parent = parentId === undefined ? undefined : manifest.routes[parentId]
  return parent !== undefined && isOfAdmins(parent, manifest)
}
