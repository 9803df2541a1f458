import * as contract from '@baobab/contract/videos/endpoints.ts'
import { seriesText } from '@baobab/contract/videos/text.ts'
import { route, type RouteContext } from '../../../platform/http/route.ts'
import { deleteSeries } from './delete-series.ts'
import { listSeries } from './list-series.ts'
import { orderSeries, orderSeriesVideos } from './order-series.ts'
import { createSeries, updateSeries } from './save-series.ts'

export function addSeriesRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listSeries, async () => ({ series: await listSeries(app.db) }))
  route(context, contract.createSeries, async ({ who, body }) => ({
    message: seriesText.seriesCreated,
    series: await createSeries(app, who, body),
  }))
  route(context, contract.orderSeries, async ({ who, body }) => {
    await orderSeries(app, who, body)
    return { message: seriesText.seriesOrdered }
  })
  route(context, contract.updateSeries, async ({ who, params, body }) => ({
    message: seriesText.seriesUpdated,
    series: await updateSeries(app, who, params.seriesId, body),
  }))
  route(context, contract.orderSeriesVideos, async ({ who, params, body }) => {
    await orderSeriesVideos(app, who, params.seriesId, body)
    return { message: seriesText.seriesOrdered }
  })
  route(context, contract.deleteSeries, async ({ who, params }) => {
    await deleteSeries(app, who, params.seriesId)
    return { message: seriesText.seriesDeleted }
  })
}
