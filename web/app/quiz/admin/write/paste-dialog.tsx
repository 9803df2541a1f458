import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { useState } from 'react'
import { errorMessage } from '../../../api/error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { readPastedList } from './pasted-list.ts'
import type { QuestionValues } from './question-values.ts'
import { text } from './text.ts'

type Props = {
  isOpen: boolean
  quiz: { videoTitle: string; ageCategory: AgeCategory }
  onClose: () => void
  onQuestions: (questions: QuestionValues[]) => void
}

/** Reads questions from pasted text. */
export function PasteDialog({ isOpen, quiz, onClose, onQuestions }: Props) {
  const [list, setList] = useState('')
  const [error, setError] = useState<string>()
  const [isReading, setReading] = useState(false)

  async function read() {
    if (list.trim() === '') return setError(text.pasteEmpty)
    setReading(true)
    setError(undefined)
    try {
      const { questions, skipped } = await readPastedList(list, quiz)
      if (questions.length === 0) return setError(skipped > 0 ? text.nothingNew : text.pasteFailed)
      onQuestions(questions)
      toast(text.pasted(formatCount(questions.length, 'question'), skipped))
      close()
    } catch (failure) {
      setError(errorMessage(failure, text.pasteFailed))
    } finally {
      setReading(false)
    }
  }

  function close() {
    setList('')
    setError(undefined)
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={text.pasteTitle}
      confirmLabel={text.readList}
      busyLabel={isReading && text.reading}
      onConfirm={() => void read()}
      onCancel={close}
    >
      <TextArea
        label={text.pasteLabel}
        hint={text.pasteHint}
        rows={10}
        value={list}
        error={error}
        onChange={(event) => setList(event.target.value)}
      />
    </Dialog>
  )
}
