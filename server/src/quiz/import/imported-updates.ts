// The questions that an import updated, in SQL.
import { sql, type SQL } from 'drizzle-orm'

/** Returns the updates of an import as the table `given` of a statement. */
export const givenBy = (updates: SQL): SQL => sql`jsonb_to_recordset(${updates}) as given
  (id uuid, explanation text, "momentSeconds" integer, "formerExplanation" text, "formerMomentSeconds" integer)`

/** The condition that a question still has the explanation and the moment that the import gave it. */
export const isAsGiven: SQL = sql`questions.id = given.id and questions.explanation is not distinct from given.explanation
  and questions.moment_seconds is not distinct from given."momentSeconds"`
