import type { App } from '../app.ts'

/**
 * Runs a query of a list with an app whose `db` is the replica, if that can be used. The query may run a second time on the
 * primary, so it must only read. Everything that is not called here is read from the primary.
 */
export function readList<T>(app: App, query: (app: App) => Promise<T>): Promise<T> {
  return app.readDatabase.read((db) => query({ ...app, db }))
}
