import { BroughtBeacon } from '@baobab/contract/scholarship/forms.ts'

/** Reads a round that a person has copied from a relay; undefined if it is none. */
export function parseRound(typed: string) {
  try {
    return BroughtBeacon.parse(JSON.parse(typed))
  } catch {
    return undefined
  }
}
