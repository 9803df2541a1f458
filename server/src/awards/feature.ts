import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addAwardRoutes } from './routes.ts'

export const awards: Feature = {
  name: 'awards',
  routes: [addAwardRoutes],
  tables: describeTables(tables, {
    certificates: {
      copy: { as: 'certificates' },
      // Their public pages disappear with them.
      erase: 'delete',
    },
  }),
  distribution: { coordinator: [tables.certificates] },
}
