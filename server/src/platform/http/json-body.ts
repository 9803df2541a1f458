// Parses JSON bodies only, and refuses prototype pollution and deep nesting.
import type { FastifyInstance } from 'fastify'
import { fail } from './errors.ts'

const MAX_DEPTH = 20

/** Whether JSON text is nested deeper than `maxDepth`; brackets inside strings do not count. */
function isTooDeep(json: string, maxDepth = MAX_DEPTH): boolean {
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

/** Makes JSON the only accepted content type. */
export function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  acceptJsonAs(http, 'application/json')
}

/** Reads bodies of this content type as JSON; an empty body counts as no body. */
export function acceptJsonAs(http: FastifyInstance, contentType: string): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser(contentType, { parseAs: 'string' }, (request, body, done) => {
    const json = String(body)
    if (json.length === 0) return done(null, undefined)
    if (isTooDeep(json)) {
      try {
        fail('bad_request', { message: 'Request is nested too deeply.' })
      } catch (refusal) {
        return done(refusal as Error)
      }
    }
    // Fastify's own parser calls `done`; the promise in its type is never returned.
    void parse(request, json, done)
  })
}
