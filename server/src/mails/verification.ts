import { renderMail, type MailBody } from './layout.ts'

/** Tells an admin that stored rows contradict each other. The jobs page shows which ones. */
export function verificationMail({ brokenCount, publicUrl }: { brokenCount: number; publicUrl: string }): MailBody {
  const problems = brokenCount === 1 ? 'a problem' : `${brokenCount} problems`
  return renderMail({
    subject: 'The nightly check found a problem',
    paragraphs: [
      `The nightly check of all stored data found ${problems}. Points, payments, draws or files may be wrong.`,
      'Nothing was changed. Please show this to the person who runs the server: the failed job says what was found.',
    ],
    button: { label: 'See the failed job', link: `${publicUrl}/admin/system` },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}
