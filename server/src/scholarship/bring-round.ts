import type { BeaconFile } from '@baobab/contract/scholarship/draw/files.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { findDraw } from './queries.ts'
import { drawWinner, requireDeciding } from './run-draw.ts'

/**
 * Draws the winner by a round that somebody brings. So nobody can keep a round back until another one decides. Fails with
 * `already_drawn`, `draw_not_due`, or with `wrong_beacon` for a round that does not decide or a signature that is not valid.
 * @param by the admin who brings it; undefined for anybody else
 */
export async function bringRound(app: App, month: string, beacon: BeaconFile, by?: { id: string }): Promise<void> {
  const { draw, state } = await findDraw(app, month)
  if (state.state !== 'waiting') fail('already_drawn')
  if (state.dueAt > app.clock.now()) fail('draw_not_due')
  // Before anything is locked: checking a signature takes a while.
  requireDeciding(state.due, beacon)
  await drawWinner(app, draw, beacon, by)
}
