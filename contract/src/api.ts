// All endpoints in one object: the API's page, the limits and the permission test walk it.
import * as accounts from './accounts.ts'
import * as admins from './admins.ts'
import * as audit from './audit.ts'
import * as console from './console.ts'
import * as contact from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import * as figures from './figures.ts'
import * as leaderboard from './leaderboard.ts'
import * as notifications from './notifications.ts'
import * as paymentOffice from './payment-office.ts'
import * as payments from './payments.ts'
import * as privacy from './privacy.ts'
import * as quiz from './quiz.ts'
import * as sheets from './sheets.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as trivia from './trivia.ts'
import * as videos from './videos.ts'

function endpointsOf(feature: Record<string, unknown>): Endpoint[] {
  return Object.values(feature).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  )
}

/** Every endpoint of the product, in the order of its features. */
export const api: readonly Endpoint[] = [
  accounts,
  sessions,
  admins,
  videos,
  quiz,
  trivia,
  sheets,
  leaderboard,
  contact,
  settings,
  audit,
  console,
  figures,
  notifications,
  payments,
  paymentOffice,
  privacy,
].flatMap(endpointsOf)
