// Maintenance: a period in which no quiz starts and running quizzes are paused.
import type { ErrorCodes } from '../kernel/text.ts'
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

// What students read about maintenance. Times are in Lagos.
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
  timeZone: 'Africa/Lagos',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Africa/Lagos' })

/** Formats a time as '2:00 pm', or as '26 Nov, 2:00 pm' if it is not on the same day as `now`. */
function formatMoment(at: Date, now: Date): string {
  const time = TIME.format(at)
  return DAY.format(at) === DAY.format(now) ? time : `${DAY.format(at)}, ${time}`
}

type Times = { startsAt: Date; expectedEndAt: Date; now: Date }

/** When maintenance is expected to end. */
const until = ({ expectedEndAt, now }: Pick<Times, 'expectedEndAt' | 'now'>) =>
  expectedEndAt > now
    ? `We expect to be ready at ${formatMoment(expectedEndAt, now)}.`
    : 'It is taking longer than we planned.'

export const maintenanceText = {
  planned: ({ startsAt, expectedEndAt, now }: Times) =>
    `We will be working on Baobab from ${formatMoment(startsAt, now)} to ${formatMoment(expectedEndAt, now)}. You cannot start a quiz then.`,
  closing: (times: Times) =>
    `We are about to work on Baobab, so you cannot start a new quiz now. ${until(times)} A quiz that you have started continues.`,
  on: (times: Times) =>
    `We are working on Baobab, so you cannot start a quiz now. ${until(times)} You can watch videos and practise.`,
  quizStopped: (times: Pick<Times, 'expectedEndAt' | 'now'>) =>
    `We are working on Baobab. The clock is stopped. Your answers are saved. ${until(times)}`,
  noPayments: (times: Pick<Times, 'expectedEndAt' | 'now'>) =>
    `We are working on Baobab, so you cannot pay now. ${until(times)} You have not been charged.`,
  later: 'We are working on Baobab. Please try again later.',
} as const

// What admins read about maintenance.
export const maintenanceAdminText = {
  loading: 'Loading the maintenance mode...',
  failed: 'Failed to load the maintenance mode.',
  chooseTimes: 'Please choose when it starts and ends.',
  startsTooLate: 'It can start at most 30 days from now.',
  startsInThePast: 'The start is in the past. To start now, choose “Now”.',
  startsTooSoon: 'It can start now or at least 5 minutes from now, so that running quizzes can finish first.',
  endsBeforeItStarts: 'The end has to be after the start.',
  outageTooOld: 'The outage can have begun at most 24 hours ago.',
  givenBackAlready: 'That time was already given back after an earlier maintenance.',
  tooLong: 'It can last at most 24 hours.',
  isOnAlready: 'Maintenance is already planned or on. Another admin may have been faster.',
  switchedOn: 'Maintenance is on. No quiz can be started, and running quizzes are paused.',
  plannedFor: 'The maintenance is planned. Students see when it begins.',
  wasOff: 'Maintenance is already off.',
  canceled: 'The planned maintenance was canceled.',
  switchedOff: (attempts: number) => {
    if (attempts === 0) return 'Maintenance is off. No quiz was running when it began.'
    const quizzes = attempts === 1 ? '1 quiz' : `${attempts.toLocaleString('en-NG')} quizzes`
    return `Maintenance is off. ${quizzes} got the lost time back.`
  },
} as const

export const maintenanceErrors = {
  maintenance_exists: { status: 409, message: maintenanceAdminText.isOnAlready },
  maintenance: { status: 503, message: maintenanceText.later },
} as const satisfies ErrorCodes

// When maintenance begins and ends, as chosen by an owner.

const instant = mini.iso
  .datetime({ offset: true, error: maintenanceAdminText.chooseTimes })
  .check(mini.maxLength(40, field.INVALID_DATE))

/** Without `startsAt`, it begins now. The server checks the times, because that needs its clock. */
export const MaintenanceForm = mini.strictObject({ startsAt: mini.optional(instant), expectedEndAt: instant })

/**
 * `planned`: announced, and quizzes can still start. `closing`: it begins so soon that no quiz can start, and running ones end
 * first. `on`: running quizzes are paused.
 */
export const maintenancePhases = ['planned', 'closing', 'on'] as const
export type MaintenancePhase = (typeof maintenancePhases)[number]

/** What students see of maintenance. */
export const Maintenance = z
  .object({ phase: z.enum(maintenancePhases), startsAt: field.instant, expectedEndAt: field.instant })
  .meta({ id: 'Maintenance' })
export type Maintenance = z.infer<typeof Maintenance>

// How owners switch maintenance on and off.

const group = 'System'

export const readMaintenance = endpoint({
  group,
  method: 'GET',
  path: '/admin/maintenance',
  who: ['owner', 'auditor'],
  summary: 'The maintenance that is planned or on, and who planned it; null if there is none',
  reply: z.object({
    maintenance: z.nullable(
      Maintenance.extend({
        /** Null if it was switched on from the server's command line. */
        by: z.string().nullable(),
      }),
    ),
    /** Quizzes that are running now and would be stopped if maintenance began immediately. */
    runningQuizzes: z.number().int(),
    serverNow: field.instant,
  }),
})

export const startMaintenance = endpoint({
  group,
  method: 'POST',
  path: '/admin/maintenance',
  who: ['owner'],
  summary: 'Switches maintenance on, now or at a time: no quiz starts then, and running ones are paused',
  body: MaintenanceForm,
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
  fails: ['maintenance_exists'],
})

export const endMaintenance = endpoint({
  group,
  method: 'POST',
  path: '/admin/maintenance/end',
  who: ['owner'],
  summary:
    'Switches maintenance off, and gives the quizzes that it stopped their lost time back; or cancels a planned one',
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
})
