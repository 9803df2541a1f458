// Moments worth celebrating. Small, because quiz pages load it: mascot, motion and sounds are loaded when they are needed.
import { studentSession } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'

/** The moments, the most important last: when several come together, the last is shown at the end. 'done' is a hard quiz. */
export const moments = ['right', 'done', 'quiz', 'rank', 'best', 'badge', 'level', 'series', 'prize'] as const
export type Moment = (typeof moments)[number]

let waiting: readonly Moment[] = []
const listeners = new Set<() => void>()

function change(next: readonly Moment[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

export const readWaiting = (): readonly Moment[] => waiting

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The most celebrations that can wait, so that they end soon. */
const WAITING_MAX = 2

/** Celebrates a moment, after those that are still waiting and less important. The same moment does not wait twice. */
export function celebrate(moment: Moment): void {
  if (waiting.includes(moment)) return
  const sorted = [...waiting, moment].toSorted((a, b) => moments.indexOf(a) - moments.indexOf(b))
  change(sorted.slice(-WAITING_MAX))
}

/** Ends the celebration that is shown. */
export function endCelebration(): void {
  change(waiting.slice(1))
}

/** Ends the celebration that is shown, and those that wait. */
export function endCelebrations(): void {
  if (waiting.length > 0) change([])
}

const ONCE_KEY = 'celebrated'
/** How many celebrated things are remembered; older ones do not come again on their own. */
const REMEMBERED = 100

/**
 * Celebrates something once for the student on this phone, however often its page is opened.
 * @param what names it, for example by its id
 */
export function celebrateOnce(moment: Moment, what: string): void {
  const name = `${studentSession()?.studentId} ${moment} ${what}`
  const known = phoneStorage.getItem(ONCE_KEY)?.split('\n') ?? []
  if (known.includes(name)) return
  phoneStorage.setItem(ONCE_KEY, [...known, name].slice(-REMEMBERED).join('\n'))
  celebrate(moment)
}

const SWITCH_KEY = 'sounds'

/** Whether sounds and vibration are on. They are until somebody turns them off. */
export function areSoundsOn(): boolean {
  return phoneStorage.getItem(SWITCH_KEY) !== 'off'
}

export function turnSounds(areOn: boolean): void {
  if (areOn) phoneStorage.removeItem(SWITCH_KEY)
  else phoneStorage.setItem(SWITCH_KEY, 'off')
}
