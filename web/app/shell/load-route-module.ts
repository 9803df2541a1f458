/** Thrown if a page's script could not be loaded. The error page explains it and offers to load again. */
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

/** What Chrome, Firefox and Safari say when a script imported by a page could not be loaded, with its address if they give one. */
const importFailure = /(?:dynamically imported module|Importing a module script failed)(?:: (\S+))?/

/**
 * Returns the error of a script that could not be loaded, or undefined for any other error. For scripts that a page imports itself, it is
 * the browser's own error.
 */
export function toChunkLoadError(error: unknown): ChunkLoadError | undefined {
  if (error instanceof ChunkLoadError) return error
  const found = error instanceof TypeError ? importFailure.exec(error.message) : null
  return found ? new ChunkLoadError('missing', found[1] ?? '', error) : undefined
}

const TIMEOUT_MS = 120_000

type Route = { id: string; module: string }

/**
 * Replaces React Router's function of the same name (see web/lean-router.ts). Throws ChunkLoadError where the original reloads the page.
 */
export async function loadRouteModule(route: Route, cache: Record<string, unknown>): Promise<unknown> {
  if (route.id in cache) return cache[route.id]
  const loaded = await loadScript(route.module)
  cache[route.id] = loaded
  return loaded
}

/** Imports a page's script. Throws ChunkLoadError if that fails or takes too long. */
export function loadScript(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout', url)), TIMEOUT_MS)
    import(/* @vite-ignore */ url).then(
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
