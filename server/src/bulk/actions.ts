// The actions that admins can apply to many rows. Each calls its feature's action for one row.
import type { BulkActionName } from '@baobab/contract/bulk/endpoints.ts'
import type { BulkAction, BulkActions } from './action.ts'
import { messageActions } from './message-actions.ts'
import { notificationActions } from './notification-actions.ts'
import { paymentActions } from './payment-actions.ts'
import { questionActions } from './question-actions.ts'
import { studentActions } from './student-actions.ts'
import { videoActions } from './video-actions.ts'

const actions: BulkActions = {
  ...studentActions,
  ...paymentActions,
  ...questionActions,
  ...videoActions,
  ...messageActions,
  ...notificationActions,
}

/** The names of the actions that keep data only for undo. */
export const forgettingActions = (Object.keys(actions) as BulkActionName[]).filter((name) => actions[name].forget)

/** Finds an action by its stored name; undefined if this version of the product no longer has it. */
export function findBulkAction(name: string): BulkAction | undefined {
  return Object.hasOwn(actions, name) ? (actions[name as BulkActionName] as BulkAction) : undefined
}
