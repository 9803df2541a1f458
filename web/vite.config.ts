import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type ProxyOptions } from 'vite'
import routes from './app/routes.ts'
import { buildTarget } from './browser-floor.ts'
import { shareChunks } from './chunk-groups.ts'
import { leanEndpoints } from './lean-endpoints.ts'
import { leanRouter } from './lean-router.ts'
import { listScriptModules } from './list-script-modules.ts'
import { splitDeclarations } from './split-declarations.ts'
import { publicPagesInDevelopment } from './public-pages-in-development.ts'

/** In development the API is a separate process. Pages and API share paths, so only requests for HTML are served here. */
const apiUrl = process.env['API_URL'] ?? 'http://localhost:3000'
const toApi: ProxyOptions = {
  target: apiUrl,
  bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : undefined),
}
const apiPaths = ['/api', '/student', '/admin', '/contact/api', '/media', '/update-payment']

const appFolder = fileURLToPath(new URL('./app/', import.meta.url))

export default defineConfig({
  plugins: [
    splitDeclarations(),
    leanEndpoints(),
    leanRouter(),
    shareChunks(appFolder, routes),
    listScriptModules(),
    publicPagesInDevelopment(apiUrl),
    reactRouter(),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, toApi])),
      '/sandbox': { ...toApi, bypass: () => undefined },
    },
  },
  build: {
    target: buildTarget,
    sourcemap: false,
    assetsInlineLimit: 0,
  },
})
