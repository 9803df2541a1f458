/**
 * Returns the condition in SQL that an answer to `question`, a row of `asked_questions`, counts. It is that of `isCorrect`; an answer
 * is stored as spelled in its attempt's options, so the texts are equal.
 * @param answer the SQL of the answer's text
 */
export const countsSql = (answer: string) => `(case question ->> 'voided' when 'all' then true when 'none' then false
  else ${answer} in (question ->> 'correctAnswer', question ->> 'alsoCorrect') end is true)`
