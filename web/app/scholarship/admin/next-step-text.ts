// What the scholarship page says about the next step of each month.
import { monthName, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { formatDateTime, formatDay } from '../../ui/format.ts'
import type { NextStep, StepToDo, Wait } from './next-step.ts'

export const stepText = {
  today: 'To do now',
  loading: 'Checking what there is to do...',
  details: 'Details',
  ofMonth: (month: string) => ` of ${month}`,
  hideDetails: 'Hide details',
  seeDetails: 'See details',
  earlierLists: 'Earlier lists of this month',
  answerClaims: (open: number) =>
    open === 1
      ? 'Answer 1 student who says they are missing from a list.'
      : `Answer ${open} students who say they are missing from a list.`,
  seeClaims: 'See claims',
  nothingToDo: ({ kind, month, at }: Wait) =>
    `Nothing to do until ${formatDay(at)}: ${waitEnds[kind](shortMonthName(month))}`,
} as const

const waitEnds: Record<Wait['kind'], (month: string) => string> = {
  close: (month) => `then the ${month} list is fixed.`,
  round: (month) => `then the ${month} winner is drawn.`,
  claim: (month) => `then the ${month} winner can no longer claim the prize.`,
}

/** What to do now, as the first line of the page. */
const toDo: Record<StepToDo, (month: string) => string> = {
  approve: (month) => `Decide on the proposal for the ${month} draw.`,
  draw: (month) => `The ${month} draw is due. It runs automatically. If it does not, draw now.`,
  witnesses: (month) => `The public number for ${month} is late. Choose witnesses, or keep waiting.`,
  reveal: (month) => `Enter the secret numbers of the ${month} witnesses.`,
  agreement: (month) => `Call the parent or guardian of the ${month} winner.`,
  name: (month) => `Check the public name of the ${month} winner.`,
  confirm: (month) => `Confirm the ${month} winner.`,
  pay: (month) => `Pay the ${month} prize, then record it here.`,
}

/** Says what to do about a month. */
export const describeToDo = (kind: StepToDo, month: string): string => toDo[kind](monthName(month))

const rowTexts: Record<Exclude<NextStep['kind'], 'round' | 'claim'>, string> = {
  approve: 'Next: decide on a proposal',
  draw: 'Next: draw the winner',
  witnesses: 'Next: choose witnesses, or wait for the number',
  reveal: 'Next: enter the secret numbers',
  agreement: 'Next: call the parent or guardian',
  name: 'Next: check the public name',
  confirm: 'Next: confirm the winner',
  pay: 'Next: pay the prize',
  'other-admin': 'Waiting for another admin to approve',
  checking: 'The winner is being checked, then paid',
  paid: 'Done',
  'no-winner': 'Ended without a winner',
  replaced: 'Replaced by a later list',
}

/** Says what comes next in a month, in its row. */
export function describeStep(step: NextStep): string {
  if (step.kind === 'round') return `The winner is drawn on ${formatDateTime(new Date(step.at))}`
  if (step.kind === 'claim') return `Waiting for the winner’s claim until ${formatDateTime(new Date(step.at))}`
  return rowTexts[step.kind]
}
