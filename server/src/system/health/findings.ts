// The findings of `npm run doctor`, how they become lines, and what the lines must never contain.
import { judgeClock } from '../../platform/clock.ts'
import { judgeSpace, type Level } from './rules.ts'

export type Outcome = {
  state: 'ok' | 'warning' | 'wrong'
  /** The finding. */
  text: string
  /** What to do about it; missing if all is well. */
  remedy?: string
}

export type Finding = Outcome & { check: string }

export const ok = (text: string): Outcome => ({ state: 'ok', text })
export const warning = (text: string, remedy: string): Outcome => ({ state: 'warning', text, remedy })
export const wrong = (text: string, remedy: string): Outcome => ({ state: 'wrong', text, remedy })

/** Returns a finding that uses the System page's levels. */
export function say(level: Level, text: string, remedy: string): Outcome {
  if (level === 'well') return ok(text)
  return level === 'look' ? warning(text, remedy) : wrong(text, remedy)
}

const secretName = /SECRET|PASSWORD|PRIVATE|_KEY$/
/** Shorter values may be parts of ordinary words. */
const MIN_SECRET = 4

function readPassword(value: string): string[] {
  const encoded = URL.parse(value)?.password
  if (!encoded) return []
  try {
    return [encoded, decodeURIComponent(encoded)]
  } catch {
    return [encoded]
  }
}

/** Returns the texts that no output may contain: secret settings, and the passwords in URLs. */
export function collectSecrets(environment: Record<string, string | undefined>): string[] {
  const found = Object.entries(environment).flatMap(([name, value = '']) => [
    ...(secretName.test(name) ? [value] : []),
    ...readPassword(value),
  ])
  // The longest first: if one secret contains another, no part of it remains.
  return [...new Set(found)].filter((secret) => secret.length >= MIN_SECRET).toSorted((a, b) => b.length - a.length)
}

export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[secret]'), text)
}

/** Returns a line for each finding, followed by a line that says what to do. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .map(({ check, state, text, remedy }) => {
      const line = `${state.padEnd(8)} ${check.padEnd(width)}  ${text}`
      return remedy === undefined ? line : `${line}\n${' '.repeat(width + 11)}${remedy}`
    })
    .join('\n')
}

const GIB = 1024 ** 3

/** Says how much disk space is free. */
export const saySpace = (folder: string, freeBytes: number): Outcome =>
  say(
    judgeSpace(freeBytes),
    `${folder} has ${(freeBytes / GIB).toFixed(1)} GiB free.`,
    'Delete what nobody needs, or move the folder to a larger disk. Writes are refused once the disk is full.',
  )

/** Says how far this machine's clock differs from another one, such as 'the database'. */
export const sayClock = (whose: string, differenceMs: number): Outcome =>
  say(
    judgeClock({ differenceMs }),
    `The clocks of this machine and ${whose} differ by ${(Math.abs(differenceMs) / 1_000).toFixed(1)} s.`,
    'Let a time server set both clocks (timedatectl set-ntp true). A server does not start if the two differ by a minute.',
  )
