// Only for the server and the tests: the web app gets only what callers of an endpoint need.
import type { DeclarationOf, Endpoint } from './endpoint.ts'

/** Returns the full declaration of an endpoint: its schemas, limits, refusals and texts. */
export function declarationOf<E extends Endpoint>(endpoint: E): DeclarationOf<E> {
  return endpoint as unknown as DeclarationOf<E>
}
