// What a feature contributes to the product: one object for each folder, listed by `features.ts` in the order of the import rules.
import type { App } from './app.ts'
import type { FeatureData } from './feature-data.ts'
import type { RouteContext } from './http/route.ts'

export type Feature = FeatureData & {
  /** Add its endpoints to the server. */
  routes?: readonly ((context: RouteContext) => void)[]
  /** Start its queues and schedules, on connections whose queries may take minutes. */
  jobs?: readonly ((app: App) => Promise<void>)[]
}
