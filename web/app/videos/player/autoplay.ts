// 'Play next' is a link to another page whose video plays at once: the tap counts for it.
import type { Location, NavigationType } from 'react-router'

/** The location state of such a link. */
export const AUTOPLAY_STATE = { autoplay: true }

/** Whether such a link has just been followed; false after a reload and on the way back. */
export function shouldAutoplay({ state }: Pick<Location<unknown>, 'state'>, type: `${NavigationType}`): boolean {
  return type === 'PUSH' && typeof state === 'object' && state !== null && 'autoplay' in state
}
