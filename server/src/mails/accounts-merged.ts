import { renderMail, type MailBody } from './layout.ts'

/**
 * Announces that two of a student's accounts are now one.
 * @param values.kept the username of the remaining account; `merged` is that of the other
 * @param values.email the masked email of the remaining account
 * @param values.to whether this goes to one of the accounts, or to the guardian who agreed to the merged one
 */
export function accountsMergedMail(values: {
  kept: string
  merged: string
  email: string
  to: 'kept' | 'merged' | 'guardian'
  publicUrl: string
}): MailBody {
  const { kept, merged, email, to, publicUrl } = values
  const hello = { kept: `Hello ${kept}, you`, merged: `Hello ${merged}, you`, guardian: 'Hello, your child' }[to]
  const whose = to === 'guardian' ? 'The points' : 'Your points'
  return renderMail({
    subject: 'Two Baobab accounts have been merged',
    paragraphs: [
      `${hello} had two accounts at Baobab: ${merged} and ${kept}. We have merged ${merged} into ${kept}.`,
      `${whose}, payments, certificates and videos are in ${kept} now. If the same quiz was taken in both accounts, the first try counts.`,
      `To log in, use the email ${email} and the password of ${kept}. Nobody can log in to ${merged} any more.`,
      ...(to === 'guardian' ? ['Your consent counts for this account too, and your link still withdraws it.'] : []),
    ],
    button: { label: 'Log in', link: `${publicUrl}/student/login` },
    closing: 'If this is not right, or something is missing, write to us on the contact page.',
    publicUrl,
  })
}
