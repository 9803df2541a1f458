// Whether a student gets mails that are not essential: news and quizzes. Codes, payments, prizes and consent are mailed
// anyway.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OptionalMailsLink } from './optional-mails-forms.ts'

const group = 'Notifications'

export const MailSetting = z.strictObject({ getsOptionalMails: z.boolean('Say yes or no') })

export const readMailSetting = endpoint({
  group,
  method: 'GET',
  path: '/student/mail-setting',
  who: 'student',
  summary: 'Whether the student gets mails that are not essential',
  reply: MailSetting,
})

export const changeMailSetting = endpoint({
  group,
  method: 'PUT',
  path: '/student/mail-setting',
  who: 'student',
  summary: 'Turns mails to the student that are not essential on or off',
  body: MailSetting,
  reply: MailSetting,
})

export const changeMailSettingByLink = endpoint({
  group,
  method: 'POST',
  path: '/student/mail-setting/by-link',
  who: 'anyone',
  summary: 'The same by the signed link of such a mail, without a login; safe to repeat',
  body: z.strictObject({ ...OptionalMailsLink.shape, ...MailSetting.shape }),
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid'],
})
