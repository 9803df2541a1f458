// Pictures for a question's options: all four or none, so that the odd one out gives nothing away.
import { randomInt, randomUUID } from 'node:crypto'
import { OPTION_PICTURE_SIDE } from '@baobab/contract/quiz/rules.ts'
import { optionPictureFiles } from '@baobab/contract/quiz/admin.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { requireFile, type UploadedFile } from '../../platform/http/multipart.ts'
import { withResizedPicture } from '../../platform/media/pictures.ts'
import { removeFiles } from '../../videos/stored-files.ts'
import { loadPool } from '../question-pool.ts'
import { shuffle } from '../rules.ts'
import { questions } from '../tables.ts'
import type { QuestionWithVideo } from './add-question.ts'
import { lockQuestion } from './lock-question.ts'

type Who = Pick<AdminUser, 'id'>
type Uploads = Partial<Record<string, UploadedFile>>

/** Sets a picture for each option of a question, in option order. Fails with 422 for a file that is not a picture. */
export async function setOptionPictures(
  app: App,
  who: Who,
  { id, uploads }: { id: string; uploads: Uploads },
): Promise<QuestionWithVideo> {
  const files = optionPictureFiles.map((name) => requireFile(uploads[name], name, quizAdminText.picturesMissing))
  const stored = new Map<UploadedFile, string>()
  try {
    // A proxy or an object store reveals a file's time, and the correct answer is often typed first.
    for (const file of shuffle(files, (below) => randomInt(below))) stored.set(file, await storePicture(app, file.path))
    const pictures = files.map((file) => stored.get(file) ?? '')
    return await replacePictures(app, who, { id, pictures, action: 'question.pictures_set' })
  } catch (error) {
    await removeFiles(app, [...stored.values()])
    throw error
  }
}

/** Removes a question's pictures. Changes nothing if it has none. */
export async function deleteOptionPictures(app: App, who: Who, id: string): Promise<QuestionWithVideo> {
  return replacePictures(app, who, { id, pictures: null, action: 'question.pictures_deleted' })
}

async function storePicture(app: App, path: string): Promise<string> {
  const side = { width: OPTION_PICTURE_SIDE, height: OPTION_PICTURE_SIDE }
  return withResizedPicture(app.files, { ...side, path }, async (made) => {
    // A random name, which reveals neither which option it belongs to nor when it was created.
    const key = `options/${randomUUID()}.webp`
    await app.files.put(key, made)
    return key
  })
}

type Replacement = { id: string; pictures: string[] | null; action: string }

async function replacePictures(app: App, who: Who, { id, pictures, action }: Replacement): Promise<QuestionWithVideo> {
  const { unused, ...changed } = await app.db.transaction(async (tx) => {
    const { question: before, video } = await lockQuestion(tx, id)
    const [question] = await tx.update(questions).set({ pictures }).where(eq(questions.id, id)).returning()
    const details = { videoId: video.id, ageCategory: before.ageCategory }
    await writeAuditLine(app, tx, { adminId: who.id, action, subject: id, details })
    return { question: question ?? fail('not_found'), video, unused: await findUnusedPictures(tx, before) }
  })
  await removeFiles(app, unused)
  return changed
}

/**
 * Returns the pictures that a question no longer needs. Once a student has started the quiz, an attempt may always show them,
 * so they stay: they are small, while searching all attempts would be expensive.
 */
export async function findUnusedPictures(
  tx: Tx,
  question: Pick<typeof questions.$inferSelect, 'videoId' | 'ageCategory' | 'pictures'>,
): Promise<string[]> {
  const { isFixed } = await loadPool(tx, question)
  return isFixed ? [] : (question.pictures ?? [])
}
