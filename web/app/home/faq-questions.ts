import { formatNaira, PRICE_KOBO } from '@baobab/contract/payments/rules.ts'
import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'

type Amounts = Pick<PublicSettings, 'priceKobo' | 'prizeKobo'>

/**
 * The questions on Home and its own page. Search engines read them too (public-pages/structured-data.tsx).
 * @param settings null if they could not be loaded
 */
export const faqQuestions = (settings: Amounts | null) => [
  {
    title: 'Who can join Baobab?',
    body: 'Anyone in Nigeria aged 5 to 20. You play with people of your age: 5 to 10 or 11 to 20. If you are under 13, ask a parent or guardian to sign up with you.',
  },
  {
    title: 'How much data does one video use?',
    body: 'Each picture shows how many MB its video uses. Nothing is downloaded until you press play.',
  },
  {
    title: 'How does the trivia work?',
    body: 'Each video has its own questions with four options. You get 2 minutes for the whole quiz, or more with “Read to me”, and 10 points for every right answer.',
  },
  {
    title: 'Can I take the same quiz twice?',
    body: 'No. When you finish, or when the time runs out, that quiz locks. You can still read the review, and practise the questions without points.',
  },
  {
    title: 'How is the monthly scholarship winner chosen?',
    body: `${prize(settings)}The top 1,000 in each age group can be in the draw. Some months you must also have paid. Every month a number that nobody can choose picks one winner. Before the draw we lock the list. Anyone can check that nobody changed it.`,
  },
  {
    title: 'What do I get when I pay?',
    body: `More videos, more trivia and entry to the monthly scholarships. You pay ${formatNaira(settings?.priceKobo ?? PRICE_KOBO)} once. You pay in a safe window from Paystack. We never see or keep your card number.`,
  },
  {
    title: 'What can other people see about me?',
    body: 'Your username, drawn picture, points, rank and weekly league. If you win the scholarship, everyone sees that. If you share your certificate, they see that too. From 13, friends you say yes to also see your age group, points this month and streak. Your real name, phone number, address and school stay private.',
  },
]

function prize(settings: Amounts | null): string {
  const kobo = settings?.prizeKobo ?? null
  return kobo === null ? '' : `The prize is ${formatNaira(kobo)}. `
}
