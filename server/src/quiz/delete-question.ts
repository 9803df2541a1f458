// An admin deletes a question. Attempts that have begun keep their copy, and points stay.
import { eq } from 'drizzle-orm'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { lockQuestion } from './lock-game.ts'
import { questions } from './tables.ts'

export async function deleteQuestion(app: App, who: Pick<AdminPerson, 'id'>, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { question, video } = await lockQuestion(tx, id)
    await tx.delete(questions).where(eq(questions.id, id))
    await writeLine(app, tx, {
      adminId: who.id,
      action: 'question.deleted',
      subject: id,
      details: { videoId: video.id, ageCategory: question.ageCategory, question: question.question },
    })
  })
}
