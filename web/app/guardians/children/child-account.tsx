import { exportChildData, type GuardianChild } from '@baobab/contract/guardians/children.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

const loadPasswordDialog = async () => (await import('./password-dialog.tsx')).PasswordDialog
const loadWithdrawDialog = async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog

/** How the child logs in, and what the guardian decides about the account. */
export function ChildAccount({ child: { username, hasOwnAddress } }: { child: GuardianChild }) {
  const [asked, setAsked] = useState<'password' | 'withdraw'>()
  const password = useOnDemand(loadPasswordDialog)
  const withdraw = useOnDemand(loadWithdrawDialog)
  const close = () => setAsked(undefined)

  function ask(what: 'password' | 'withdraw') {
    setAsked(what)
    const dialog = what === 'password' ? password : withdraw
    if (!dialog.Loaded) void dialog.open()
  }

  return (
    <Card className="stack stack-3" aria-labelledby="account">
      <h2 className="card__h" id="account">
        {text.child.account}
      </h2>
      <p>{text.child.logInHelp(username)}</p>
      {hasOwnAddress && <p className="small muted">{text.child.hasOwnAddress}</p>}
      <div className="row">
        {!hasOwnAddress && (
          <Button kind="line" size="sm" busyLabel={password.busyLabel} onClick={() => ask('password')}>
            <Icon name="lock-simple" />
            {text.child.setPassword}
          </Button>
        )}
        <DownloadButton username={username} />
        <Button
          kind="quiet"
          size="sm"
          className="btn--bad"
          busyLabel={withdraw.busyLabel}
          onClick={() => ask('withdraw')}
        >
          <Icon name="trash" />
          {text.child.withdraw}
        </Button>
      </div>
      {password.Loaded && <password.Loaded isOpen={asked === 'password'} username={username} onClose={close} />}
      {withdraw.Loaded && <withdraw.Loaded isOpen={asked === 'withdraw'} username={username} onClose={close} />}
    </Card>
  )
}

function DownloadButton({ username }: { username: string }) {
  const [isPreparing, setPreparing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const fileName = `baobab-${username}.json`

  async function download() {
    setPreparing(true)
    setFailure(undefined)
    try {
      const data = await callApi(exportChildData, { params: { username } })
      saveFile(fileName, 'application/json', JSON.stringify(data, null, 2))
      toast(text.child.downloaded(fileName))
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
      <Button kind="line" size="sm" busyLabel={isPreparing && text.child.preparing} onClick={() => void download()}>
        <Icon name="download-simple" />
        {text.child.download}
      </Button>
    </>
  )
}
