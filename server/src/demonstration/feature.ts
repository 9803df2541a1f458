import type { Feature } from '../platform/feature.ts'

export const demonstration: Feature = {
  name: 'demonstration',
}
