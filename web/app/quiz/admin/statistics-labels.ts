// Formats the statistics of a question. Pure functions.
import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import { text } from './text.ts'

type Counts = Pick<QuestionStatistics, 'asked' | 'answered' | 'correct'>
export type Part = { kind: 'correct' | 'wrong' | 'none'; count: number; share: number }

/** Returns the share of a part, from 0 to 1; 0 if the whole is 0. */
export function toShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Formats 0.724 as '72%'. Only a share of exactly 0 or 1 is shown as 0% or 100%. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return text.under1Percent
  if (share < 1 && share > 0.99) return text.over99Percent
  return `${Math.round(share * 100)}%`
}

/** Formats 12.34 as '12.3 s', 83 as '1 min 23 s' and null as 'N/A'. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return text.notAvailable
  if (seconds < 59.95) return text.seconds(seconds.toFixed(1))
  const whole = Math.round(seconds)
  return text.minutes(Math.floor(whole / 60), whole % 60)
}

const kinds = ['correct', 'wrong', 'none'] as const

/** Groups the attempts in which a question was asked by their outcome. The parts add up to the whole. */
export function splitAttempts({ asked, answered, correct }: Counts): Part[] {
  const counts = { correct, wrong: answered - correct, none: asked - answered }
  return kinds.map((kind) => ({ kind, count: counts[kind], share: toShare(counts[kind], asked) }))
}

export const partLabels: Record<Part['kind'], string> = {
  correct: text.correctPart,
  wrong: text.wrongPart,
  none: text.unansweredPart,
}

/** Formats the parts: '72% correct, 20% wrong, 8% not answered'. */
export function describeParts(counts: Counts): string {
  if (counts.asked === 0) return text.notAsked
  return splitAttempts(counts)
    .map(({ kind, share }) => text.part(formatPercent(share), partLabels[kind]))
    .join(', ')
}
