import * as contract from '@baobab/contract/figures.ts'
import { route, type RouteContext } from '../../platform/route.ts'
import { figures } from './queries.ts'
import { readGlance } from './read-glance.ts'

export function addFigureRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.figures, ({ query }) => figures(app, query))
  route(context, contract.glance, () => readGlance(app))
}
