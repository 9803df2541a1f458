// The time stamps that outside authorities gave to the files of a draw (RFC 3161).
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { month } from './endpoints.ts'

const group = 'Scholarship'

/** `list-v2.txt.timestamp.example.tsr` or `notices-3.json.timestamp.example.tsr`. */
const stampName = /^(list(-v\d{1,2})?\.txt|notices(-v\d{1,2})?-\d{1,4}\.json)\.[a-z0-9.-]{1,253}\.tsr$/

/**
 * Returns the name of what is stamped: a version of the list, or the first notices of its draw, which are a file of their own
 * each time that one is added. The number in its name is that of the last one, from 0, as in `drawFile`.
 */
export function toStampedName({ version, notices }: { version: number; notices?: number }): string {
  const ofVersion = version === 1 ? '' : `-v${version}`
  return notices === undefined ? `list${ofVersion}.txt` : `notices${ofVersion}-${notices - 1}.json`
}

export const TimeStampFile = z
  .object({
    /** The name under which `timeStampFile` has it. */
    name: z.string(),
    /** What was stamped, as `toStampedName` names it. */
    file: z.string(),
    /** The host that gave it. */
    authority: z.string(),
    /** The SHA-256 of what was stamped. */
    hash: z.string(),
    /** The time that the authority signed. */
    at: field.instant,
  })
  .meta({ id: 'TimeStampFile' })
export type TimeStampFile = z.infer<typeof TimeStampFile>

export const listTimeStamps = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/time-stamps',
  who: 'anyone',
  summary: 'The time stamps that outside authorities gave to the lists and notices of a month, the oldest first',
  params: z.object({ month }),
  reply: z.object({ stamps: z.array(TimeStampFile) }),
})

export const timeStampFile = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/time-stamps/:name',
  who: 'anyone',
  summary: 'A time stamp as its authority sent it, for `openssl ts -verify -in`',
  params: z.object({ month, name: z.string().regex(stampName, 'Unknown file') }),
  reply: z.string(),
  fails: ['not_found'],
})
