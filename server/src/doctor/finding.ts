// What the doctor found, and the checks that find it.
import type { Config } from '../platform/config.ts'
import type { FileStore } from '../platform/files/file-store.ts'

export type Outcome = {
  state: 'ok' | 'warning' | 'wrong'
  /** What was found. */
  text: string
  /** What to do about it; absent if all is well. */
  remedy?: string
}

export type Finding = Outcome & { check: string }

/** The installation that is examined. */
export type Subject = {
  /** The settings that are valid. */
  config: Config
  /** What is wrong with the others. */
  problems: string[]
  /** Opens the configured file store. */
  openFiles: (config: Config) => Promise<FileStore>
}

/** Looks at one part of an installation. It may throw: the error then is the finding. */
export type Check = { name: string; run: (subject: Subject) => Promise<Outcome[]> }

export const ok = (text: string): Outcome => ({ state: 'ok', text })
export const warning = (text: string, remedy: string): Outcome => ({ state: 'warning', text, remedy })
export const wrong = (text: string, remedy: string): Outcome => ({ state: 'wrong', text, remedy })
