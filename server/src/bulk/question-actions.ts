// Admin actions on many questions.
import { deleteQuestionForUndo, UnusedPictures } from '../quiz/admin/delete-question.ts'
import { moveQuestion, QuestionMove } from '../quiz/admin/move-question.ts'
import { DeletedQuestion } from '../quiz/admin/deleted-question.ts'
import { restoreQuestion } from '../quiz/admin/restore-question.ts'
import { removeEveryFile } from '../videos/stored-files.ts'
import type { BulkActions } from './action.ts'

export const questionActions: BulkActions<`questions.${'move' | 'delete'}`> = {
  'questions.move': {
    run: async (app, who, { target: { id }, options }) =>
      QuestionMove.parse({ from: await moveQuestion(app, who, { id, to: options }), to: options }),
    undo: (app, who, { target: { id }, before }) => {
      const { from, to } = QuestionMove.parse(before)
      return moveQuestion(app, who, { id, from: to, to: from })
    },
  },
  'questions.delete': {
    run: (app, who, { target: { id } }) => deleteQuestionForUndo(app, who, id),
    undo: (app, who, { before }) => restoreQuestion(app, who, DeletedQuestion.parse(before)),
    forget: (app, { before }) => removeEveryFile(app, UnusedPictures.parse(before).unusedPictures),
  },
}
