// Resumable uploads to an object store that is full or down.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startObjectStore, type ObjectStore } from '../../../test/object-store/start.ts'
import { createUpload, readOffset, sendBytes } from '../../../test/tus.ts'
import { listStoredFiles } from '../../../test/videos.ts'
import { waitFor } from '../../../test/wait-for.ts'

let store: ObjectStore
let t: TestApp
let other: TestApp
let token: string
beforeAll(async () => {
  store = await startObjectStore()
  const settings = { ...store.settings, RATE_LIMIT_FACTOR: '0' }
  t = await startTestApp(settings)
  other = await startTestApp(settings, t)
  token = (await makeAdmin(t)).token
})
afterAll(async () => {
  await other?.close()
  await t?.close()
  await store?.close()
})

const noise = randomBytes(300_000)
const listLocalFiles = async () => [...(await listStoredFiles(t)), ...(await listStoredFiles(other))]

it('an upload is refused while the store is full, and continues afterwards where it was', async () => {
  const url = await createUpload(t, token, noise.length)
  await sendBytes(t, url, { token, bytes: noise.subarray(0, 1_000) })
  const rest = { token, offset: 1_000, bytes: noise.subarray(1_000) }
  store.setFull(true)
  await waitFor(async () => expect((await sendBytes(t, url, rest)).statusCode).toBe(507))
  store.setFull(false)
  expect(await readOffset(other, url, token)).toBe(1_000)
  await waitFor(async () => expect((await sendBytes(other, url, rest)).statusCode).toBe(204))
  expect(await listLocalFiles()).toEqual([])
})

it('an upload is refused with 503 while the store is down, and nothing is left on this machine', async () => {
  const url = await createUpload(t, token, noise.length)
  await store.close()
  expect((await sendBytes(t, url, { token, bytes: noise })).statusCode).toBe(503)
  expect(await readOffset(other, url, token)).toBe(0)
  expect(await listLocalFiles()).toEqual([])
})
