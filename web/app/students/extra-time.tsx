import { EXTRA_TIME_FACTORS } from '@baobab/contract/quiz/rules.ts'
import { setExtraTime, studentDetails, type StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

const options = EXTRA_TIME_FACTORS.map((factor) => ({ value: String(factor), label: text.extraTimeOption[factor] }))

/** Says how long a student has for a quiz, and lets an admin change it. */
export function ExtraTime({ student: { username, extraTimeFactor } }: { student: StudentDetails['data'] }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const { mutateAsync, isPending, error, reset } = useApiMutation(setExtraTime, { changes: [studentDetails] })

  function close() {
    reset()
    setOpen(false)
    setChosen(undefined)
  }
  async function save() {
    const factor = EXTRA_TIME_FACTORS.find((each) => String(each) === chosen) ?? extraTimeFactor
    try {
      toast((await mutateAsync({ params: { username }, body: { factor } })).message)
      close()
    } catch {
      // The dialog shows the error of the mutation.
    }
  }

  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        <Icon name="timer" />
        {extraTimeFactor === 1 ? text.extraTime : `${text.extraTime}: ${text.extraTimeOption[extraTimeFactor]}`}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={text.extraTimeTitle(username)}
        confirmLabel={text.save}
        busyLabel={isPending && text.saving}
        onConfirm={() => void save()}
        onCancel={close}
      >
        <div className="stack stack-3">
          <p>{text.extraTimeEffect}</p>
          <RadioGroup
            label={text.timeForQuiz}
            name="factor"
            options={options}
            value={chosen ?? String(extraTimeFactor)}
            onChange={(event) => setChosen(event.target.value)}
          />
          {error && (
            <Note kind="bad" role="alert">
              {errorMessage(error)}
            </Note>
          )}
        </div>
      </Dialog>
    </>
  )
}
