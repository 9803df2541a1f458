// The arguments and the result of every bench.
import type { Cluster } from './cluster.ts'

export type Bench = {
  cluster: Cluster
  /** A folder for this run, deleted when it ends. */
  folder: string
  /**
   * 'small' checks within minutes that everything runs; its figures are meaningless. 'full' uses ten million students.
   */
  size: 'small' | 'usual' | 'full'
  /** How many minutes a soak takes, if specified. */
  minutes?: number
  say(text: string): void
}

/** A figure and its target. `met` is undefined if it could not be measured. */
export type Figure = { what: string; measured: string; wanted: string; met?: boolean }

/** For figures about several things, such as pages: one row each. */
export type Table = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export type Outcome = { figures: Figure[]; tables?: Table[]; notes: string[] }

/** Returns the median. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export const ratio = (value: number) => value.toFixed(3)
export const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
export const ms = (value: number) =>
  `${value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const seconds = (valueMs: number) => `${(valueMs / 1_000).toFixed(1)} s`
export const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 2 : 0)} MiB`

/** Compares a figure with a lower or an upper bound. */
export function figure(
  what: string,
  value: number,
  bound: { least: number } | { under: number },
  show = ratio,
): Figure {
  return 'least' in bound
    ? { what, measured: show(value), wanted: `at least ${show(bound.least)}`, met: value >= bound.least }
    : { what, measured: show(value), wanted: `under ${show(bound.under)}`, met: value < bound.under }
}

/** Reports a count of something that must not happen. */
export const none = (what: string, found: number): Figure => ({
  what,
  measured: whole(found),
  wanted: '0',
  met: found === 0,
})

/** Reports a comparison that needs a program which is not installed, and how to install it. */
export function skipped(what: string, wanted: string, install: string): Figure {
  return { what, measured: `skipped: ${install}`, wanted }
}
