// Halves the processor time of a server start. Drizzle describes hundreds of entry points in a package.json of 180 kB, which Node
// parses again for each of our files that imports Drizzle, and copies for each of Drizzle's own. Must be imported before the first
// module that uses Drizzle is linked, so the rest is imported dynamically.
import { registerHooks, type ResolveFnOutput } from 'node:module'

const NAME = 'drizzle-orm'
/** The location of each entry point. All our files use the same Drizzle. */
const resolved = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOwnModule = specifier.startsWith('./') || specifier.startsWith('../')
    if (isOwnModule && specifier.endsWith('.js') && context.parentURL?.includes(`/node_modules/${NAME}/`))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (specifier !== NAME && !specifier.startsWith(`${NAME}/`)) return nextResolve(specifier, context)
    const found = resolved.get(specifier) ?? nextResolve(specifier, context)
    resolved.set(specifier, found)
    return { ...found, shortCircuit: true }
  },
})
