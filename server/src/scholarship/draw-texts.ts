// Text messages about draws, to students whose email does not reach them. They read the same in the app.
import { formatCode } from '@baobab/contract/scholarship/draw/rules.ts'
import { shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { and, eq } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import { findMailbox } from '../accounts/own-address.ts'
import type { App } from '../platform/app.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { maySendText } from '../sms/require-sms.ts'
import { sendSms } from '../sms/send-sms.ts'
import { drawText, wonText } from '../sms/texts.ts'
import { drawEntries, draws } from './tables.ts'

/** `entered`: the number of an entrant, and the code of the list. `won`: the prize can be claimed. */
type DrawText = { kind: 'entered' | 'won'; drawId: string; studentId: string }

export const drawTexts = defineQueue<DrawText>('draw-texts', { retryLimit: 20 })

/** A text message has room for the first 16 digits of a hash, with its letter. */
const CODE_LENGTH = 18

type Reachable = Parameters<typeof findMailbox>[0] & { provedNumber: string | null }

/** Returns the number that gets the messages of an account; undefined if it gets mails, or has no proved number. */
export function findTextNumber({ provedNumber, ...account }: Reachable): string | undefined {
  if (findMailbox(account) !== undefined || (account.erasedAt ?? null) !== null) return undefined
  return provedNumber ?? undefined
}

/** Sends a message, unless by now the account gets mails, has lost its number or is erased. */
export async function sendDrawText(app: App, { kind, drawId, studentId }: DrawText): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findTextNumber(student)
  const [draw] = await app.db.select().from(draws).where(eq(draws.id, drawId))
  if (to === undefined || !draw) return
  const text = kind === 'won' ? toWonText(app, draw) : await toEnteredText(app, draw, studentId)
  if (text === undefined || !(await maySendText(app, to, 'draw'))) return
  await sendSms(app, { to, text, kind: 'draw' })
}

type Draw = typeof draws.$inferSelect

const toWonText = ({ config: { publicUrl } }: App, { month }: Draw): string =>
  wonText({ month: shortMonthName(month), link: `${publicUrl}/student/claim` })

async function toEnteredText(
  app: App,
  { id, month, version, listHash }: Draw,
  studentId: string,
): Promise<string | undefined> {
  const isOwn = and(eq(drawEntries.drawId, id), eq(drawEntries.studentId, studentId))
  const [entry] = await app.db.select({ index: drawEntries.index }).from(drawEntries).where(isOwn)
  const number = entry?.index
  if (number === undefined || number === null) return undefined
  const code = formatCode('list', listHash).slice(0, CODE_LENGTH)
  // The short link of a first list keeps the message in one part.
  const query = version > 1 ? `?version=${version}` : ''
  const link = `${app.config.publicUrl}/scholarship/${month}/verify${query}`
  return drawText({ month: shortMonthName(month), number, code, link })
}
