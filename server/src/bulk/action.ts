// Defines actions on many rows. The comment on `BulkAction` explains how to add one.
import type { BulkActionName, BulkOrder } from '@baobab/contract/bulk/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'

type OptionsOf<Name extends BulkActionName> = Extract<BulkOrder, { action: Name }>['options']

/** A row: its id, and the name its feature's actions use to find it, such as a username. */
export type BulkTarget = { id: string; name: string }

/**
 * What a bulk action does to one row.
 *
 * To add one:
 * 1. `contract/src/bulk/endpoints.ts`: its name (`<list>.<verb>`), options and targets in `BulkOrder`, its callers in `bulkAudience`.
 * 2. `<list>-actions.ts`, imported by `actions.ts`: its executor, under the same name. It calls the feature's action for
 *    one row, with all its checks and its audit line.
 * 3. For a new list: a line in `lists.ts` that finds rows by filters and by ids.
 * 4. `web/app/bulk/admin/text.ts`: its label. On the page: `useSelection` with `DataTable` or `SelectRow`, a `SelectionBar`
 *    with a button for the action, a `BulkDialog` that asks for confirmation, and `BulkRuns`, which shows progress and outcome.
 */
export type BulkAction<Options = never> = {
  /** Requires that the admin entered the password in the last 15 minutes. */
  needsReauthentication?: true
  /** How long a run waits before it changes the first row, so that it can still be stopped; at once by default. */
  waitSeconds?: number
  /** The maximum number of rows; by default `BULK_ROWS_MAX`. */
  maxRows?: number
  /**
   * Set for an action that waits for another company. It runs without a transaction, which would hold a connection, so a crash
   * may repeat it for a row. All others run in a transaction that also marks the row: exactly once.
   */
  isOutside?: true
  /**
   * Applies the action to one row, using `app.db`. A refusal (`fail`) skips the row with the refusal's sentence; any other
   * error marks it as failed. The return value is stored for `undo`.
   */
  run: (app: App, who: AdminUser, input: { target: BulkTarget; options: Options }) => Promise<unknown>
  /**
   * Changes the rows in the order of the selected ids, and restores them in the opposite order. Only for actions that first
   * take one lock for all rows: by default rows are processed in id order, so that two runs do not deadlock.
   */
  isOrdered?: true
  /** Restores one row. `before` is what `run` returned for it. */
  undo?: (app: App, who: AdminUser, input: { target: BulkTarget; before: unknown }) => Promise<unknown>
  /** Removes data kept only to undo one row, such as files, once it can no longer be restored. Safe to repeat. */
  forget?: (app: App, input: { target: Pick<BulkTarget, 'id'>; before: unknown }) => Promise<void>
}

export type BulkActions<Name extends BulkActionName = BulkActionName> = { [N in Name]: BulkAction<OptionsOf<N>> }
