import { renderMail, type MailBody } from './layout.ts'

/** Whether a number was proved for the account, removed by its student, or proved by somebody else who has it now. */
export type NumberChange = 'proved' | 'removed' | 'taken'

const contents = {
  proved: {
    subject: 'You can now log in to Baobab with your phone number',
    paragraph: 'a phone number has just been verified for your Baobab account. You can log in with it.',
    closing:
      'If this was not you, choose a new password with "Forgot password?" on the login page. Use your email there, not the phone number.',
  },
  removed: {
    subject: 'You can no longer log in to Baobab with your phone number',
    paragraph: 'your phone number has just been removed from the ways to log in to your Baobab account.',
    closing: 'If this was not you, choose a new password right away and look at your settings.',
  },
  taken: {
    subject: 'Your phone number now belongs to another Baobab account',
    paragraph:
      'somebody else has shown that they have the phone number of your Baobab account. Phone companies give numbers that nobody uses to other people. You can still log in with your email and your password.',
    closing: 'If you still have this phone number, please write to us on the Contact page.',
  },
} as const satisfies Record<NumberChange, object>

/** Tells a student what happened to the phone number of the account. */
export function numberChangedMail(values: { username: string; change: NumberChange; publicUrl: string }): MailBody {
  const { subject, paragraph, closing } = contents[values.change]
  return renderMail({
    subject,
    paragraphs: [`Hello ${values.username}, ${paragraph}`],
    button: { label: 'Open the settings', link: `${values.publicUrl}/student/setting` },
    closing,
    publicUrl: values.publicUrl,
  })
}
