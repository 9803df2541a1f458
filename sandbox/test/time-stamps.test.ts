// The time stamp authority, as openssl sees it.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAuthority, type AuthorityFault } from '../src/time-stamps/authority.ts'
import { newFolder } from './open.ts'

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined
const headers = { 'content-type': 'application/timestamp-query' }

async function open(kind: 'ec' | 'rsa' = 'ec') {
  const authority = await openAuthority({ now: () => new Date(), kind })
  onTestFinished(() => authority.close())
  return authority
}

test.skipIf(!hasOpenssl).each(['ec', 'rsa'] as const)(
  'openssl accepts its time stamps for the stamped file and no other, with a key of kind %s (needs openssl)',
  async (kind) => {
    const [authority, folder] = [await open(kind), await newFolder()]
    const run = (...args: string[]) => spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    await writeFile(join(folder, 'list.txt'), 'one\n')
    await writeFile(join(folder, 'other.txt'), 'two\n')
    await writeFile(join(folder, 'authority.pem'), authority.certificate)
    const query = ['ts', '-query', '-data', 'list.txt', '-sha256', '-cert', '-out', 'list.tsq']
    expect(run(...query).status).toBe(0)
    const body = await readFile(join(folder, 'list.tsq'))
    const reply = await fetch(authority.url, { method: 'POST', headers, body })
    expect(reply.headers.get('content-type')).toBe('application/timestamp-reply')
    await writeFile(join(folder, 'list.tsr'), Buffer.from(await reply.arrayBuffer()))
    const verify = (...args: string[]) => run('ts', '-verify', '-in', 'list.tsr', '-CAfile', 'authority.pem', ...args)
    expect(verify('-queryfile', 'list.tsq')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('OK') as string,
    })
    expect(verify('-data', 'list.txt').status).toBe(0)
    expect(verify('-data', 'other.txt').status).not.toBe(0)
  },
)

test('it refuses anything that is not a request, and counts requests', async () => {
  const authority = await open()
  expect((await fetch(authority.url, { method: 'POST', headers, body: 'no request' })).status).toBe(400)
  expect((await fetch(authority.url, { method: 'POST', body: 'no request' })).status).toBe(415)
  expect(authority.countRequests()).toBe(2)
})

test.each<[AuthorityFault, number]>([
  ['failing', 500],
  ['refusing', 200],
  ['oversized', 200],
])('it can be %s', async (fault, status) => {
  const authority = await open()
  authority.setFault(fault)
  expect((await fetch(authority.url, { method: 'POST', headers, body: 'any' })).status).toBe(status)
})
