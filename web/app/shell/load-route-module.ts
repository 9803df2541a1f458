/** The script of a page could not be loaded. The error page explains it and offers to load again. */
export class ChunkLoadError extends Error {
  readonly type: 'missing' | 'timeout'
  readonly url: string

  constructor(type: 'missing' | 'timeout', url: string, cause?: unknown) {
    super(`Loading chunk failed (${type}: ${url})`, { cause })
    this.name = 'ChunkLoadError'
    this.type = type
    this.url = url
  }
}

/** What Chrome, Firefox and Safari say when a script that a page imports could not be loaded, with its address if there is one. */
const importFailure = /(?:dynamically imported module|Importing a module script failed)(?:: (\S+))?/

/**
 * Returns the error of a script that could not be loaded, undefined for any other error. React Router imports the small
 * scripts with which a page requests its data by itself, so the browser's own error arrives for those.
 */
export function toChunkLoadError(error: unknown): ChunkLoadError | undefined {
  if (error instanceof ChunkLoadError) return error
  const found = error instanceof TypeError ? importFailure.exec(error.message) : null
  return found ? new ChunkLoadError('missing', found[1] ?? '', error) : undefined
}

const TIMEOUT_MS = 120_000

type Route = { id: string; module: string }

/**
 * Replaces React Router's function of the same name (see web/route-module-loader.ts). Throws ChunkLoadError in the
 * cases in which the original reloads the page.
 */
export async function loadRouteModule(route: Route, cache: Record<string, unknown>): Promise<unknown> {
  if (route.id in cache) return cache[route.id]
  const loaded = await withinTime(import(/* @vite-ignore */ route.module), route.module)
  cache[route.id] = loaded
  return loaded
}

function withinTime(loading: Promise<unknown>, url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout', url)), TIMEOUT_MS)
    loading.then(
      (module) => {
        clearTimeout(timer)
        resolve(module)
      },
      (cause: unknown) => {
        clearTimeout(timer)
        reject(new ChunkLoadError('missing', url, cause))
      },
    )
  })
}
