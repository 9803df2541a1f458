import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { z } from 'zod'

/** A question taken out of its quiz. Stored until its deletion can no longer be undone, or with the regrade that made it void. */
export const DeletedQuestion = z.object({
  id: z.string(),
  videoId: z.string(),
  ageCategory: z.enum(ageCategories),
  question: z.string(),
  questionKey: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  pictures: z.array(z.string()).nullable(),
  alsoCorrect: z.string().nullable(),
  explanation: z.string().nullable(),
  momentSeconds: z.number().nullable(),
  position: z.number(),
  importId: z.string().nullable(),
  createdAt: z.coerce.date(),
})
