import type { Feature } from '../platform/feature.ts'
import { addProfileRoutes } from './routes.ts'

export const profile: Feature = {
  name: 'profile',
  routes: [addProfileRoutes],
}
