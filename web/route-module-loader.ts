import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('./app/shell/load-route-module.ts', import.meta.url))

/** How React Router imports the script of a clientLoader. */
const loaderImport = /import\(\s*(?:\/\*[^*]*\*\/\s*)*(route\.clientLoaderModule)\s*\)/g

/**
 * Replaces how React Router loads the scripts of a page by app/shell/load-route-module.ts, which has a time limit. React
 * Router reloads the page when a script fails to load, and without a network that loses the running app. The build fails if
 * a new version moves what is replaced.
 */
export function ownRouteModuleLoader(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'own-route-module-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('react-router')) return null
      replaced.add('routeModules.js')
      return ours
    },
    transform(code, id) {
      if (!/react-router.*\/ssr\/routes\.js/.test(id)) return null
      const changed = code.replace(loaderImport, 'loadScript($1)')
      if (changed !== code) replaced.add('routes.js')
      return { code: `import { loadScript } from ${JSON.stringify(ours)}\n${changed}`, map: null }
    },
    buildEnd(error) {
      if (!error && replaced.size < 2)
        this.error('React Router loads the scripts of a page in another way: see web/route-module-loader.ts')
    },
  }
}
