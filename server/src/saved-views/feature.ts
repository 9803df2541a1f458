import type { Feature } from '../platform/feature.ts'
import { addSavedViewRoutes } from './routes.ts'

export const savedViews: Feature = {
  name: 'saved-views',
  routes: [addSavedViewRoutes],
}
