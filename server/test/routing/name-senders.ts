// Records for each collected statement whether students or visitors caused it.
import { api } from '@baobab/contract/api.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { nameSender } from '../collect-statements.ts'
import type { TestApp } from '../harness.ts'

/** Returns a statement on one line, without its comments. */
export const shorten = (text: string): string => text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()

const isForStudents = ({ who }: Endpoint) => who === 'anyone' || isAllowed(who, 'student')
const paths = api.filter(isForStudents).map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}([?]|$)`),
}))

/** Names the sender of each request to an app after its method and path, if students or visitors may send it; else 'others'. */
export function nameSenders(t: TestApp): void {
  const inject = t.http.inject.bind(t.http) as (options: { method?: string; url?: string }) => unknown
  t.http.inject = ((options: { method?: string; url?: string } | string) => {
    const { method = 'GET', url = '' } = typeof options === 'string' ? { url: options } : options
    const isOfStudents = paths.some((one) => one.method === method && one.path.test(url))
    // Awaited here, because Fastify starts only once its reply is awaited.
    return nameSender(
      isOfStudents ? `${method} ${url}` : 'others',
      async () => await inject(options as { url?: string }),
    )
  }) as typeof t.http.inject
}
