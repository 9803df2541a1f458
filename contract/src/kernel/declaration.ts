// Only for the server and the tests: the web app has only what callers of an endpoint need.
import type { DeclarationOf, Endpoint } from './endpoint.ts'

/** Returns what an endpoint declares: its schemas, limits, refusals and texts. */
export function declarationOf<E extends Endpoint>(endpoint: E): DeclarationOf<E> {
  return endpoint as unknown as DeclarationOf<E>
}
