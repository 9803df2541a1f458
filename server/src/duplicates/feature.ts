import type { Feature } from '../platform/feature.ts'
import { addDuplicateRoutes } from './routes.ts'

export const duplicates: Feature = {
  name: 'duplicates',
  routes: [addDuplicateRoutes],
}
