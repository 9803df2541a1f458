import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createVerifier, hashVerifier } from './verifier.ts'

it('a verifier is 256 bits as base64url, and different each time', () => {
  const verifiers = Array.from({ length: 100 }, createVerifier)
  for (const verifier of verifiers) expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(new Set(verifiers).size).toBe(verifiers.length)
})

it('its hash equals the one that the server computes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect(await hashVerifier(text)).toBe(createHash('sha256').update(text).digest('base64url'))
    }),
  )
})
