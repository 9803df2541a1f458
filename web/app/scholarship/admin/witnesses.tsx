// The draw by witnesses, for when there is no public number: name them, enter what each reveals, replace those who refuse.
import { type AdminDraw, nameWitnesses, revealSecret } from '@baobab/contract/scholarship/admin.ts'
import { RevealedSecret, WitnessesForm } from '@baobab/contract/scholarship/forms.ts'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { paths } from '../../paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { drawChanges } from './number-dialog.tsx'
import { text } from './text.ts'

type WitnessState = NonNullable<AdminDraw['witnesses']>

export function Witnesses({ draw: { month, proposal }, witnesses }: { draw: AdminDraw; witnesses: WitnessState }) {
  const { named, replaceableAt, isReplaceable } = witnesses
  return (
    <section className="stack stack-3" aria-label={text.witnesses}>
      <h4>{text.witnesses}</h4>
      {named.length === 0 ? (
        <>
          <p>{text.witnessesHelp}</p>
          {!proposal && <NameButton month={month} label={text.nameWitnesses} />}
        </>
      ) : (
        <>
          <p>{text.witnessesDraw}</p>
          <ul className="stack stack-2">
            {named.map((witness, position) => (
              <li key={witness.name}>
                {witness.name}
                <div className="row">
                  <Chip kind={witness.hasRevealed ? 'ok' : 'info'}>
                    {witness.hasRevealed ? text.hasRevealed : text.hasNotRevealed}
                  </Chip>
                  {!witness.hasRevealed && <RevealButton {...{ month, position, name: witness.name }} />}
                  {!witness.hasRevealed && isReplaceable && !proposal && (
                    <NameButton month={month} label={text.witnessRefuses} refused={{ position, name: witness.name }} />
                  )}
                </div>
              </li>
            ))}
          </ul>
          {replaceableAt && !isReplaceable && (
            <p className="muted small">{text.replaceableFrom(formatDateTime(new Date(replaceableAt)))}</p>
          )}
        </>
      )}
    </section>
  )
}

function RevealButton(props: { month: string; position: number; name: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <IfAllowed who={revealSecret.who}>
      <Button kind="line" size="sm" aria-label={text.enterSecretOf(props.name)} onClick={() => setIsAsking(true)}>
        {text.enterSecret}
      </Button>
      {isAsking && <RevealDialog {...props} onClose={() => setIsAsking(false)} />}
    </IfAllowed>
  )
}

function RevealDialog(props: { month: string; position: number; name: string; onClose: () => void }) {
  const { month, position, name, onClose } = props
  const revealing = useApiMutation(revealSecret, { changes: drawChanges })
  const formId = useId()
  const { submit, field, failure, isSending } = useApiForm({
    schema: RevealedSecret,
    defaultValues: { position, secret: '' },
    send: async (body) => {
      toast((await revealing.mutateAsync({ params: { month }, body })).message)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      title={text.enterSecretOf(name)}
      confirmLabel={text.publishSecret}
      busyLabel={isSending && text.publishingSecret}
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.enterSecretHelp}</p>
        <TextField label={text.secretNumber} autoComplete="off" spellCheck={false} data-first {...field('secret')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

type Refused = { position: number; name: string }

function NameButton({ month, label, refused }: { month: string; label: string; refused?: Refused }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <IfAllowed who={nameWitnesses.who}>
      <div>
        <Button
          kind="quiet"
          size="sm"
          {...(refused && { 'aria-label': text.witnessRefusesNamed(refused.name) })}
          onClick={() => setIsAsking(true)}
        >
          {label}
        </Button>
      </div>
      {isAsking && <NameDialog month={month} refused={refused} onClose={() => setIsAsking(false)} />}
    </IfAllowed>
  )
}

const MIN_OTHERS = 3
const MAX_OTHERS = 9
const noWitness = { name: '', commitment: '' }

function NameDialog(props: { month: string; refused: Refused | undefined; onClose: () => void }) {
  const { month, refused, onClose } = props
  const naming = useApiMutation(nameWitnesses, { changes: drawChanges })
  const formId = useId()
  const { form, submit, field, failure, isSending, errors } = useApiForm({
    schema: WitnessesForm,
    // With 'onTouched', an error appearing under the field could move the button while it is being pressed.
    mode: 'onSubmit',
    defaultValues: {
      others: Array.from({ length: MIN_OTHERS }, () => noWitness),
      own: '',
      ...(refused && { refused: refused.position }),
    },
    send: async (body) => {
      toast((await naming.mutateAsync({ params: { month }, body })).message)
      onClose()
    },
  })
  const others = useFieldArray({ control: form.control, name: 'others' })
  const adding = useRef<HTMLButtonElement>(null)
  function remove(n: number) {
    flushSync(() => others.remove(n))
    // The button that had the focus has disappeared.
    adding.current?.focus()
  }
  const listError = errors.others?.root?.message ?? errors.others?.message
  return (
    <Dialog
      isOpen
      title={refused ? text.witnessRefusesNamed(refused.name) : text.nameWitnesses}
      confirmLabel={text.publishWitnesses}
      busyLabel={isSending && text.publishingSecret}
      isDangerous
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{refused ? text.replaceWitnessesHelp : text.nameWitnessesHelp}</p>
        <p>{text.sendAddress(`${location.origin}${paths.checkDraw(month)}#witness`)}</p>
        <p>{text.witnessNameHelp}</p>
        {others.fields.map(({ id }, n) => (
          <fieldset key={id} className="stack stack-2">
            <legend>{text.witnessNumber(n + 1)}</legend>
            <TextField
              label={text.witnessName}
              autoComplete="off"
              data-first={n === 0 || undefined}
              {...field(`others.${n}.name`)}
            />
            <TextField
              label={text.promise}
              autoComplete="off"
              spellCheck={false}
              {...field(`others.${n}.commitment`)}
            />
            {others.fields.length > MIN_OTHERS && (
              <div>
                <Button kind="quiet" size="sm" aria-label={text.removeWitness(n + 1)} onClick={() => remove(n)}>
                  {text.remove}
                </Button>
              </div>
            )}
          </fieldset>
        ))}
        {others.fields.length < MAX_OTHERS && (
          <p>
            <Button
              ref={adding}
              kind="quiet"
              size="sm"
              onClick={() => others.append(noWitness, { shouldFocus: false })}
            >
              {text.addWitness}
            </Button>
          </p>
        )}
        {listError !== undefined && (
          <Note kind="bad" role="alert">
            {listError}
          </Note>
        )}
        <TextField
          label={text.ownPromise}
          hint={text.ownPromiseHint}
          autoComplete="off"
          spellCheck={false}
          {...field('own')}
        />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
