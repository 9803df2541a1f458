// The actions that can be done with many rows, each by the action of its feature for one row.
import type { BulkActionName } from '@baobab/contract/bulk.ts'
import type { BulkAction, BulkActions } from './action.ts'
import { paymentActions } from './payment-actions.ts'
import { questionActions } from './question-actions.ts'
import { studentActions } from './student-actions.ts'
import { videoActions } from './video-actions.ts'

const actions: BulkActions = { ...studentActions, ...paymentActions, ...questionActions, ...videoActions }

/** Finds an action by its stored name; undefined if a later version of the product has it no more. */
export function findBulkAction(name: string): BulkAction | undefined {
  return Object.hasOwn(actions, name) ? (actions[name as BulkActionName] as BulkAction) : undefined
}
