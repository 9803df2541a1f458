// Decides what to do next about a month's draw, its winner and the prize. Pure functions.
import type { AdminDraw } from '@baobab/contract/scholarship/admin.ts'
import type { AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { scholarshipMonth } from '@baobab/contract/scholarship/rules.ts'

/** A month with its latest draw, the earlier lists that this draw replaced, and the prize if there is a winner. */
export type DrawMonth = {
  month: string
  draw: AdminDraw
  earlier: readonly AdminDraw[]
  /** Undefined without a winner, and for roles that may not read prizes. */
  prize: AdminPrize | undefined
}

/**
 * The steps that a person takes: `approve` a proposal, `draw` by hand, find `witnesses`, enter their numbers (`reveal`), call the
 * guardian (`agreement`), check the public `name`, `confirm` the winner, and `pay`. In the other kinds, something else has
 * to happen first, or nothing is left to do.
 */
export const stepsToDo = ['approve', 'draw', 'witnesses', 'reveal', 'agreement', 'name', 'confirm', 'pay'] as const
export type StepToDo = (typeof stepsToDo)[number]
export type NextStep =
  | { kind: StepToDo }
  | { kind: 'other-admin' | 'checking' | 'paid' | 'no-winner' | 'replaced' }
  /** Waits for the round that decides, or for the winner's claim. */
  | { kind: 'round' | 'claim'; at: string }

type Month = {
  draw: Pick<AdminDraw, 'state' | 'drawsAt' | 'isDue'> & {
    proposal: Pick<NonNullable<AdminDraw['proposal']>, 'canAgree'> | null
    witnesses: Pick<NonNullable<AdminDraw['witnesses']>, 'named'> | null
  }
  prize: Pick<AdminPrize, 'state' | 'agreement' | 'name' | 'claimBy'> | undefined
}

/** Returns the one thing that comes next in a month. */
export function nextStep({ draw, prize }: Month): NextStep {
  if (draw.state === 'voided') return { kind: 'replaced' }
  if (draw.state === 'ended') return { kind: 'no-winner' }
  if (draw.proposal) return { kind: draw.proposal.canAgree ? 'approve' : 'other-admin' }
  if (draw.state === 'waiting') return nextStepBeforeDraw(draw)
  return prize ? nextStepForPrize(prize, draw.state === 'drawn') : { kind: 'checking' }
}

function nextStepBeforeDraw({ drawsAt, isDue, witnesses }: Month['draw']): NextStep {
  if (witnesses) return { kind: witnesses.named.length === 0 ? 'witnesses' : 'reveal' }
  return isDue ? { kind: 'draw' } : { kind: 'round', at: drawsAt }
}

function nextStepForPrize(
  { state, agreement, name, claimBy }: NonNullable<Month['prize']>,
  isToConfirm: boolean,
): NextStep {
  if (state === 'unclaimed') return { kind: 'claim', at: claimBy }
  if (agreement === 'missing' && state !== 'paid') return { kind: 'agreement' }
  if (name === 'waiting' && agreement !== 'missing') return { kind: 'name' }
  if (state === 'paid') return { kind: 'paid' }
  return { kind: isToConfirm ? 'confirm' : 'pay' }
}

/** Returns whether a person has to do something now. */
export const isToDo = (step: NextStep): step is { kind: StepToDo } => stepsToDo.some((kind) => kind === step.kind)

/** Groups draws by month, newest first: a month whose list was replaced has several. */
export function groupByMonth(draws: readonly AdminDraw[], prizes: readonly AdminPrize[]): DrawMonth[] {
  const months = [...new Set(draws.map(({ month }) => month))].toSorted().toReversed()
  return months.flatMap((month) => {
    const [draw, ...earlier] = draws.filter((one) => one.month === month).toSorted((a, b) => b.version - a.version)
    return draw ? [{ month, draw, earlier, prize: prizes.find((prize) => prize.month === month) }] : []
  })
}

/** What happens next automatically, and when. */
export type Wait = { kind: 'close' | 'round' | 'claim'; month: string; at: Date }

/** Returns what happens first if nothing is to be done: the current month closes, a round comes, or a winner's time is over. */
export function findNextWait(months: readonly (Month & { month: string })[], now: Date): Wait {
  const { month: present, closesAt } = scholarshipMonth(now)
  // The list is made once the next month has begun.
  const close: Wait = { kind: 'close', month: present, at: new Date(closesAt.getTime() + 1) }
  const waits = months.flatMap((month): Wait[] => {
    const step = nextStep(month)
    return 'at' in step ? [{ kind: step.kind, month: month.month, at: new Date(step.at) }] : []
  })
  return [close, ...waits].reduce((first, wait) => (wait.at < first.at ? wait : first))
}
