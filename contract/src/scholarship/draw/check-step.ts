/** What is checked, in this order. The steps from `round` to `winner` are repeated for each attempt, and `time` for each file that has time stamps. */
export type CheckName = 'list' | 'board' | 'told' | 'chain' | 'round' | 'beacon' | 'winner' | 'opening' | 'time'

export type CheckStep = {
  name: CheckName
  attempt: number
  isTrue: boolean
  reason?: string
  /** Set if the step is about the secrets of witnesses in place of a round. */
  isWitnessDraw?: true
}

/** Returns a step that is true, or false for a reason. */
export const step = (name: CheckName, attempt: number, reason?: string): CheckStep =>
  reason === undefined ? { name, attempt, isTrue: true } : { name, attempt, isTrue: false, reason }
