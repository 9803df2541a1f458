/**
 * Returns the SQL condition that an answer to `question`, a row of `asked_questions`, counts, like `isCorrect`. Answers are
 * stored as spelled in their attempt's options, so the texts can be compared directly.
 * @param answer the SQL of the answer's text
 */
export const countsSql = (answer: string) => `(case question ->> 'voided' when 'all' then true when 'none' then false
  else ${answer} in (question ->> 'correctAnswer', question ->> 'alsoCorrect') end is true)`
