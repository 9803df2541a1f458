// Decides before anything is stored whether a number may get text messages. Nothing here depends on accounts, so a refusal reveals
// nothing about them.
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import { smsReplyText } from '@baobab/contract/sms/text.ts'
import type { App } from '../platform/app.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { requirePhoneNumber } from '../platform/phone-numbers.ts'
import type { SmsQuota } from '../platform/security/rate-limits.ts'
import { countPartsToday, loadRangeCounts } from './queries.ts'
import { isInCountries, isMobile, isRangePaused, judgeBudget, toRange } from './rules.ts'

/** Whether text messages can be sent at all. */
export const canSendSms = (app: Pick<App, 'sms'>): boolean => app.sms !== undefined

/** Fails with 400 about the field if no text messages can be sent. */
export function requireSmsOffered(app: Pick<App, 'sms'>, field: string): void {
  if (!canSendSms(app)) failField(field, accountsReplyText.smsUnavailable)
}

/**
 * Returns a typed number in E.164. Fails with 400 about the field if it is no number, or of a country or kind that gets no text
 * messages.
 */
export function requireSmsNumber(app: Pick<App, 'config'>, field: string, typed: string): string {
  const number = requirePhoneNumber(field, typed)
  const { countries } = app.config.sms
  if (!isInCountries(number, countries))
    failField(field, countries.join() === '234' ? accountsReplyText.numberAbroad : smsReplyText.countryNotServed)
  if (!isMobile(number)) failField(field, smsReplyText.notMobile)
  return number
}

/**
 * Fails with `sms_paused` if the day's budget is used up. Call it before anything is stored, for known and unknown numbers alike.
 * @param number a number that anybody may enter without having proved it: also fails if its range gets no more codes. Leave it out
 * for codes that only go to proved numbers, such as for resets. Otherwise a stranger who fills the range would lock the owner out.
 */
export async function requireSmsOpen(app: App, number?: string): Promise<void> {
  const now = app.clock.now()
  const { dailyBudget } = app.config.sms
  if (!app.sms || judgeBudget(await countPartsToday(app.db, now), dailyBudget) === 'spent') fail('sms_paused')
  if (number !== undefined && isRangePaused(await loadRangeCounts(app.db, toRange(number), now))) fail('sms_paused')
}

/**
 * Counts a code for a number, before the transaction that creates it, for known and unknown numbers alike.
 * @param quota `code-known-browser` for a browser in which the number's account has logged in, so that strangers cannot use up its codes
 * @returns whether the number may get it; if not, the caller replies as usual and sends nothing
 */
export function maySendCode(app: App, number: string, quota: SmsQuota & `code${string}` = 'code'): Promise<boolean> {
  return app.rateLimits.consumeSmsQuota(quota, number)
}

/** Counts a message without a code for a number; returns whether the number may get it. */
export function maySendText(app: App, number: string, quota: Exclude<SmsQuota, `code${string}`>): Promise<boolean> {
  return app.rateLimits.consumeSmsQuota(quota, number)
}
