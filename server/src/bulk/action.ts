// What an action with many rows is, and how to add one.
import type { BulkActionName, BulkOrder } from '@baobab/contract/bulk/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'

type OptionsOf<Name extends BulkActionName> = Extract<BulkOrder, { action: Name }>['options']

/** A row: its id, and the name by which its feature's actions find it, such as a username. */
export type BulkTarget = { id: string; name: string }

/**
 * What a bulk action does with one row.
 *
 * To add one:
 * 1. `contract/src/bulk/endpoints.ts`: its name (`<list>.<verb>`), options and targets in `BulkOrder`, its callers in `bulkAudience`.
 * 2. `<list>-actions.ts`, which `actions.ts` names: its executor, under the same name. It calls the action of the feature for
 *    one row, with all its checks and its audit line.
 * 3. For a new list: a line in `lists.ts`, which says how rows are found by filters and by ids.
 * 4. `web/app/bulk/admin/text.ts`: its label. On the page: `useSelection` with `DataTable` or `SelectRow`, a `SelectionBar`
 *    with a button for the action, a `BulkDialog` that asks before it, and `BulkRuns`, which shows progress and outcome.
 */
export type BulkAction<Options = never> = {
  /** Requires that the admin entered the password in the last 15 minutes. */
  needsReauthentication?: true
  /** The greatest number of rows; by default `BULK_ROWS_MAX`. */
  maxRows?: number
  /**
   * Set for an action that waits for another company. It gets no transaction, because it would hold a connection, so a crash
   * may repeat it for a row. All others run in a transaction with the mark of the row: exactly once.
   */
  isOutside?: true
  /**
   * Does the action with one row, on `app.db`. A refusal (`fail`) skips the row with the refusal's sentence; any other error
   * fails it. What it returns is stored for `undo`.
   */
  run: (app: App, who: AdminUser, input: { target: BulkTarget; options: Options }) => Promise<unknown>
  /**
   * The rows are changed in the order of the selected ids, and put back in the opposite order. Only for actions that take one
   * lock for all rows first: by default rows are taken in the order of their ids, so that two runs do not block each other.
   */
  isOrdered?: true
  /** Puts one row back. `before` is what `run` returned for it. */
  undo?: (app: App, who: AdminUser, input: { target: BulkTarget; before: unknown }) => Promise<unknown>
  /** Removes what was kept for undoing one row only, such as files, once it can no longer be put back. Safe to repeat. */
  forget?: (app: App, input: { target: Pick<BulkTarget, 'id'>; before: unknown }) => Promise<void>
}

export type BulkActions<Name extends BulkActionName = BulkActionName> = { [N in Name]: BulkAction<OptionsOf<N>> }
