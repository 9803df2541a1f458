import { createSearch, toComparisonKey, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { invisible, toStoredKey } from '@baobab/contract/kernel/text.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsSearch, containsSearchByIndex } from '../../src/platform/database/compare-texts.ts'
import { openTestApp } from '../harness.ts'

const t = await openTestApp()

/** Returns every character in a range, except those that only newer databases know. */
const range = ([from, to]: readonly [number, number]) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).filter((one) => !/\p{Cn}/u.test(one))
const ranges = [
  [0x1, 0x24f],
  [0x250, 0x3ff],
  [0x400, 0x5f4],
  [0x610, 0x6ff],
  [0x7c0, 0x7fa],
  [0x1160, 0x1161],
  [0x1680, 0x169c],
  [0x17b4, 0x180e],
  [0x1ab0, 0x1ac0],
  [0x1dc0, 0x1dc9],
  [0x1e00, 0x206f],
  [0x20d0, 0x20f0],
  [0x2200, 0x2220],
  [0x2800, 0x2801],
  [0x3000, 0x300b],
  [0x3164, 0x3164],
  [0xa780, 0xa78e],
  [0xac00, 0xac02],
  [0xfb00, 0xfb06],
  [0xfe00, 0xffef],
  [0x1e900, 0x1e94a],
] as const
const unseenRanges = [
  [0x1, 0xd7ff],
  [0xfe00, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d150, 0x1d17f],
  [0xe0000, 0xe0fff],
] as const
const unseen = unseenRanges.flatMap(range).filter((one) => one.search(invisible) === 0)
const characters = [...ranges.flatMap(range), ...unseen]
const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...characters), fc.constantFrom(' ', '-', "'", 'e', 'o', '\u0323', '\u0301')),
  maxLength: 12,
})

it('PostgreSQL computes the same keys as the contract, even from keys that earlier releases have stored', async () => {
  const samples = [...characters.map((one) => `a${one}b ${one}`), ...fc.sample(text, 500)]
  const { rows } = await t.app.db.execute<{ comparison: string; stored: string; search: string }>(sql`
    select comparison_key(row->>0) as comparison, comparison_key(row->>1) as stored, search_key(row->>0) as search
    from jsonb_array_elements(${JSON.stringify(samples.map((one) => [one, toStoredKey(one)]))}::jsonb) as row`)
  const wanted = samples.map((one) => [one, toComparisonKey(one), toComparisonKey(one), toSearchKey(one)])
  expect(rows.map(({ comparison, stored, search }, n) => [samples[n], comparison, stored, search])).toEqual(wanted)
})

it('PostgreSQL finds what the browser finds: every word of a search, with any apostrophe or hook', async () => {
  const cases = [
    ["Ƴar Ƙanƙane da 'Yar Adu’a", ["'yar ƙanƙane", 'ADU\u02BCA ƴar', 'kankane', 'yar kanwa', "'", '100%', 'adua']],
    ['Ada Obi, ada@school.example', ['mailto:ADA@school.example', 'obi\u00A0ada', 'ida']],
  ] as const
  for (const [text, searches] of cases)
    for (const search of searches) {
      const value = sql`${text}::text`
      const { rows } = await t.app.db.execute<{ found: boolean; indexed: boolean }>(
        sql`select ${containsSearch(value, search)} as found, ${containsSearchByIndex(value, search)} as indexed`,
      )
      const found = createSearch(search)(toSearchKey(text))
      expect([search, rows]).toEqual([search, [{ found, indexed: found }]])
    }
})
