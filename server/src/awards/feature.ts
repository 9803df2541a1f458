import type { Feature } from '../platform/feature.ts'
import { addAwardRoutes } from './routes.ts'

export const awards: Feature = {
  name: 'awards',
  routes: [addAwardRoutes],
}
