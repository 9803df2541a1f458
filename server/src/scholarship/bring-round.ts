import type { BeaconFile } from '@baobab/contract/scholarship/draw/files.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { findDraw } from './queries.ts'
import { drawWinner, requireDeciding } from './run-draw.ts'

/**
 * Draws the winner with a round that someone supplies, so that nobody can withhold a round until a different one decides. Fails
 * with `already_drawn`, `draw_not_due`, or with `wrong_beacon` for a round that does not decide or an invalid signature.
 * @param by the admin who supplies it; undefined for anyone else
 */
export async function bringRound(app: App, month: string, beacon: BeaconFile, by?: { id: string }): Promise<void> {
  const { draw, state } = await findDraw(app, month)
  if (state.state !== 'waiting') fail('already_drawn')
  if (state.dueAt > app.clock.now()) fail('draw_not_due')
  // Before anything is locked, because checking a signature takes a while.
  requireDeciding(state.due, beacon)
  await drawWinner(app, draw, beacon, by)
}
