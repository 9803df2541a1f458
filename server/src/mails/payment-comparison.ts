import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { renderMail, type MailBody } from './layout.ts'

const explanations = {
  missed:
    'The provider lists these as paid, but we had not credited them. We have asked the provider about each of them again and credited those that it confirmed.',
  amount:
    'The provider lists a different amount or currency than expected. Please check each payment in its dashboard.',
  'not-theirs':
    'We count these as paid, but the provider does not list them. Please check each payment in its dashboard.',
  unknown:
    'The provider lists these, but they are not Baobab payments. This is fine if the merchant account has other uses.',
} as const
type Kind = keyof typeof explanations
const kinds = ['missed', 'amount', 'not-theirs', 'unknown'] as const satisfies readonly Kind[]

type Comparison = {
  /** The day in Lagos, as YYYY-MM-DD. */
  day: string
  ourCount: number
  ourKobo: number
  theirCount: number
  theirKobo: number
  differences: readonly { reference: string; what: Kind }[]
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatSide = (count: number, kobo: number) =>
  `${count} ${count === 1 ? 'payment' : 'payments'}, ${formatNaira(kobo)}`

/** The maximum number of references listed for each kind. */
const MAX_LISTED = 20

function toParagraphs(kind: Kind, differences: Comparison['differences']): string[] {
  const references = differences.filter(({ what }) => what === kind).map(({ reference }) => reference)
  if (references.length === 0) return []
  const more = references.length - MAX_LISTED
  const lines = [explanations[kind], ...references.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])]
  return [lines.join('\n')]
}

/** Renders the mail that tells admins how a day's payments differ from the provider's list. */
export function paymentComparisonMail(values: { comparison: Comparison; publicUrl: string }): MailBody {
  const { comparison, publicUrl } = values
  const { day, ourCount, ourKobo, theirCount, theirKobo, differences } = comparison
  const date = dateFormat.format(new Date(day))
  return renderMail({
    subject: `Please check the payments on ${date}`,
    paragraphs: [
      `Our payments of ${date} (Lagos time) differ from the payment provider’s list.`,
      `Ours: ${formatSide(ourCount, ourKobo)}\nThe provider's: ${formatSide(theirCount, theirKobo)}`,
      ...kinds.flatMap((kind) => toParagraphs(kind, differences)),
    ],
    button: { label: 'See the payments', link: `${publicUrl}/admin/payments` },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}
