import {
  eraseGuardian,
  exportGuardianData,
  sendGuardianProofCode,
  type GuardianAccount,
} from '@baobab/contract/guardians/endpoints.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { useId, useState } from 'react'
import { useOutletContext } from 'react-router'
import { ProofFields, useProofForm } from '../accounts/proof-fields.tsx'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import type { LeaveActions } from '../shell/session-guard.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { paths } from '../paths.ts'
import { text } from './text.ts'

const FILE_NAME = 'baobab-my-data.json'

/** Lets guardians download everything that is stored about them, and delete their account. */
export function GuardianDataCard({ account }: { account: GuardianAccount }) {
  const [isEraseAsked, setEraseAsked] = useState(false)
  return (
    <Card className="stack stack-3" aria-labelledby="my-data">
      <h2 className="card__h" id="my-data">
        {text.account.data}
      </h2>
      <p className="small muted">{account.hasChildren ? guardiansText.hasChildren : text.account.dataHelp}</p>
      <DownloadButton />
      {!account.hasChildren && (
        <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setEraseAsked(true)}>
          <Icon name="trash" />
          {text.account.erase}
        </Button>
      )}
      <EraseDialog isOpen={isEraseAsked} address={account.address} onCancel={() => setEraseAsked(false)} />
    </Card>
  )
}

function DownloadButton() {
  const [isPreparing, setPreparing] = useState(false)

  async function download() {
    setPreparing(true)
    try {
      const data = await callApi(exportGuardianData, {})
      saveFile(FILE_NAME, 'application/json', JSON.stringify(data, null, 2))
      toast(text.account.downloaded(FILE_NAME))
    } catch (error) {
      toast(errorMessage(error))
    } finally {
      setPreparing(false)
    }
  }

  return (
    <Button kind="line" size="sm" busyLabel={isPreparing && text.account.preparing} onClick={() => void download()}>
      <Icon name="download-simple" />
      {text.account.download}
    </Button>
  )
}

const requestCode = async () => (await callApi(sendGuardianProofCode, {})).message

type EraseProps = { isOpen: boolean; address: string; onCancel: () => void }

/** Asks for the password or a code before the account is deleted. */
function EraseDialog({ isOpen, address, onCancel }: EraseProps) {
  const { leave } = useOutletContext<LeaveActions>()
  const { submit, failure, isSending, reset, proofProps } = useProofForm({
    hasPassword: true,
    send: async (body) => {
      const { message } = await callApi(eraseGuardian, { body })
      leave(paths.guardian.logIn, message)
    },
    mailCode: requestCode,
  })
  const formId = useId()

  function cancel() {
    // A request that has been sent cannot be withdrawn, so the dialog stays open until the reply arrives.
    if (isSending) return
    reset()
    onCancel()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={text.account.eraseQuestion}
      confirmLabel={text.account.erase}
      busyLabel={isSending && text.account.erasing}
      isDangerous
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.account.eraseEffect}</p>
        <input type="text" autoComplete="username" value={address} readOnly hidden />
        <ProofFields {...proofProps} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
