// Actions on many questions of a quiz: moving them to another quiz, and deleting them.
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { deleteQuestion, editQuestion } from '@baobab/contract/quiz/admin.ts'
import { useState } from 'react'
import { BulkDialog, toTargets } from '../../bulk/admin/bulk-actions.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectionBar, type Selection } from '../../ui/data-table/selection.tsx'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { text } from './text.ts'
import { questionChanges, type QuizKey } from './with-questions.tsx'

type Props = { quiz: QuizKey; selection: Selection }

/** The bar of actions on selected questions, and their confirmation dialogs. */
export function QuestionSelectionBar({ quiz, selection }: Props) {
  const [open, setOpen] = useState<'move' | 'delete'>()
  const props = { quiz, selection, onClose: () => setOpen(undefined), onStarted: selection.clear }
  return (
    <>
      <SelectionBar selection={selection} countLabel={countQuestions} allLabel={text.allQuestions} hasMore={false}>
        <IfAllowed who={editQuestion.who}>
          <Button kind="line" size="sm" onClick={() => setOpen('move')}>
            {text.moveQuestions}
          </Button>
        </IfAllowed>
        <IfAllowed who={deleteQuestion.who}>
          <Button kind="line" size="sm" onClick={() => setOpen('delete')}>
            {text.delete}
          </Button>
        </IfAllowed>
      </SelectionBar>
      {open === 'move' && <MoveDialog {...props} />}
      {open === 'delete' && <DeleteDialog {...props} />}
    </>
  )
}

const countQuestions = (count: number) => formatCount(count, 'question')

type DialogProps = Props & { onClose: () => void; onStarted: () => void }

/** Asks where to move the questions; the default is the same video's other age category. */
function MoveDialog({ quiz, selection, onClose, onStarted }: DialogProps) {
  const videos = useAdminVideos().data ?? []
  const [videoId, setVideoId] = useState(quiz.videoId)
  const [ageCategory, setAgeCategory] = useState(
    ageCategories.find((category) => category !== quiz.ageCategory) ?? quiz.ageCategory,
  )
  const [error, setError] = useState<string>()

  function order() {
    if (videoId === quiz.videoId && ageCategory === quiz.ageCategory) {
      setError(text.moveToSame)
      return undefined
    }
    const options = { videoId, ageCategory }
    return { action: 'questions.move', options, targets: toTargets(selection, quiz) } as const
  }

  return (
    <BulkDialog
      isOpen
      title={text.moveTitle(countQuestions(selection.ids.size))}
      confirmLabel={text.moveQuestions}
      changes={questionChanges}
      order={order}
      onClose={onClose}
      onStarted={onStarted}
    >
      <Select
        label={text.videoTitle}
        options={videos.map(({ _id, title }) => ({ value: _id, label: title }))}
        value={videoId}
        onChange={(event) => {
          setVideoId(event.target.value)
          setError(undefined)
        }}
      />
      <Select
        label={text.ageCategory}
        options={ageCategories.map((value) => ({ value, label: value }))}
        value={ageCategory}
        error={error}
        onChange={(event) => {
          setAgeCategory(ageCategories.find((category) => category === event.target.value) ?? ageCategory)
          setError(undefined)
        }}
      />
      <p>{text.moveEffect}</p>
      {videoId !== quiz.videoId && <p>{text.moveLosesMoments}</p>}
    </BulkDialog>
  )
}

function DeleteDialog({ quiz, selection, onClose, onStarted }: DialogProps) {
  return (
    <BulkDialog
      isOpen
      title={text.deleteManyTitle(countQuestions(selection.ids.size))}
      confirmLabel={text.delete}
      isDangerous
      changes={questionChanges}
      order={() => ({ action: 'questions.delete', options: {}, targets: toTargets(selection, quiz) })}
      onClose={onClose}
      onStarted={onStarted}
    >
      <p>{text.deleteManyEffect}</p>
    </BulkDialog>
  )
}
