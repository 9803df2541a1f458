// The first thing that the System page shows: whether each part of the product works.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

const count = z.number().int()
const instantOrNull = z.nullable(field.instant)

/** `look`: somebody should check it. `unknown`: it could not be read, which says nothing about the other parts. */
export const healthStates = ['well', 'look', 'broken', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

/** One part of the product: its state, and the facts behind it (null if they could not be read). */
const part = <Facts extends z.ZodType>(facts: Facts) =>
  z.object({ state: z.enum(healthStates), facts: z.nullable(facts) })

/** Jobs of some queues. */
const Work = z.object({
  /** Jobs that could run now but have not started. */
  waiting: count,
  /** Since when the oldest of them has been waiting. */
  waitingSince: instantOrNull,
  /** Jobs that failed at least three times and are being retried. */
  retrying: count,
  /** When the oldest of them was created. */
  retryingSince: instantOrNull,
  /** Jobs that failed for good in the last week. */
  failed: count,
  /** Jobs that finished in the last 24 hours. */
  done: count,
  lastDoneAt: instantOrNull,
})
export type Work = z.infer<typeof Work>

const Storage = z.object({
  kind: z.enum(['folder', 'object-store']),
  /** The number of running servers that cannot reach it. */
  unreachable: count,
  /** The smallest free space on any disk with files; null for an object store. */
  freeBytes: z.nullable(count),
  /** Whether the database's disk is so full that writes are refused. */
  isDatabaseFull: z.boolean(),
})

const Backup = z.object({ isOn: z.boolean(), lastAt: instantOrNull, isLate: z.boolean() })

const Provider = z.object({
  /** The last day whose payments were compared; null if there was none. */
  comparedDay: z.nullable(z.string()),
  /** Differences on that day that need an admin. */
  differences: count,
  /** Whether a day before yesterday has not been compared. */
  isLate: z.boolean(),
  /** Why the provider did not answer an unfinished job; null if all are finished. */
  lastError: z.nullable(z.string()),
})

const Draw = z.object({
  /** When the next winner is drawn. */
  nextAt: field.instant,
  /** The month of a draw that is more than an hour overdue. */
  overdueMonth: z.nullable(z.string()),
  /** The first month that closed more than an hour ago and has no list. */
  missingMonth: z.nullable(z.string()),
  /** The number of students who report being missing from a list and are waiting for an answer. */
  openClaims: count,
  /** Draws with a winner whom nobody has confirmed yet. */
  unconfirmed: count,
})

const Versions = z.object({
  servers: z.array(
    z.object({
      _id: z.string(),
      version: z.string(),
      nodeVersion: z.string(),
      startedAt: field.instant,
      lastSeenAt: field.instant,
    }),
  ),
  /** The number of migrations in the database, which is the version of its schema. */
  migrations: count,
  postgres: z.string(),
})

const Clock = z.object({
  /** The largest difference between a server's clock and the database's, in milliseconds. */
  differenceMs: count,
  /** Whether jobs wait until an owner confirms the date. */
  isHeld: z.boolean(),
  /** The last time at which the date was known to be right. */
  seenAt: field.instant,
})

export const SystemHealth = z
  .object({
    mail: part(Work),
    jobs: part(Work),
    storage: part(Storage),
    backup: part(Backup),
    provider: part(Provider),
    draw: part(Draw),
    versions: part(Versions),
    clock: part(Clock),
  })
  .meta({ id: 'SystemHealth' })
export type SystemHealth = z.infer<typeof SystemHealth>
export type HealthPart = keyof SystemHealth
/** What is known about each part. */
export type HealthFacts = { [P in HealthPart]: NonNullable<SystemHealth[P]['facts']> }

export const readSystemHealth = endpoint({
  group: 'System',
  method: 'GET',
  path: '/admin/system-health',
  who: ['owner', 'auditor'],
  summary: 'Whether mail, jobs, storage, backup, payment provider, draw, versions and clock are healthy, and why not',
  reply: SystemHealth,
})
