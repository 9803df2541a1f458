import { expect, test } from 'vitest'
import { avatars, defaultAvatar } from './avatars.ts'

test('there are 24 pictures', () => {
  expect(new Set(avatars).size).toBe(24)
})

test('a username always leads to the same picture, and usernames lead to all of them', () => {
  expect(defaultAvatar('Amina77')).toBe(defaultAvatar('amina77'))
  const names = Array.from({ length: 1_000 }, (_, n) => `student${n}`)
  expect(new Set(names.map(defaultAvatar)).size).toBe(avatars.length)
  // A changed rule would change the faces of all who never chose one.
  expect([defaultAvatar('amina77'), defaultAvatar('segun_9')]).toEqual(['two-puffs', 'blue-hijab'])
})
