import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { text } from './text.ts'
import { resultTiers, TierDrawing } from './tier-drawing.tsx'

it('each result has its own drawing and sentence', () => {
  const drawings = resultTiers.map((tier) => renderToStaticMarkup(<TierDrawing tier={tier} />))
  expect(new Set(drawings).size).toBe(4)
  expect(new Set(resultTiers.map((tier) => text.tiers[tier])).size).toBe(4)
})
