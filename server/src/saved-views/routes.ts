import * as contract from '@baobab/contract/saved-views/endpoints.ts'
import { savedViewsText } from '@baobab/contract/saved-views/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { listSavedViews } from './list-views.ts'
import { changeSavedView, createSavedView, deleteSavedView } from './save-view.ts'

export function addSavedViewRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listSavedViews, async ({ who }) => ({ views: await listSavedViews(app.db, who) }))
  route(context, contract.createSavedView, async ({ who, body }) => ({
    message: savedViewsText.viewSaved,
    view: await createSavedView(app, who, body),
  }))
  route(context, contract.changeSavedView, async ({ who, params, body }) => ({
    message: savedViewsText.viewSaved,
    view: await changeSavedView(app, who, params.viewId, body),
  }))
  route(context, contract.deleteSavedView, async ({ who, params }) => {
    await deleteSavedView(app, who, params.viewId)
    return { message: savedViewsText.viewDeleted }
  })
}
