// Reads JSON bodies: no prototype tricks, no endless nesting, nothing but JSON (security.md F3, F5, W-17).
import type { FastifyInstance } from 'fastify'
import { fail } from './errors.ts'

const MAX_DEPTH = 20

/** Whether JSON text nests deeper than allowed; brackets inside strings do not count. */
export function isTooDeep(json: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i += 1) {
    const character = json[i]
    if (inString) {
      if (character === '\\') i += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}

/** Makes JSON the only body that is parsed; an empty one counts as none. */
export function acceptJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body)
    if (json.length === 0) return done(null, undefined)
    if (isTooDeep(json)) {
      try {
        fail('bad_request', { message: 'Request is nested too deeply.' })
      } catch (refusal) {
        return done(refusal as Error)
      }
    }
    // Fastify's own parser answers through the callback; its declared promise variant is never used.
    void parse(request, json, done)
  })
}
