import { BroughtBeacon } from '@baobab/contract/scholarship/forms.ts'

/** Parses a round copied from a relay; undefined if it is not one. */
export function parseRound(typed: string) {
  try {
    return BroughtBeacon.parse(JSON.parse(typed))
  } catch {
    return undefined
  }
}
