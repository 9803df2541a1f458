// Pure rules of the streak: consecutive days with a quiz. Time is an argument. Days are Lagos dates (YYYY-MM-DD).
import { addDays, listDays, mondayOf } from '@baobab/contract/kernel/days.ts'
import { STREAK_PAUSE_DAYS } from '@baobab/contract/quiz/rules.ts'
import type { StreakDay, StreakDayState } from '@baobab/contract/quiz/endpoints.ts'

/** The first and last day of a pause. */
export type PausedDays = { from: string; to: string }

const WEEK = 7

/**
 * Counts consecutive days with a quiz, up to today. Neither a paused day nor the first missed day of a week (Monday to Sunday)
 * breaks the streak, and neither counts. Today is not missed until it ends.
 * @param days the days with a quiz, in any order
 */
export function countStreakDays(days: readonly string[], today: string, pauses: readonly PausedDays[] = []): number {
  return followStreak(days, today, pauses).count
}

/** Returns the last seven days, today last, with what each counts as. */
export function describeStreakWeek(
  days: readonly string[],
  today: string,
  pauses: readonly PausedDays[] = [],
): StreakDay[] {
  const { states } = followStreak(days, today, pauses)
  return listDays({ from: addDays(today, 1 - WEEK), to: today }).map((day) => ({
    day,
    state: states.get(day) ?? (isPaused(day, pauses) ? 'pause' : 'open'),
  }))
}

const isPaused = (day: string, pauses: readonly PausedDays[]) => pauses.some(({ from, to }) => from <= day && day <= to)

/**
 * Follows the streak from its first day, because whether a missed day is free depends on the days before it: the first one in
 * its week is free. This does not depend on the streak itself, so a pause can only lengthen it.
 */
function followStreak(days: readonly string[], today: string, pauses: readonly PausedDays[]) {
  const done = new Set(days)
  const first = days.reduce((earliest, day) => (day < earliest ? day : earliest), today)
  const states = new Map<string, StreakDayState>()
  const weeksWithRest = new Set<string>()
  let count = 0
  for (const day of listDays({ from: first, to: today })) {
    if (done.has(day)) {
      count += 1
      states.set(day, 'done')
    } else if (day !== today && !isPaused(day, pauses)) {
      const isFree = !weeksWithRest.has(mondayOf(day))
      weeksWithRest.add(mondayOf(day))
      if (!isFree) count = 0
      states.set(day, count > 0 ? 'rest' : 'open')
    }
  }
  return { count, states }
}

/** Returns whether a pause starts near today: illnesses are reported afterwards, and exams are known a few weeks ahead. */
export function isPauseNear({ from }: PausedDays, today: string): boolean {
  return addDays(today, -STREAK_PAUSE_DAYS) <= from && from <= addDays(today, STREAK_PAUSE_DAYS)
}
