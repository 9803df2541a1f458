import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { ChainFile } from '@baobab/contract/scholarship/draw/files.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { DrawRow } from './draw-rows.ts'
import { readRules } from './publish-rules.ts'
import { readEvents } from './read-events.ts'
import { drawState, type DrawState } from './rules.ts'
import type { drawEvents } from './tables.ts'

/** A draw with everything that determines what comes next. */
export type LoadedDraw = {
  draw: DrawRow
  chain: ChainFile
  events: (typeof drawEvents.$inferSelect)[]
  state: DrawState
}

/** Loads a draw with its events. */
export async function loadDraw(
  app: Pick<App, 'clock' | 'config' | 'drand'>,
  db: Db | Tx,
  draw: DrawRow,
): Promise<LoadedDraw> {
  const rules = await readRules(app, db, draw.month)
  const events = await readEvents(db, draw.id)
  const state = drawState(draw, toChain(rules.chain), events)
  return { draw, chain: rules.chain, events, state }
}

/** Loads a draw for a page. If its events contradict each other, this is only logged, so that the others are shown. */
export async function tryLoadDraw(app: App, draw: DrawRow): Promise<LoadedDraw | undefined> {
  return loadDraw(app, app.db, draw).catch((error: unknown) => {
    app.log.error({ err: error, month: draw.month }, 'a draw cannot be shown')
    return undefined
  })
}
