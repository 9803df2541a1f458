import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { computeHmac, isSameSecret } from '../../platform/security/tokens.ts'

/** Returns the token of the link that is mailed to the new address. */
export function deriveConfirmToken(app: Pick<App, 'keys'>, changeId: string): string {
  return computeHmac(app.keys.resets, 'email change', changeId).toString('base64url')
}

/** Returns the token of the link that is mailed to the present address. */
export function deriveRefuseToken(app: Pick<App, 'keys'>, changeId: string): string {
  return computeHmac(app.keys.resets, 'email change refused', changeId).toString('base64url')
}

/** Returns the token of the link that is mailed to the former address. It names the row, which has no column for the token. */
export function deriveReportToken(app: Pick<App, 'keys'>, change: { studentId: string; correctionId: string }): string {
  const secret = computeHmac(app.keys.resets, 'email change reported', change.correctionId).toString('base64url')
  return `${change.studentId}.${change.correctionId}.${secret}`
}

/** Returns what the link to a former address is about; undefined for all other tokens. */
export function readReportToken(
  app: Pick<App, 'keys'>,
  token: string,
): { studentId: string; correctionId: string } | undefined {
  const [studentId = '', correctionId = ''] = token.split('.')
  if (!isId(studentId) || !isId(correctionId)) return undefined
  const change = { studentId, correctionId }
  return isSameSecret(token, deriveReportToken(app, change)) ? change : undefined
}
