import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addSavedViewRoutes } from './routes.ts'

export const savedViews: Feature = {
  name: 'saved-views',
  routes: [addSavedViewRoutes],
  tables: describeTables(tables, {
    savedViews: 'of no student',
  }),
  distribution: { coordinator: [tables.savedViews] },
}
