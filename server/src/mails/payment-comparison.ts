import { formatNaira } from '@baobab/contract/naira.ts'
import { renderMail, type MailBody } from './layout.ts'

const words = {
  missed:
    'The provider had taken this money and we had not credited it. We have asked about each once more and credited what was confirmed.',
  amount: 'The provider names another amount or currency than was agreed. Please look at each in its dashboard.',
  'not-theirs':
    'We count these as paid, and the provider does not know of the money. Please look at each in its dashboard.',
  unknown:
    'The provider lists these, and they are no payments of Baobab. That is fine where the merchant account has other uses.',
} as const
type Kind = keyof typeof words
const kinds = ['missed', 'amount', 'not-theirs', 'unknown'] as const satisfies readonly Kind[]

type Compared = {
  /** YYYY-MM-DD in Lagos. */
  day: string
  ourCount: number
  ourKobo: number
  theirCount: number
  theirKobo: number
  differences: readonly { reference: string; what: Kind }[]
}

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const paid = (count: number, kobo: number) => `${count} ${count === 1 ? 'payment' : 'payments'}, ${formatNaira(kobo)}`

/** References that a mail names of each kind. */
const NAMED = 20

function paragraphOf(kind: Kind, differences: Compared['differences']): string[] {
  const references = differences.filter(({ what }) => what === kind).map(({ reference }) => reference)
  if (references.length === 0) return []
  const more = references.length - NAMED
  return [[words[kind], ...references.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')]
}

/** Tells an admin that a day's payments are not what the provider says they are. */
export function paymentComparisonMail({
  comparison,
  publicUrl,
}: {
  comparison: Compared
  publicUrl: string
}): MailBody {
  const { day, ourCount, ourKobo, theirCount, theirKobo, differences } = comparison
  const date = dayInWords.format(new Date(day))
  return renderMail({
    subject: `The payments of ${date} need a look`,
    paragraphs: [
      `Our payments of ${date} (Lagos) and the list of the payment provider are not the same.`,
      `Ours: ${paid(ourCount, ourKobo)}\nThe provider's: ${paid(theirCount, theirKobo)}`,
      ...kinds.flatMap((kind) => paragraphOf(kind, differences)),
    ],
    button: { label: 'Look at the payments', link: `${publicUrl}/admin/payments` },
    closing: 'You get this mail because you are an admin of Baobab.',
    publicUrl,
  })
}
