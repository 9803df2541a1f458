// What the referee decides, without a clock or a database of its own.

/** A question as one attempt holds it: its own copy, its own order of options. */
export type PaperQuestion = { id: string; question: string; options: string[]; correctAnswer: string }
