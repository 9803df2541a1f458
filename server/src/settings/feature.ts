import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addSettingRoutes } from './routes.ts'

export const settings: Feature = {
  name: 'settings',
  routes: [addSettingRoutes],
  tables: describeTables(tables, {
    productSettings: 'of no student',
  }),
  distribution: { coordinator: [tables.productSettings] },
  triggers: ['product_settings_announced'],
}
