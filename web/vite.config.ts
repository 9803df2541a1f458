import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type ProxyOptions } from 'vite'
import { publicPagesInDevelopment } from './public-pages-in-development.ts'
import { ownRouteModuleLoader } from './route-module-loader.ts'

/**
 * In development the API is a separate process. Pages and API share paths, so only requests for HTML are served here.
 */
const apiUrl = process.env['API_URL'] ?? 'http://localhost:3000'
const toApi: ProxyOptions = {
  target: apiUrl,
  bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : undefined),
}
const apiPaths = ['/api', '/student', '/admin', '/contact/api', '/media', '/update-payment']

/**
 * One chunk for everything that root.tsx imports: every page loads all of it, and one file compresses better and takes
 * fewer requests than thirty.
 */
const chunkOfEveryPage = {
  // root.tsx and its styles stay in a chunk of their own, because React Router only lists the styles of the route's
  // chunk.
  name: (id: string, modules: Modules) =>
    !/\.css$|\/app\/root\.tsx/.test(id) && isImportedByRoot(id, modules) ? 'every-page' : null,
}

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Follows the static imports upwards, from a module to root.tsx. */
function isImportedByRoot(id: string, modules: Modules, visited = new Set<string>()): boolean {
  if (/\/app\/(root|entry\.client)\.tsx/.test(id)) return true
  if (visited.has(id)) return false
  visited.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isImportedByRoot(importer, modules, visited))
}

export default defineConfig({
  plugins: [ownRouteModuleLoader(), publicPagesInDevelopment(apiUrl), reactRouter()],
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, toApi])),
      '/sandbox': { ...toApi, bypass: () => undefined },
    },
  },
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [chunkOfEveryPage] } } },
  },
})
