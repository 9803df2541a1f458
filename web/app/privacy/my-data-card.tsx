import { listSignInMethods } from '@baobab/contract/identity-providers.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ProofFields } from '../accounts/proof-fields.tsx'
import { requestProofCode, useProofForm } from '../accounts/use-proof-form.ts'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { deleteLocalVideoData } from '../videos/delete-local-video-data.ts'
import { text } from './text.ts'

const FILE_NAME = 'baobab-my-data.json'

type Props = {
  email: string
  /** Called once the account is deleted, with the server's message. */
  onErased: (message: string) => void
}

/** Lets students download everything that is stored about them, and delete their account. */
export function MyDataCard({ email, onErased }: Props) {
  const [isEraseAsked, setEraseAsked] = useState(false)
  return (
    <Card className="stack stack-3" aria-labelledby="my-data">
      <h2 className="card__h" id="my-data">
        {text.title}
      </h2>
      <p className="small muted">{text.help}</p>
      <DownloadButton />
      <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setEraseAsked(true)}>
        <Icon name="trash" />
        {text.delete}
      </Button>
      <EraseDialog isOpen={isEraseAsked} email={email} onErased={onErased} onCancel={() => setEraseAsked(false)} />
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

type EraseDialogProps = Props & { isOpen: boolean; onCancel: () => void }

/** Asks who the student is before the account is deleted, and says what is deleted and what stays. */
function EraseDialog({ isOpen, email, onErased, onCancel }: EraseDialogProps) {
  const { data: methods } = useQuery(apiQuery(listSignInMethods, {}))
  const { submit, failure, isSending, reset, proofProps } = useProofForm({
    hasPassword: methods?.hasPassword ?? true,
    send: async (body) => {
      // Read before the account is deleted, because the session ends with it.
      const studentId = studentSession()?.studentId
      const { message } = await callApi(eraseAccount, { body })
      if (studentId) await deleteLocalVideoData(studentId)
      onErased(message)
    },
    mailCode: requestProofCode,
  })
  const formId = useId()

  function cancel() {
    // A request that was sent cannot be withdrawn, so the dialog stays open until the reply arrives.
    if (isSending) return
    reset()
    onCancel()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={text.deleteQuestion}
      confirmLabel={text.delete}
      busyLabel={isSending && text.deleting}
      isDangerous
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.deleteEffect}</p>
        {/* Lets a password manager know which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
