import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const inShell = (name: string) => fileURLToPath(new URL(`./app/shell/${name}`, import.meta.url))

/**
 * Modules of React Router, and ours that replace them. Its loader of prefetched page scripts reloads the page when a script fails to load,
 * and without a network that loses the running app.
 */
const replacements: Readonly<Record<string, string>> = {
  'ssr/routeModules.js': inShell('load-route-module.ts'),
  'router/instrumentation.js': inShell('no-instrumentation.ts'),
}

/** Replaces parts of React Router. The build fails if a new version moves one. */
export function leanRouter(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!importer?.includes('/react-router/')) return null
      const path = new URL(source, `file://${importer}`).pathname
      const moved = Object.keys(replacements).find((name) => path.endsWith(`/${name}`))
      if (moved === undefined) return null
      replaced.add(moved)
      return replacements[moved]
    },
    buildEnd(error) {
      const missing = Object.keys(replacements).filter((name) => !replaced.has(name))
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join()} now: see web/lean-router.ts`)
    },
  }
}
