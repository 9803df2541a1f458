// SQL about the questions that an import updated.
import { sql, type SQL } from 'drizzle-orm'

/** Returns an import's updates as the table `given` in a statement. */
export const givenBy = (updates: SQL): SQL => sql`jsonb_to_recordset(${updates}) as given
  (id uuid, explanation text, "momentSeconds" integer, "formerExplanation" text, "formerMomentSeconds" integer)`

/** The condition that a question still has the explanation and moment from the import. */
export const isAsGiven: SQL = sql`questions.id = given.id and questions.explanation is not distinct from given.explanation
  and questions.moment_seconds is not distinct from given."momentSeconds"`
