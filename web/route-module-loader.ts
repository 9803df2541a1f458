import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('./app/shell/load-route-module.ts', import.meta.url))

/**
 * Puts app/shell/load-route-module.ts in the place of React Router's own loader of page chunks, which answers a failed
 * download with a reload of the page: offline, that takes the app away. The build fails if a new version moves that file.
 */
export function ownRouteModuleLoader(): Plugin {
  let replaced = false
  return {
    name: 'own-route-module-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('react-router')) return null
      replaced = true
      return ours
    },
    buildEnd(error) {
      if (!error && !replaced) this.error('React Router no longer has routeModules.js: see web/route-module-loader.ts')
    },
  }
}
