import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'

export const demonstration: Feature = {
  name: 'demonstration',
  tables: describeTables(tables, {
    demonstration: 'of no student',
  }),
  distribution: { coordinator: [tables.demonstration] },
}
