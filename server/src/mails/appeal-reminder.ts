import { renderMail, type MailBody } from './layout.ts'

/** Reminds an admin of an appeal. Names nobody, because mere suspicions do not belong in a mailbox. */
export function appealReminderMail({ dueAt, publicUrl }: { dueAt: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'A student is waiting for an answer',
    paragraphs: [
      'A student whose points are being checked has told us their side.',
      `Please answer by ${dueAt}. Nothing is decided automatically: the student stays on hold, and cannot win the draw, until somebody decides.`,
    ],
    button: { label: 'Read the message', link: `${publicUrl}/admin/fair-play?show=held` },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}
