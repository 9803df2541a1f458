import { expect, test } from 'vitest'
import { avatars, defaultAvatar } from './text.ts'

test('there are 24 pictures', () => {
  expect(new Set(avatars).size).toBe(24)
})

test('a username always gets the same picture, one of five neutral ones', () => {
  expect(defaultAvatar('Amina77')).toBe(defaultAvatar('amina77'))
  const names = Array.from({ length: 1_000 }, (_, n) => `student${n}`)
  expect(new Set(names.map(defaultAvatar)).size).toBe(5)
  // A different rule would change the picture of everybody who never chose one.
  expect([defaultAvatar('amina77'), defaultAvatar('segun_9')]).toEqual(['high-top', 'short-hair'])
})
