// For the server and the tests alone: the web app has only what callers need of an endpoint.
import type { DeclarationOf, Endpoint } from './endpoint.ts'

/** Returns what an endpoint declares: its schemas, limits, refusals and texts. */
export function declarationOf<E extends Endpoint>(endpoint: E): DeclarationOf<E> {
  return endpoint as unknown as DeclarationOf<E>
}
