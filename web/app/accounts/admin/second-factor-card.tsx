import {
  beginSecondFactor,
  makeRecoveryCodes,
  readSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@baobab/contract/accounts/admin.ts'
import { CodeOnly } from '@baobab/contract/accounts/forms.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDate } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { InlineFailure } from '../../ui/inline-failure.tsx'
import { Note } from '../../ui/note.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReauthenticationForm, type ReauthenticationValues } from './reauthentication-form.tsx'
import { authText, text } from './text.ts'

/** With fewer recovery codes than this, the card suggests making new ones. */
const FEW_CODES = 3

/** Turns the logged-in admin's second factor on or off, and makes recovery codes. */
export function SecondFactorCard() {
  const username = useAdminSession()?.username ?? ''
  const state = useQuery(apiQuery(readSecondFactor, {}))
  const [newCodes, setNewCodes] = useState<string[]>()

  async function handleChange(message: string, recoveryCodes?: string[]) {
    toast(message)
    setNewCodes(recoveryCodes)
    await invalidate(readSecondFactor)
  }

  return (
    <Card className="stack stack-3" aria-labelledby="second-factor">
      <h2 className="card__h" id="second-factor">
        {text.secondFactor.title}
      </h2>
      {state.isPending && <RowsSkeleton rows={1} />}
      {state.isError && (
        <InlineFailure
          message={errorMessage(state.error)}
          isRetrying={state.isFetching}
          onRetry={() => void state.refetch()}
        />
      )}
      {newCodes && <RecoveryCodes codes={newCodes} username={username} onSaved={() => setNewCodes(undefined)} />}
      {!newCodes && state.data?.isOn === false && <TurnOn onTurnedOn={handleChange} />}
      {!newCodes && state.data?.isOn && <TurnedOn {...state.data} onChanged={handleChange} />}
    </Card>
  )
}

type TurnOnStep = { name: 'off' | 'password' } | { name: 'setup'; secret: string; uri: string }

/** Asks for the password, then shows the key, then asks for the first code. */
function TurnOn({ onTurnedOn }: { onTurnedOn: (message: string, recoveryCodes: string[]) => Promise<void> }) {
  const [step, setStep] = useState<TurnOnStep>({ name: 'off' })
  const cancel = () => setStep({ name: 'off' })

  async function begin({ password }: ReauthenticationValues) {
    const key = await callApi(beginSecondFactor, { body: { password } })
    setStep({ name: 'setup', ...key })
  }

  if (step.name === 'setup') {
    return (
      <SecondFactorSetup
        secret={step.secret}
        uri={step.uri}
        onTurnedOn={(codes) => void onTurnedOn(accountsAdminText.secondFactorOn, codes)}
        onCancel={cancel}
      />
    )
  }
  if (step.name === 'password') {
    return (
      <ReauthenticationForm
        withCode={false}
        label={authText.continue}
        busyLabel={authText.checking}
        send={begin}
        onCancel={cancel}
      />
    )
  }
  return (
    <>
      <p className="muted">{text.secondFactor.offHelp}</p>
      <div>
        <Button kind="line" size="sm" onClick={() => setStep({ name: 'password' })}>
          {text.secondFactor.turnOn}
        </Button>
      </div>
    </>
  )
}

type TurnedOnProps = {
  since: string | null
  recoveryCodesLeft: number
  onChanged: (message: string, recoveryCodes?: string[]) => Promise<void>
}

function TurnedOn({ since, recoveryCodesLeft, onChanged }: TurnedOnProps) {
  const [action, setAction] = useState<'make-codes' | 'turn-off'>()
  const cancel = () => setAction(undefined)

  async function makeCodes({ password, code = '' }: ReauthenticationValues) {
    const { message, recoveryCodes } = await callApi(makeRecoveryCodes, { body: { password, code } })
    cancel()
    await onChanged(message, recoveryCodes)
  }
  async function turnOff({ password, code = '' }: ReauthenticationValues) {
    const { message } = await callApi(turnOffSecondFactor, { body: { password, code } })
    await onChanged(message)
  }

  return (
    <>
      <p className="row">
        <Chip kind="ok" icon="check">
          {text.on}
        </Chip>
        {since && <span className="small muted">{text.secondFactor.since(formatDate(new Date(since)))}</span>}
      </p>
      {recoveryCodesLeft < FEW_CODES ? (
        <Note kind="warn">{text.secondFactor.fewCodesLeft(recoveryCodesLeft)}</Note>
      ) : (
        <p className="muted">{text.secondFactor.codesLeft(recoveryCodesLeft)}</p>
      )}
      {action === undefined && (
        <div className="row">
          <Button kind="line" size="sm" onClick={() => setAction('make-codes')}>
            {text.secondFactor.newCodes}
          </Button>
          <Button kind="quiet" size="sm" onClick={() => setAction('turn-off')}>
            {text.secondFactor.turnOff}
          </Button>
        </div>
      )}
      {action === 'make-codes' && (
        <ReauthenticationForm
          withCode
          label={text.secondFactor.makeCodes}
          busyLabel={text.secondFactor.makingCodes}
          send={makeCodes}
          onCancel={cancel}
        />
      )}
      {action === 'turn-off' && (
        <ReauthenticationForm
          withCode
          isDangerous
          label={text.secondFactor.turnOff}
          busyLabel={text.secondFactor.turningOff}
          send={turnOff}
          onCancel={cancel}
        />
      )}
    </>
  )
}

type Props = {
  secret: string
  /** The otpauth address that the QR code encodes. */
  uri: string
  onTurnedOn: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the key as a QR code and as text, and asks for a code to prove that the app has it. */
function SecondFactorSetup({ secret, uri, onTurnedOn, onCancel }: Props) {
  const { field, submit, failure, isSending } = useApiForm({
    schema: CodeOnly,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    send: async (body) => onTurnedOn((await callApi(turnOnSecondFactor, { body })).recoveryCodes),
  })
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>{text.secondFactor.scan}</p>
      <QrCode content={uri} label={text.secondFactor.qrCode} />
      <p className="small">
        {text.secondFactor.typeKey}
        <br />
        <code className="key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>{text.secondFactor.enterCode}</p>
      <CodeField label={authText.code} data-first {...field('code')} />
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && authText.checking} cancelLabel={authText.cancel} onCancel={onCancel}>
        {text.secondFactor.turnOn}
      </FormButtons>
    </form>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; username: string; onSaved: () => void }

/** Shows new recovery codes, once: the server stores only their hashes. */
function RecoveryCodes({ codes, username, onSaved }: RecoveryCodesProps) {
  const lines = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines)
      toast(text.recoveryCodes.copied)
    } catch {
      toast(text.recoveryCodes.copyFailed, { kind: 'warn' })
    }
  }

  return (
    <section className="stack stack-3" aria-labelledby="recovery-codes">
      <div className="paper stack stack-3">
        <h3 ref={focusHeading} tabIndex={-1} id="recovery-codes">
          {text.recoveryCodes.title}
        </h3>
        <p className="print-only">{text.recoveryCodes.printed(username)}</p>
        <ul className="codes num">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Note kind="warn">{text.recoveryCodes.help}</Note>
      <div className="row">
        <Button kind="line" size="sm" onClick={() => void copy()}>
          <Icon name="clipboard-text" size="sm" />
          {text.recoveryCodes.copy}
        </Button>
        <Button
          kind="line"
          size="sm"
          onClick={() => saveFile(`baobab-recovery-codes-${username}.txt`, 'text/plain', `${lines}\n`)}
        >
          <Icon name="download-simple" size="sm" />
          {text.recoveryCodes.download}
        </Button>
        <Button kind="line" size="sm" onClick={() => print()}>
          {text.recoveryCodes.print}
        </Button>
      </div>
      <div>
        <Button size="sm" onClick={onSaved}>
          {text.recoveryCodes.saved}
        </Button>
      </div>
    </section>
  )
}

function focusHeading(heading: HTMLElement | null) {
  heading?.focus()
}
