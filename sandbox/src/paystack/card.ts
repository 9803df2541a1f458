import type { Json } from '../json.ts'
import type { Means } from './transaction.ts'

export type TestCard = { name: string; number: string; cvv: string; means: Means; decline: string | null }

/** The test cards in the provider's documentation. Other numbers are refused, so that nobody enters a real one. */
export const testCards = {
  good: {
    name: 'Succeeds',
    number: '4084 0840 8408 4081',
    cvv: '408',
    means: { bin: '408408', last4: '4081', brand: 'visa' },
    decline: null,
  },
  poor: {
    name: 'Is declined',
    number: '4084 0800 0000 5408',
    cvv: '001',
    means: { bin: '408408', last4: '5408', brand: 'visa' },
    decline: 'Insufficient Funds',
  },
} satisfies Record<string, TestCard>

export type CardForm = { number: string; expiry: string; cvv: string }
export type CardProblems = Partial<Record<keyof CardForm, string>>

export function readCardForm(body: Json): CardForm {
  const text = (name: string) => {
    const value = body[name]
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  return { number: text('number'), expiry: text('expiry'), cvv: text('cvv') }
}

/** Finds the test card that was entered, or what is wrong with it. */
export function checkCard({ number, expiry, cvv }: CardForm, now: Date): TestCard | CardProblems {
  const digits = number.replace(/\D/g, '')
  const card: TestCard | undefined = Object.values(testCards).find((one) => one.number.replace(/\D/g, '') === digits)
  if (!card) return { number: 'Only the test cards work here. Do not enter a real card.' }
  const problems: CardProblems = {}
  if (!isAhead(expiry, now)) problems.expiry = 'Enter a month in the future, such as 12/30.'
  if (card.decline === null && cvv.trim() !== card.cvv) problems.cvv = `The CVV of this test card is ${card.cvv}.`
  else if (!/^\d{3,4}$/.test(cvv.trim())) problems.cvv = 'Enter the 3 digits of the CVV.'
  return Object.keys(problems).length > 0 ? problems : card
}

/** Returns whether a month has not ended yet. */
function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  const end = Date.UTC(2000 + Number(year), Number(month))
  return Number(month) >= 1 && Number(month) <= 12 && end > now.getTime()
}
