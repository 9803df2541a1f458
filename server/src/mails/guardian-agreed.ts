import { renderMail, type MailBody } from './layout.ts'

/** Confirms to a parent or guardian that they agreed to a child's account. */
export function guardianAgreedMail(values: { username: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `You agreed to the Baobab account of ${values.username}`,
    paragraphs: [
      `Thank you. You agreed that ${values.username} may have a Baobab account. With it, the child can watch videos, answer quizzes, appear on the leaderboard and take part in the monthly scholarship.`,
      'Keep this email. Its link shows what you agreed to and lets you withdraw your consent at any time. We then close the account and delete the personal data.',
    ],
    button: { label: 'See or withdraw my consent', link: values.link },
    closing: 'Do not forward this email: anyone who has the link can close the account.',
    publicUrl: values.publicUrl,
  })
}
