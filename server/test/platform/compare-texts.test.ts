import { toComparisonKey, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestApp } from '../harness.ts'

const t = await openTestApp()

/** Every character of a range, which a key may change. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).filter((one) => !/[\0\p{Cs}\p{Cn}]/u.test(one))
const texts = [
  ...[range(0x1, 0x24f), range(0x250, 0x3ff), range(0x590, 0x7ff), range(0x1160, 0x1161), range(0x1680, 0x180f)].flat(),
  ...[range(0x1ab0, 0x1aff), range(0x1dc0, 0x1fff), range(0x2000, 0x20ff), range(0x2200, 0x2220), range(0x2e00, 0x2e5d)].flat(),
  ...[range(0x2800, 0x2801), range(0x3000, 0x3164), range(0xa780, 0xa78f), range(0xfe00, 0xffef), range(0x1e900, 0x1e95f)].flat(),
]
const character = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...' -\'"eoɗ'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))
const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''))

it('PostgreSQL makes the same keys as the contract, also of keys that earlier releases have stored', async () => {
  const samples = [...texts.map((one) => `a${one}b ${one}`), ...fc.sample(text, 500)].filter((one) => !/\p{Cs}/u.test(one))
  const { rows } = await t.app.db.execute<{ comparison: string; stored: string; search: string }>(sql`
    select comparison_key(row->>0) as comparison, comparison_key(row->>1) as stored, search_key(row->>0) as search
    from jsonb_array_elements(${JSON.stringify(samples.map((one) => [one, toStoredKey(one)]))}::jsonb) as row`)
  const wanted = samples.map((one) => [one, toComparisonKey(one), toComparisonKey(one), toSearchKey(one)])
  expect(rows.map(({ comparison, stored, search }, n) => [samples[n], comparison, stored, search])).toEqual(wanted)
})
