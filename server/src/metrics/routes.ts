import * as contract from '@baobab/contract/metrics/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { loadMetrics } from './load-metrics.ts'
import { loadOverview } from './load-overview.ts'
import { loadPopular } from './load-popular.ts'

export function addMetricRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.metrics, ({ query }) => loadMetrics(app, query))
  route(context, contract.overview, ({ who }) => loadOverview(app, who))
  route(context, contract.popular, () => loadPopular(app))
}
