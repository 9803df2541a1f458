import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { makeAdmin, makeAnotherAdmin, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp } from '../../../test/harness.ts'
import { admins } from '../tables.ts'
import { adminRoleChanges } from './tables.ts'
import { noteMissingRoles } from './two-admins.ts'

it('G-11 a role given or ended by a server of an earlier release is in the history once after the next start', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.close())
  const first = await makeAdmin(t)
  const [promoted, removed] = [await makeAnotherAdmin(t, first, 'support'), await makeAnotherAdmin(t, first, 'content')]
  await t.app.db.update(admins).set({ role: 'finance' }).where(eq(admins.id, promoted.id))
  await t.app.db.update(admins).set({ removedAt: t.app.clock.now() }).where(eq(admins.id, removed.id))
  const both = await makeAnotherAdmin(t, first, ['support', 'finance'])
  await t.app.db.update(admins).set({ role: 'content' }).where(eq(admins.id, both.id))
  const readRoles = async ({ id }: MadeAdmin) => {
    const rows = await t.app.db.select().from(adminRoleChanges).where(eq(adminRoleChanges.adminId, id))
    return rows.toSorted((a, b) => a.seq - b.seq).map(({ role, moreRoles }) => [role, ...moreRoles].join(' '))
  }
  for (let start = 0; start < 2; start += 1) await noteMissingRoles(t.app)
  expect([await readRoles(promoted), await readRoles(removed)]).toEqual([
    ['support', 'finance'],
    ['content', ''],
  ])
  // A server of an earlier release gave only the new role.
  expect(await readRoles(both)).toEqual(['support finance', 'content'])
  expect(await readRoles(first)).toHaveLength(1)
})
