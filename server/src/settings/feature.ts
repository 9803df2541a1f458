import type { Feature } from '../platform/feature.ts'
import { addSettingRoutes } from './routes.ts'

export const settings: Feature = {
  name: 'settings',
  routes: [addSettingRoutes],
}
