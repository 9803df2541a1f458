import * as contract from '@baobab/contract/admins.ts'
import { text } from '@baobab/contract/text.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { confirmAdmin } from './confirm-admin.ts'

/** The team and an admin's own login; registering and logging in stand in routes.ts. */
export function addTeamRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.confirmAdmin, async ({ who, body }) => {
    await confirmAdmin(app, who, body)
    return { message: text.passwordConfirmed }
  })
}
