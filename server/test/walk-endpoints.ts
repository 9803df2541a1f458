// Walks the contract: every endpoint, by everybody who may call it. New endpoints are included automatically.
import { api } from '@baobab/contract/api.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { InjectOptions } from 'fastify'
import { endpointName, sampleUrl, type Samples } from './samples.ts'

export type Caller = 'visitor' | 'student' | 'admin'
type Call = { endpoint: Endpoint; caller: Caller }

/** Replies that never end. */
const isStream = ({ path }: Endpoint) => path.endsWith('/live')
/** Reads come first, so that they find existing data; calls that end an account or a login come last. */
const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const isEnd = ({ path }: Endpoint) => /logout|end-others|^\/student\/me$/.test(path)
const rank = (one: Endpoint) => order.indexOf(one.method) + (isEnd(one) ? order.length : 0)

/** Lists all calls, except those of streams, in the order in which most of them succeed. */
export function walkEndpoints(): Call[] {
  return api
    .filter((one) => !isStream(one))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((endpoint) => callersOf(endpoint).map((caller) => ({ endpoint, caller })))
}

function callersOf({ who }: Endpoint): Caller[] {
  if (who === 'anyone') return ['visitor', 'student', 'admin']
  return (['student', 'owner'] as const)
    .filter((role) => isAllowed(who, role))
    .map((role) => (role === 'owner' ? 'admin' : role))
}

/** Returns the request of a call, with its sample. */
export function makeRequest(samples: Samples, { endpoint, caller }: Call): InjectOptions {
  const body = samples.bodies[endpointName(endpoint)]
  const token = caller === 'visitor' ? undefined : samples.tokens[caller]
  return {
    method: endpoint.method,
    url: sampleUrl(samples, endpoint),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body ? { payload: body } : {}),
  }
}
