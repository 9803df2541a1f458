import { renderMail, type MailBody } from './layout.ts'

/** Tells an admin that last night's backup failed. The reason is on the jobs page. */
export function backupFailedMail({ publicUrl }: { publicUrl: string }): MailBody {
  return renderMail({
    subject: 'The nightly backup failed',
    paragraphs: [
      'Last night’s backup was not made. If the server were lost now, everything since the last backup would be lost with it.',
      'Please show this to the person who runs the server: the failed job says why.',
    ],
    button: { label: 'See the failed job', link: `${publicUrl}/admin/system` },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}
