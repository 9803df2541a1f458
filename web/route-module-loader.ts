import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('./app/shell/load-route-module.ts', import.meta.url))

/**
 * Replaces how React Router loads the scripts of a page ahead, for a link, by app/shell/load-route-module.ts. React Router
 * reloads the page when a script fails to load, and without a network that loses the running app. The build fails if a new
 * version moves what is replaced.
 */
export function ownRouteModuleLoader(): Plugin {
  let isReplaced = false
  return {
    name: 'own-route-module-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('react-router')) return null
      isReplaced = true
      return ours
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('React Router loads the scripts of a page in another way: see web/route-module-loader.ts')
    },
  }
}
