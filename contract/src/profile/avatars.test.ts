import { expect, test } from 'vitest'
import { avatars, defaultAvatar } from './text.ts'

test('there are 24 pictures', () => {
  expect(new Set(avatars).size).toBe(24)
})

test('a username always leads to the same picture, and usernames lead to five neutral ones', () => {
  expect(defaultAvatar('Amina77')).toBe(defaultAvatar('amina77'))
  const names = Array.from({ length: 1_000 }, (_, n) => `student${n}`)
  expect(new Set(names.map(defaultAvatar)).size).toBe(5)
  // A changed rule would change the faces of all who never chose one.
  expect([defaultAvatar('amina77'), defaultAvatar('segun_9')]).toEqual(['high-top', 'short-hair'])
})
