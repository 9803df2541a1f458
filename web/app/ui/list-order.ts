// Where a video goes in the order that students see. Pure.
export type MoveDirection = 'up' | 'down' | 'top'

/** The id before which a moved video goes, null for the end; undefined where it is there already. */
export function findMoveTarget(
  ids: readonly string[],
  id: string,
  move: MoveDirection,
): { before: string | null } | undefined {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  if (move === 'down') return at === ids.length - 1 ? undefined : { before: ids[at + 2] ?? null }
  if (at === 0) return undefined
  return { before: ids[move === 'top' ? 0 : at - 1] ?? null }
}

/** Videos in the order of `ids`; those that students do not see come first, for they need somebody. */
export function sortByIds<V extends { _id: string }>(videos: readonly V[], ids: readonly string[]): V[] {
  const place = new Map(ids.map((id, at) => [id, at]))
  const placeOf = ({ _id }: V) => place.get(_id) ?? -1
  return videos.toSorted((a, b) => placeOf(a) - placeOf(b))
}
