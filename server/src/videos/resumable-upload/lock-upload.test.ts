import { eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { createUpload } from '../../../test/tus.ts'
import { resumableUploads } from '../tables.ts'
import { lockUpload } from './lock-upload.ts'
import { waitFor } from '../../../test/wait-for.ts'

let token: string
const t = await openTestApp()
beforeAll(async () => {
  token = (await makeAdmin(t)).token
})

const makeUpload = async () => (await createUpload(t, token, 1_000)).split('/').at(-1) ?? ''
const readLease = async (id: string) => {
  const [row] = await t.app.db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
  return { holder: row?.holder ?? null, heldUntil: row?.heldUntil ?? null }
}
/** Ends the lease, as if its holder had been cut off from the database for ten seconds. */
const expireLease = (id: string) =>
  t.app.db
    .update(resumableUploads)
    .set({ heldUntil: new Date(0) })
    .where(eq(resumableUploads.id, id))

it('a holder that comes back late does not release the upload for which another one holds the lock now', async () => {
  const id = await makeUpload()
  const late = await lockUpload(t.app, id)
  await expireLease(id)
  const present = await lockUpload(t.app, id)
  const { holder } = await readLease(id)
  await late.unlock()
  expect(await readLease(id)).toMatchObject({ holder, heldUntil: expect.any(Date) })
  await present.unlock()
  expect(await readLease(id)).toEqual({ holder: null, heldUntil: null })
})

it('a holder that comes back late does not renew the lease of another one, and is told to stop', async () => {
  const id = await makeUpload()
  const onWanted = vi.fn<() => void>()
  const late = await lockUpload(t.app, id, { onWanted })
  await expireLease(id)
  const present = await lockUpload(t.app, id)
  await waitFor(() => expect(onWanted).toHaveBeenCalledOnce())
  await late.unlock()
  await present.unlock()
})

it('a waiting request gets the lock once its holder, told about it, has released it', async () => {
  const id = await makeUpload()
  const released = Promise.withResolvers<void>()
  const holding = await lockUpload(t.app, id, { onWanted: () => released.resolve() })
  const waiting = lockUpload(t.app, id)
  await released.promise
  await holding.unlock()
  await (await waiting).unlock()
  expect(await readLease(id)).toEqual({ holder: null, heldUntil: null })
})
