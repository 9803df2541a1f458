// What admins do with many questions.
import { deleteQuestionForUndo, UnusedPictures } from '../quiz/admin/delete-question.ts'
import { moveQuestion, QuestionPlace } from '../quiz/admin/move-question.ts'
import { DeletedQuestion, restoreQuestion } from '../quiz/admin/restore-question.ts'
import { removeFiles } from '../videos/stored-files.ts'
import type { BulkActions } from './action.ts'

export const questionActions: BulkActions<`questions.${'move' | 'delete'}`> = {
  'questions.move': {
    run: (app, who, { target: { id }, options }) => moveQuestion(app, who, { id, to: options }),
    undo: (app, who, { target: { id }, before }) => moveQuestion(app, who, { id, to: QuestionPlace.parse(before) }),
  },
  'questions.delete': {
    run: (app, who, { target: { id } }) => deleteQuestionForUndo(app, who, id),
    undo: (app, who, { before }) => restoreQuestion(app, who, DeletedQuestion.parse(before)),
    forget: (app, { before }) => removeFiles(app, UnusedPictures.parse(before).unusedPictures),
  },
}
