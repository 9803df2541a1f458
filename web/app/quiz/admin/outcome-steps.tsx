import { deleteQuestion, editQuestion } from '@baobab/contract/quiz/admin.ts'
import { proposeRegrade, type ReportGroup } from '@baobab/contract/quiz/corrections.ts'
import type { ReportOutcome } from '@baobab/contract/quiz/forms.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { text } from './text.ts'
import { voidText } from './void-text.ts'

type Props = { group: ReportGroup; outcome: ReportOutcome | undefined; onDelete: () => void }

const linkClass = buttonClass({ kind: 'line', size: 'sm' })

/** Links to the actions that change the question, because choosing an outcome only informs the students. */
export function OutcomeSteps({ group, outcome, onDelete }: Props) {
  const { videoId, ageCategory, triviaId, _id } = group
  const toRegrade = adminPaths.regradeFor(videoId, ageCategory, triviaId, _id)
  if (outcome === 'corrected')
    return (
      <Note>
        <div className="stack stack-2">
          <p>{voidText.onlyTells}</p>
          <div className="row">
            <IfAllowed who={editQuestion.who}>
              <Link className={linkClass} to={adminPaths.triviaEdit(videoId, ageCategory, triviaId)}>
                {text.editQuestion}
              </Link>
            </IfAllowed>
            <IfAllowed who={proposeRegrade.who}>
              <Link className={linkClass} to={toRegrade}>
                {voidText.correctOrVoid}
              </Link>
            </IfAllowed>
          </div>
        </div>
      </Note>
    )
  if (outcome === 'removed')
    return (
      <Note kind="warn">
        <div className="stack stack-2">
          <p>{voidText.stillInQuiz}</p>
          <div className="row">
            <IfAllowed who={deleteQuestion.who}>
              <Button kind="line" size="sm" onClick={onDelete}>
                {voidText.deleteQuestion}
              </Button>
            </IfAllowed>
            <IfAllowed who={proposeRegrade.who}>
              <Link className={linkClass} to={toRegrade}>
                {voidText.makeVoid}
              </Link>
            </IfAllowed>
          </div>
          <p className="small">{voidText.deleteOrVoid}</p>
        </div>
      </Note>
    )
  return null
}
