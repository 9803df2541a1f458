// Groups connections by what limits their number, such as an address, and finds the one to close when a group is full.
import type { LimitedKey } from '../security/open-counts.ts'

/**
 * The state of a connection. `incomplete`: the client has not sent a complete request yet. `idle`: the latest request has its
 * reply, and part of the next one may have arrived. `busy`: everything else.
 */
export type Activity = 'incomplete' | 'idle' | 'busy'

type Member = { keys: readonly LimitedKey[]; activity: Activity }

/** Each set begins with the member that has had this activity for the longest time. */
type Group<T> = Record<Activity, Set<T>>

/** Creates the groups; a member is in one for each of its keys. */
export function createConnectionGroups<T extends Member>() {
  const groups = new Map<string, Group<T>>()
  return {
    add(member: T) {
      for (const { key } of member.keys) {
        const group = groups.get(key) ?? { incomplete: new Set(), idle: new Set(), busy: new Set() }
        groups.set(key, group)
        group[member.activity].add(member)
      }
    },
    /** Does nothing for a connection that is not a member. */
    remove(member: T) {
      for (const { key } of member.keys) {
        const group = groups.get(key)
        group?.[member.activity].delete(member)
        if (group && countMembers(group) === 0) groups.delete(key)
      }
    },
    /** Changes the activity of a connection. */
    change(member: T, activity: Activity) {
      if (activity === member.activity) return
      for (const { key } of member.keys) {
        const group = groups.get(key)
        if (group?.[member.activity].delete(member)) group[activity].add(member)
      }
      member.activity = activity
    },
    /** Returns the first key whose group is at its limit; undefined if there is room for one more. */
    findFull: (keys: readonly LimitedKey[]) => keys.find(({ key, limit }) => countMembers(groups.get(key)) >= limit),
    /** Returns the member to close for a new one: the oldest incomplete one, or else the one idle for the longest time. */
    findReplaceable(key: string): T | undefined {
      const { incomplete, idle } = groups.get(key) ?? {}
      const [oldest] = incomplete?.size ? incomplete : (idle ?? [])
      return oldest
    },
  }
}

function countMembers(group: Group<unknown> | undefined): number {
  return group ? group.incomplete.size + group.idle.size + group.busy.size : 0
}
