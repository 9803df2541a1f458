// The link below mails that are not essential: news and quizzes. Codes, payments, prizes and consent are mailed anyway. A
// student who is logged in has the same choice in the settings (profile.ts).
import { z } from 'zod'
import { accountsText } from '../accounts/text.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { MailSetting } from '../profile/endpoints.ts'

/** Longer than any token that we sign. */
const TOKEN_MAX = 200
const token = z
  .string(accountsText.tokenInvalid)
  .min(1, accountsText.tokenInvalid)
  .max(TOKEN_MAX, accountsText.tokenInvalid)

export const changeMailSettingByLink = endpoint({
  group: 'Notifications',
  method: 'POST',
  path: '/student/mail-setting/by-link',
  who: 'anyone',
  summary:
    'Turns mails that are not essential on or off by the signed link of such a mail, without a login; safe to repeat',
  body: MailSetting.extend({ token }),
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid'],
})
