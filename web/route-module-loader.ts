import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('./app/shell/load-route-module.ts', import.meta.url))

/**
 * Replaces React Router's loader of page chunks by app/shell/load-route-module.ts. React Router reloads the page when a
 * chunk fails to load, and without a network that loses the running app. The build fails if a new version moves the
 * replaced file.
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
