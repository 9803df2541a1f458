import { exportData } from '@baobab/contract/privacy.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { saveFile } from '../ui/save-file.ts'

const FILE = 'baobab-my-data.json'

type Props = {
  email: string
  onErased: (message: string) => void
}

/** What a student may ask of us about their data: a copy of all of it, and its end. */
export function MyDataCard({ email, onErased }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card className="stack stack-3" aria-labelledby="my-data">
      <h2 className="card__h" id="my-data">
        My data
      </h2>
      <p className="small muted">
        The copy is one file with all that we hold on you: your details, your answers, your points and your payments.
      </p>
      <Download />
      <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setAsking(true)}>
        <Icon name="trash" />
        Delete my account
      </Button>
      <EraseDialog isOpen={isAsking} email={email} onErased={onErased} onCancel={() => setAsking(false)} />
    </Card>
  )
}

function Download() {
  const [isPreparing, setPreparing] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function download() {
    setPreparing(true)
    setProblem(undefined)
    try {
      saveFile(FILE, 'application/json', JSON.stringify(await callApi(exportData, {}), null, 2))
      toast(`Your data is saved as ${FILE}.`)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setPreparing(false)
    }
  }

  return (
    <>
      {problem && (
        <Note kind="bad" role="alert">
          {problem}
        </Note>
      )}
      <Button kind="line" size="sm" busyLabel={isPreparing && 'Preparing your file...'} onClick={() => void download()}>
        <Icon name="download-simple" />
        Download my data
      </Button>
    </>
  )
}
