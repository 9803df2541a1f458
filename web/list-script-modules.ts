import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = fileURLToPath(new URL('build/script-modules.json', import.meta.url))

/** The pages' scripts: the modules that each still contains, and the scripts that it imports. */
export type ScriptModules = Record<string, { modules: Module[]; imports: string[] }>
type Module = {
  /** The path in the repository. */
  path: string
  /** The packages that it imports. */
  packages: string[]
}

/** Writes build/script-modules.json, which lets e2e/build.test.ts tell which module pulls a library into a page. */
export function listScriptModules(): Plugin {
  return {
    name: 'list-script-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const scripts: ScriptModules = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        scripts[`/${chunk.fileName}`] = {
          modules: modules.map(([id, { code }]) => ({
            path: toPath(id),
            packages: usesPackages(id, code) ? listPackages(this.getModuleInfo(id)?.importedIds ?? []) : [],
          })),
          imports: chunk.imports.map((name) => `/${name}`),
        }
      }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(scripts))
    },
  }
}

/** In a contract module only endpoints may be left, which need no package: lean-endpoints.ts marks everything else. */
function usesPackages(id: string, code: string | null): boolean {
  return !id.includes('/contract/src/') || (code?.includes('@__PURE__') ?? false)
}

function listPackages(ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []))]
}

/** Returns a path without the query that React Router adds. */
function toPath(id: string): string {
  return relative(root, id.replaceAll('\0', '').replace(/\?.*$/, ''))
}
