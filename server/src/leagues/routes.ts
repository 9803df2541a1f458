import * as contract from '@baobab/contract/leagues/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { readMyLeague } from './read-league.ts'

export function addLeagueRoutes(context: RouteContext): void {
  route(context, contract.myLeague, ({ who }) => readMyLeague(context.app, who))
}
