import * as contract from '@baobab/contract/fair-play/endpoints.ts'
import { fairPlayText } from '@baobab/contract/fair-play/text.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { appealHold } from './appeal-hold.ts'
import { readOwnHold } from './queries.ts'

export function addFairPlayRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readOwnHold, async ({ who }) => ({ hold: await readOwnHold(app, who.id) }))
  route(context, contract.appealHold, async ({ who, body }) => {
    await appealHold(app, who, body.text)
    return { message: fairPlayText.appealSent, hold: (await readOwnHold(app, who.id)) ?? fail('not_held') }
  })
}
