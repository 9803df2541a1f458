// Other users of the machine can read nothing that the server stores, whatever its umask is.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listExports, startExport } from '@baobab/contract/exports/endpoints.ts'
import { updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import { UPLOADS_PATH, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { expect, test } from '@playwright/test'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { startNewProduct, type Product } from './product.ts'

// ffmpeg runs at a low priority, which leaves it little time on a busy machine.
test.describe.configure({ timeout: 600_000 })

const fixtures = new URL('../server/test/fixtures/', import.meta.url)

/** Lists what others may read, write or enter below a folder. */
function listOpenPaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .flatMap((name) => {
      const { mode } = lstatSync(join(folder, name))
      return (mode & 0o077) === 0 ? [] : [`${(mode & 0o7777).toString(8)} ${name}`]
    })
}

/** Registers people, stores a file of every kind, and waits until all are in their final place. */
async function useEverything({ url, dataDir }: Product, filesDir = join(dataDir, 'files')): Promise<void> {
  await createClient({ baseUrl: url })(registerAdmin, { body: ADMIN })
  const student = await makeStudent(url)
  // The mail with the code is not sent if the account is verified first.
  await student.call(forgotPassword, { body: { email: student.email } })
  const picture = new FormData()
  picture.set('profilePicture', new Blob([readFileSync(new URL('../docs/screenshot.webp', import.meta.url))]), 'a.webp')
  await student.call(updateStudentPicture, { params: { username: student.username }, body: picture })
  const { call, token } = await asAdmin(url)
  const video = new FormData()
  video.set('title', 'The Closed Door')
  video.set('video', new Blob([readFileSync(new URL('video.mp4', fixtures))]), 'video.mp4')
  await call(uploadVideo, { body: video })
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, 'upload-length': '1000' }
  expect((await fetch(url + UPLOADS_PATH, { method: 'POST', headers })).status).toBe(201)
  for (const format of ['csv', 'xlsx'] as const)
    await call(startExport, { body: { what: 'students', format, filters: { filter: 'all' } } })
  const states = async () => (await call(listExports, {})).exports.map(({ state }) => state)
  await expect.poll(states).toEqual(['ready', 'ready'])
  await expect.poll(() => readdirSync(join(filesDir, 'tmp')), { timeout: 400_000 }).toEqual([])
  for (const name of ['exports', 'uploads', 'videos', 'pictures', 'streams'])
    expect(readdirSync(join(filesDir, name))).not.toEqual([])
  await expect.poll(() => readdirSync(join(dataDir, 'sandbox', 'mailbox'))).not.toEqual([])
}

test('nothing in the data folder is open to other users, even with a umask that opens everything', async () => {
  const umask = process.umask(0)
  const product = await startNewProduct().finally(() => process.umask(umask))
  try {
    await useEverything(product)
    expect(listOpenPaths(product.dataDir)).toEqual([])
    // If the server is started as root, the database runs as another user, whose group may enter the folder.
    const others = process.getuid?.() === 0 ? 0o067 : 0o077
    expect(lstatSync(product.dataDir).mode & others).toBe(0)
  } finally {
    await product.remove()
  }
})

test('folders that an earlier version left open are closed at startup', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-open-'))
  chmodSync(dataDir, 0o711)
  const old = join(dataDir, 'files', 'exports')
  mkdirSync(old, { recursive: true })
  for (const folder of [join(dataDir, 'files'), old]) chmodSync(folder, 0o755)
  writeFileSync(join(old, 'students.csv'), 'everybody')
  const product = await startNewProduct({ DATA_DIR: dataDir })
  try {
    for (const folder of [join(dataDir, 'files'), old]) expect(lstatSync(folder).mode & 0o077).toBe(0)
    const others = process.getuid?.() === 0 ? 0o067 : 0o077
    expect(lstatSync(dataDir).mode & others).toBe(0)
  } finally {
    await product.remove()
    rmSync(dataDir, { recursive: true })
  }
})

test("with MEDIA_ACCEL nginx's group can read the videos, and nobody else can read anything", async () => {
  const home = mkdtempSync(join(tmpdir(), 'baobab-media-'))
  const filesDir = join(home, 'files')
  // As in deploy/nginx/baobab.conf: the folder passes its group on to what is created in it.
  mkdirSync(filesDir)
  chmodSync(filesDir, 0o2750)
  const umask = process.umask(0)
  const product = await startNewProduct({ MEDIA_ACCEL: '/files/', FILES_DIR: filesDir }).finally(() =>
    process.umask(umask),
  )
  try {
    await useEverything(product, filesDir)
    const open = listOpenPaths(filesDir)
    const forNginx = /^(2750|640) (videos|posters|captions|subtitles|pictures|streams)\b/
    // Files inside a closed folder cannot be reached either.
    expect(open.filter((line) => !forNginx.test(line) && !/^\d+ (tmp|uploads)\//.test(line))).toEqual([])
    expect(open.some((line) => /^640 videos\/.*\.mp4$/.test(line))).toBe(true)
    for (const folder of ['exports', 'uploads', 'tmp']) expect(lstatSync(join(filesDir, folder)).mode & 0o077).toBe(0)
    for (const name of readdirSync(join(filesDir, 'exports')))
      expect(lstatSync(join(filesDir, 'exports', name)).mode & 0o077).toBe(0)
  } finally {
    await product.remove()
    rmSync(home, { recursive: true })
  }
})
