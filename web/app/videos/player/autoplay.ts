// 'Play next' is a tap for a film on another page.
import type { Location, NavigationType } from 'react-router'

/** Goes along with the link. */
export const PLAYS_AT_ONCE = { playsAtOnce: true }

/** True for who came by such a link just now; not after a reload, nor on the way back. */
export function playsAtOnce({ state }: Pick<Location<unknown>, 'state'>, came: `${NavigationType}`): boolean {
  return came === 'PUSH' && typeof state === 'object' && state !== null && 'playsAtOnce' in state
}
