// How the statistics of a question are told. Pure.
import type { QuestionStatistics } from '@baobab/contract/quiz-admin.ts'

type Counts = Pick<QuestionStatistics, 'asked' | 'answered' | 'correct'>
export type Part = { kind: 'correct' | 'wrong' | 'none'; count: number; share: number }

/** 0 to 1; 0 where there is nothing to share. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** 0.724 -> '72%'. What is neither none nor all never reads as if it were. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share < 1 && share > 0.99) return 'over 99%'
  return `${Math.round(share * 100)}%`
}

/** 12.34 -> '12.3 s', 83 -> '1 min 23 s', null -> 'N/A'. */
export function seconds(value: number | null): string {
  if (value === null) return 'N/A'
  if (value < 59.95) return `${value.toFixed(1)} s`
  const whole = Math.round(value)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** What became of each time a question was asked; the parts make the whole. */
export function splitAttempts({ asked, answered, correct }: Counts): Part[] {
  const counts = { correct, wrong: answered - correct, none: asked - answered }
  return (['correct', 'wrong', 'none'] as const).map((kind) => ({
    kind,
    count: counts[kind],
    share: shareOf(counts[kind], asked),
  }))
}

export const partLabels: Record<Part['kind'], string> = { correct: 'correct', wrong: 'wrong', none: 'not answered' }

/** '72% correct, 20% wrong, 8% not answered' */
export function describeParts(counts: Counts): string {
  if (counts.asked === 0) return 'not asked yet'
  return splitAttempts(counts)
    .map(({ kind, share }) => `${percent(share)} ${partLabels[kind]}`)
    .join(', ')
}
