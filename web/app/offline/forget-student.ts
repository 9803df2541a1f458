import { dropFilmsOf } from './app-film-keeper.ts'
import { watchOutbox } from './app-watch-outbox.ts'
import { canKeepFilms } from './storage-room.ts'

/** Takes off this phone what lies here for a student whose account is gone. Never throws: the account is gone already. */
export async function forgetStudent(studentId: string): Promise<void> {
  watchOutbox().forgetAll(studentId)
  if (canKeepFilms()) await dropFilmsOf(studentId).catch(() => undefined)
}
