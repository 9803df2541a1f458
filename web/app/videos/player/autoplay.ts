// Links such as 'Play next' lead to another page, where the video plays immediately because the student has tapped already.
import type { Location, NavigationType } from 'react-router'

/** The location state of such a link. */
export const AUTOPLAY_STATE = { autoplay: true }

/** Returns whether such a link has just been followed; false after a reload and after going back. */
export function shouldAutoplay({ state }: Pick<Location<unknown>, 'state'>, type: `${NavigationType}`): boolean {
  return type === 'PUSH' && typeof state === 'object' && state !== null && 'autoplay' in state
}
