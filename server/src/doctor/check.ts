// What a check of the doctor gets, and what it returns.
import type { Config } from '../platform/config.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Outcome } from './rules.ts'

/** The installation that is examined. */
export type Installation = {
  /** The settings that are valid. */
  config: Config
  /** What is wrong with the others. */
  problems: string[]
  /** Opens the configured file store. */
  openFiles: (config: Config) => Promise<FileStore>
}

/** Looks at one part of an installation. It may throw: the error then is the finding. */
export type DoctorCheck = { name: string; run: (installation: Installation) => Promise<Outcome[]> }

export const ok = (text: string): Outcome => ({ state: 'ok', text })
export const warning = (text: string, remedy: string): Outcome => ({ state: 'warning', text, remedy })
export const wrong = (text: string, remedy: string): Outcome => ({ state: 'wrong', text, remedy })
