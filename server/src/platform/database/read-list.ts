import type { App } from '../app.ts'

/**
 * Runs a list's query with an app whose `db` is the replica, if it can be used. The query may run a second time on the primary, so
 * it must only read. Everything that does not go through here reads from the primary.
 */
export function readList<T>(app: App, query: (app: App) => Promise<T>): Promise<T> {
  return app.readDatabase.read((db) => query({ ...app, db }))
}
