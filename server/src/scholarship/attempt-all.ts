/**
 * Runs an action for each item in turn. A failure does not stop later items.
 * @throws AggregateError at the end if any failed, so that the job counts as failed
 */
export async function attemptAll<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await action(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
