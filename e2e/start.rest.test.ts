// Starting and stopping the product, as a new developer and as an operator.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { test } from './own-product.ts'
import { startNewProduct, startProduct } from './product.ts'
import { content } from './starters.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the server until it exits. Returns its exit code and output. */
async function runToEnd(env: Record<string, string>): Promise<{ code: number; words: string }> {
  const child = spawn(process.execPath, ['server/src/main.mjs'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
  })
  let words = ''
  child.stdout.on('data', (part) => (words += String(part)))
  child.stderr.on('data', (part) => (words += String(part)))
  // Unlike "exit", it comes after all of the output.
  const [code] = (await once(child, 'close')) as [number]
  return { code, words }
}

test('the first start prints the address, adds the starter videos, and stops cleanly', async () => {
  const product = await startNewProduct()
  try {
    // The banner is printed after the server accepts requests, so it may appear slightly later.
    await expect.poll(() => product.output()).toContain(`Open     ${product.url}`)
    await expect.poll(() => product.output()).toContain(`${product.url}/admin/register`)
    expect(product.output()).toContain(`Mailbox  ${product.url}/sandbox/mailbox`)
    const videos = (await (await fetch(`${product.url}/api/videos`)).json()) as { title: string; videoUrl: string }[]
    expect(videos).toHaveLength(content.length)
    expect(await product.stop()).toBe(0)
    await product.restart()
    const again = (await (await fetch(`${product.url}/api/videos`)).json()) as unknown[]
    expect(again).toHaveLength(content.length)
  } finally {
    await product.remove()
  }
})

test('B-15 a second server on the same data folder is refused', async ({ ownProduct: product }) => {
  const { code, words } = await runToEnd({ DATA_DIR: product.dataDir, PORT: '0' })
  expect(words).toMatch(/The data folder \S+ is in use by the process \d+, which serves port \d+\. Stop it first/)
  expect(words).toContain(`${product.dataDir} `)
  expect(words).toContain(`port ${new URL(product.url).port}.`)
  expect(code).toBe(75)
  expect((await fetch(`${product.url}/healthz`)).ok).toBe(true)
})

test('a port in use is reported in plain words, before a database is made', async ({ ownProduct: product }) => {
  const dataDir = join(product.dataDir, 'second')
  const { port } = new URL(product.url)
  const { words, code } = await runToEnd({ DATA_DIR: dataDir, PORT: port })
  expect(words).toContain(`Port ${port} is in use by another program. Stop that, or set PORT to a free one.`)
  expect(code).toBe(69)
  expect(existsSync(dataDir)).toBe(false)
})

test('B-24 a killed database process is restarted, and the server continues', async ({ ownProduct: product }) => {
  const pid = readFileSync(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => product.output()).toContain('the embedded database is down and is being restarted')
  const readVideos = async () => (await fetch(`${product.url}/api/videos`)).status
  await expect.poll(readVideos).toBe(200)
  expect(await product.stop()).toBe(0)
  await product.restart()
})

test('production without its settings lists everything that is missing and exits', async () => {
  const { code, words } = await runToEnd({ NODE_ENV: 'production', PAYSTACK_SECRET_KEY: 'changeme' })
  expect(code).toBe(78)
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_PUBLIC_KEY',
  ])
    expect(words).toContain(name)
})

for (const settings of [
  { PUBLIC_URL: 'https://baobab.example' },
  { PUBLIC_URL: 'https://baobab.example', NODE_ENV: 'Production' },
  { HOST: '0.0.0.0' },
  { TRUST_PROXY: '127.0.0.1' },
])
  test(`without NODE_ENV=production ${JSON.stringify(settings)} is refused before anything is opened`, async () => {
    const dataDir = join(tmpdir(), `baobab-never-${randomUUID()}`)
    const { code, words } = await runToEnd({ ...settings, DATA_DIR: dataDir, PORT: '0' })
    expect(code).toBe(78)
    expect(words).toContain('production')
    expect(existsSync(dataDir)).toBe(false)
  })

test('with SANDBOX_PEERS the first admin needs the setup code printed at the start', async () => {
  const product = await startProduct({ HOST: '0.0.0.0', SANDBOX_PEERS: '192.168.1.30' })
  try {
    await expect.poll(() => product.output()).toMatch(/setup code: \S{20}/)
    const [, setupCode] = /setup code: (\S+)/.exec(product.output()) ?? []
    const register = (form: object) =>
      fetch(`${product.url}/admin/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          username: 'first-one',
          email: 'first@baobab.example',
          password: 'Mango7tree!',
          ...form,
        }),
      })
    expect((await register({})).status).toBe(403)
    expect((await register({ setupCode })).status).toBe(201)
  } finally {
    await product.remove()
  }
})

test('an unreachable object store is reported by name', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baobab-no-store-'))
  try {
    const { words, code } = await runToEnd({
      DATA_DIR: dataDir,
      PORT: '0',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'films',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(words).toBe(
      `Making a database in ${dataDir} ...\nThe object store at http://127.0.0.1:1 cannot be reached.\n`,
    )
    expect(code).toBe(1)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
