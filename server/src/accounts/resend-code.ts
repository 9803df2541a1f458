// Asks for a new code. The answer and the wait are the same whether the address is known or not (decisions 2).
import { randomUUID } from 'node:crypto'
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../app.ts'
import { takeTurn, waitKey } from '../platform/waits.ts'
import { accountMails } from './account-mails.ts'
import { makeCode } from './make-code.ts'
import { keyOf, studentByEmail } from './queries.ts'

const rule = { free: 1, firstMs: RESEND_MS, longestMs: RESEND_MS }
const keyFor = (email: string) => waitKey('resend', keyOf(email))

/** Registration has just sent a code: the next may be asked for in a minute. */
export async function startResendWait(app: App, email: string): Promise<void> {
  // A wait that already runs (somebody registers again at once) stays as it is.
  await takeTurn(app, keyFor(email), rule).catch(() => undefined)
}

/** Mails a new code to an address that still waits to be verified; the old code dies. */
export async function resendCode(app: App, email: string): Promise<void> {
  await takeTurn(app, keyFor(email), rule, accountsText.codeTooSoon)
  const mayMail = await app.limits.mayMail('verify-code', keyOf(email))
  await app.db.transaction(async (tx) => {
    const student = await studentByEmail(tx, email)
    if (!mayMail) return
    // For an address without a code to come, the same is done in vain: the mail of no code is dropped.
    const codeId = await makeCode(app, tx, student?.id)
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId: codeId ?? randomUUID() })
  })
}
