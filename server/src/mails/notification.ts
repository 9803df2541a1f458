import { greet } from './greet.ts'
import { renderMail, type MailBody } from './layout.ts'

/** A notification written by an admin: plain text with line breaks. Contains one greeting. */
export function notificationMail(values: {
  username: string
  title: string
  description: string
  /** The video that it is about, which the button opens; null if none. */
  videoId: string | null
  publicUrl: string
  /** The address that turns off mails of this kind; undefined for essential ones. */
  unsubscribe: string | undefined
}): MailBody {
  return renderMail({
    subject: values.title,
    paragraphs: [greet(values.username, values.description).join('\n\n')],
    button:
      values.videoId === null
        ? { label: 'Read it on Baobab', link: `${values.publicUrl}/student/notification` }
        : { label: 'Watch the video', link: `${values.publicUrl}/student/videos?video=${values.videoId}` },
    closing: 'You received this email because you have a Baobab account.',
    publicUrl: values.publicUrl,
    unsubscribe: values.unsubscribe,
  })
}
