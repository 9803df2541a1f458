import { renderMail, type MailBody } from './layout.ts'

export function guardianConsentMail(values: { username: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'A child needs your consent to join Baobab',
    paragraphs: [
      `${values.username} registered at Baobab and named you as parent or guardian. Baobab shows short moral videos with a quiz on each one, and draws the winner of a scholarship every month. To agree, open this link:`,
      'We store the username, email, phone number, date of birth, gender and address. Other students see only the username, points and rank. You may ask us to delete the account at any time.',
    ],
    button: { label: 'I agree', link: values.link },
    closing: 'If you do not know this child, you can ignore this email. Without your consent the account stays closed.',
    publicUrl: values.publicUrl,
  })
}
