import { avatars } from '@baobab/contract/profile/text.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every picture is drawn only with parts that exist', () => {
  const sprite = readFileSync('web/app/ui/art/avatars.svg', 'utf8')
  const find = (pattern: RegExp) => [...sprite.matchAll(pattern)].map(([, name]) => name)
  expect(find(/<symbol id="([^"]+)"/g)).toEqual(avatars)
  const ids = find(/ id="([^"]+)"/g)
  for (const part of find(/href="#([^"]+)"/g)) expect(ids).toContain(part)
})
