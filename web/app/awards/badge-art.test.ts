import { moralValues } from '@baobab/contract/videos/endpoints.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { valueMotifs } from './badge-art.tsx'

it('every value has a different motif, and all of them are drawn', () => {
  const sprite = readFileSync('web/app/ui/art/motifs.svg', 'utf8')
  const motifs = moralValues.map((value) => valueMotifs[value])
  expect(new Set(motifs).size).toBe(moralValues.length)
  for (const motif of motifs) expect(sprite).toContain(`<symbol id="${motif}"`)
})
