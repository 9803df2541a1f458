// Serves the built web app: its files by name, its prerendered pages by path, and the app's shell for the rest.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath, isPaymentPage } from '@baobab/contract/pages.ts'
import type { Config } from '../config.ts'
import { fail } from './errors.ts'
import { pagePolicy, providerSources } from './security-headers.ts'

const build = fileURLToPath(new URL('../../../../web/build', import.meta.url))
const YEAR = 'public, max-age=31536000, immutable'

type Csp = { scriptHashes: string[] }

type Serving = Pick<Config, 's3' | 'publicUrl'> & {
  /** Where the payment provider's script stands. */
  scriptUrl: string
}

/** Registers the web build; without one (tests of the API alone) only the API answers. */
export async function serveWebApp(http: FastifyInstance, serving: Serving): Promise<void> {
  const client = join(build, 'client')
  const answerUnknown = (): never => fail('not_found')
  if (!existsSync(join(client, 'index.html'))) {
    http.setNotFoundHandler(answerUnknown)
    return
  }
  const { scriptHashes } = JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as Csp
  const policyFor = pagePolicies({ ...serving, scriptHashes })
  await http.register(fastifyStatic, {
    root: client,
    index: false,
    redirect: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${join('client', 'assets')}`) ? YEAR : 'public, max-age=300')
      // The service worker lives by its own answer's policy, and an old one would keep old pages alive.
      const isOurs = path.includes('.html') || path.includes(join('client', 'sw.js'))
      if (!isOurs) return
      reply.headers({ 'content-security-policy': policyFor(pathOf(reply.request)), 'cache-control': 'no-cache' })
    },
  })
  http.setNotFoundHandler((request, reply) => {
    const page = pageOf(request, client)
    return page ? sendPage(request, reply, page) : answerUnknown()
  })
}

/** Answers the content policy of a path: pages of paying may load the provider, and nothing else may. */
export function pagePolicies(given: Serving & Csp): (path: string) => string {
  const { s3, scriptHashes } = given
  const common = { scriptHashes, filesOrigin: s3 && new URL(s3.endpoint).origin }
  const [page, payment] = [pagePolicy(common), pagePolicy({ ...common, provider: providerSources(given) })]
  return (path) => (isPaymentPage(path) ? payment : page)
}

/** The HTML file of a GET for a page, or undefined where the API should say 'not found'. */
function pageOf(request: FastifyRequest, client: string): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const path = pathOf(request)
  if (/\.[a-z0-9]{2,5}$/i.test(path)) return undefined
  const isPage = isPagePath(path)
  if (!isPage && !/text\/html/.test(request.headers.accept ?? '')) return undefined
  const prerendered = path === '/' ? 'index.html' : `${path.replace(/^\/+|\/+$/g, '')}/index.html`
  return isPage && existsSync(join(client, prerendered)) ? prerendered : '__spa-fallback.html'
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const path = pathOf(request)
  // What a parent's link shows is for whoever was given it, and for no search engine.
  if (isPaymentPage(path)) reply.header('x-robots-tag', 'noindex')
  return reply.code(isPagePath(path) ? 200 : 404).sendFile(page)
}

function pathOf(request: FastifyRequest): string {
  return decodeURIComponentSafely(request.url.split('?')[0] ?? '/')
}

function decodeURIComponentSafely(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
