import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// Must be the first test of this file: the decoy hash is created by the first unknown account, while the queue is full.
it('R-15 refuses hashes above the limit, and verifies for unknown accounts again afterwards', async () => {
  const flood = Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('Mango7tree')))
  await verifyPassword(undefined, 'Mango7tree').catch(() => undefined)
  expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(8)
  await expect(verifyPassword(undefined, 'Mango7tree')).resolves.toBe(false)
})
