import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// First in this file: the very first unknown address comes while the queue of hashes is full.
it('refuses what is too much at once, and answers unknown addresses again afterwards', async () => {
  const flood = Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('Mango7tree')))
  await verifyPassword(undefined, 'Mango7tree').catch(() => undefined)
  expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(8)
  await expect(verifyPassword(undefined, 'Mango7tree')).resolves.toBe(false)
})
