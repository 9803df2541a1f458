// Remembers who has signed in with Apple before, because Apple reveals a person's name only at the first consent.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../durable-files.ts'
import type { Provider } from './providers.ts'
import type { Person } from './people.ts'

export type Consent = { provider: Provider; id: string; name: string; at: string }

const NAME = 'consents.json'
/** Only the newest are kept. */
const MAX_CONSENTS = 500

/** Reads the list in the data folder, which must exist. */
export async function openConsents(folder: string, now: () => Date) {
  let consents: Consent[] = []
  try {
    consents = JSON.parse(await readFile(join(folder, NAME), 'utf8')) as Consent[]
  } catch {
    // Nobody has signed in yet, or the file is truncated; in that case names are revealed once more.
  }
  /** Writes run in sequence. A failed one does not prevent the next. */
  let written = Promise.resolve()
  return {
    /** Newest first. */
    list: (): readonly Consent[] => consents,
    /** Notes that a person signs in; returns whether it is the first time. */
    async note(provider: Provider, { id, name }: Person): Promise<boolean> {
      const isKnown = consents.some((consent) => consent.provider === provider && consent.id === id)
      const others = consents.filter((consent) => consent.provider !== provider || consent.id !== id)
      consents = [{ provider, id, name, at: now().toISOString() }, ...others].slice(0, MAX_CONSENTS)
      written = written.catch(() => {}).then(() => writeDurably(folder, NAME, Buffer.from(JSON.stringify(consents))))
      await written
      return !isKnown
    },
  }
}
