import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import type { EraseDialogProps } from './erase-dialog.tsx'
import { text } from './text.ts'

const FILE_NAME = 'baobab-my-data.json'

const loadEraseDialog = async () => (await import('./erase-dialog.tsx')).EraseDialog

type Props = Pick<EraseDialogProps, 'email' | 'onErased'>

/** Lets students download everything that is stored about them, and delete their account unless a guardian keeps it. */
export function MyDataCard({ email, onErased }: Props) {
  const username = useStudentSession()?.username ?? ''
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  const isKept = profile.data?.data.isKeptByGuardian ?? false
  const [isEraseAsked, setEraseAsked] = useState(false)
  const { Loaded: EraseDialog, open, busyLabel } = useOnDemand(loadEraseDialog)

  function askToErase() {
    setEraseAsked(true)
    if (!EraseDialog) void open()
  }

  return (
    <Card className="stack stack-3" aria-labelledby="my-data">
      <h2 className="card__h" id="my-data">
        {text.title}
      </h2>
      <p className="small muted">{text.help}</p>
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.myData}>
        {text.see}
      </Link>
      <DownloadButton />
      {isKept ? (
        <p className="small muted">{text.keptByGuardian}</p>
      ) : (
        <Button kind="quiet" size="sm" className="btn--bad" busyLabel={busyLabel} onClick={askToErase}>
          <Icon name="trash" />
          {text.delete}
        </Button>
      )}
      {EraseDialog && (
        <EraseDialog isOpen={isEraseAsked} email={email} onErased={onErased} onCancel={() => setEraseAsked(false)} />
      )}
    </Card>
  )
}

function DownloadButton() {
  const [isPreparing, setPreparing] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function download() {
    setPreparing(true)
    setFailure(undefined)
    try {
      const data = await callApi(exportData, {})
      saveFile(FILE_NAME, 'application/json', JSON.stringify(data, null, 2))
      toast(text.downloaded(FILE_NAME))
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setPreparing(false)
    }
  }

  return (
    <>
      {failure && (
        <Note kind="bad" role="alert">
          {failure}
        </Note>
      )}
      <Button kind="line" size="sm" busyLabel={isPreparing && text.preparing} onClick={() => void download()}>
        <Icon name="download-simple" />
        {text.download}
      </Button>
    </>
  )
}
