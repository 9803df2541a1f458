import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createPublicUrlRedirect } from './direct-requests.ts'

const laptop = { publicUrl: 'http://localhost:3000', sandboxPeers: [], isProduction: false }
const browser = { host: '127.0.0.1:3000', accept: 'text/html,*/*;q=0.8' }

type Changes = { url?: string; from?: string; publicUrl?: string; isProduction?: boolean }

/** Returns the URL a request is redirected to. */
async function ask(headers: Record<string, string>, changed: Changes = {}) {
  const { url = '/about?a=1', from = '127.0.0.1', ...changes } = changed
  const find = createPublicUrlRedirect({ ...laptop, ...changes })
  const http = Fastify().get('/*', async (request) => ({ to: find(request) }))
  const reply = await http.inject({ url, headers: { ...browser, ...headers }, remoteAddress: from })
  return reply.json<{ to?: string }>().to
}

it.each(['127.0.0.1:3000', '[::1]:3000', '127.0.0.2:3000', 'app.localhost:3000'])(
  'a visitor to %s is redirected to the same page at PUBLIC_URL',
  async (host) => {
    expect(await ask({ host })).toBe('http://localhost:3000/about?a=1')
  },
)

it('no address redirects to another site', async () => {
  for (const url of ['//example.org/x', '/\\example.org', '/@example.org'])
    expect(new URL((await ask({}, { url })) ?? '').origin).toBe('http://localhost:3000')
})

it.each([
  ['already there', { host: 'LOCALHOST:3000' }, {}],
  ['a program', { accept: '*/*' }, {}],
  ['at a forwarded port', { host: '127.0.0.1:8080' }, {}],
  ['behind a proxy', { 'x-forwarded-for': '10.0.0.1' }, {}],
  ['at a stranger’s name', { host: 'example.org:3000' }, {}],
  ['at another machine', {}, { from: '192.168.1.9' }],
  ['on a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, {}],
  ['of a production server', {}, { isProduction: true }],
  ['of a server with TLS', { host: '127.0.0.1' }, { publicUrl: 'https://localhost' }],
])('a visitor who is %s is not redirected', async (_, headers, changes) => {
  expect(await ask(headers, changes)).toBeUndefined()
})
