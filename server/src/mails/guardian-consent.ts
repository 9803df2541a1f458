import { renderMail, type MailBody } from './layout.ts'

export function guardianConsentMail(values: { username: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'A child asks for your consent to join Baobab',
    paragraphs: [
      `${values.username} registered at Baobab and named you as parent or guardian. Baobab shows short moral stories, asks a quiz on each, and draws a monthly scholarship. Open this link to agree:`,
      'We keep the username, email, phone number, date of birth, gender and address. Other students see only the username and the points. You may ask us to delete the account at any time.',
    ],
    button: { label: 'I agree', link: values.link },
    closing: 'If you do not know this child, leave this mail alone. The account stays closed without your consent.',
    publicUrl: values.publicUrl,
  })
}
