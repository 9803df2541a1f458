import { readAdminSettings, type AdminSettings } from '@baobab/contract/settings.ts'
import { settingsText } from '@baobab/contract/settings-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SettingsFormValues } from './settings-form-values.ts'
import { formatNaira } from '../use-price.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** What an operator may change without a deploy. */
export function ProductSettingsCard() {
  const { data, error, isFetching, refetch } = useQuery(apiQuery(readAdminSettings, {}))
  if (data) return <SettingsForm {...data} />
  if (error)
    return <Failure title={settingsText.settingsFailed} isRetrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Card>
      <Loading text={settingsText.settingsLoading}>
        <Skeleton shape="option" />
        <Skeleton shape="option" />
      </Loading>
    </Card>
  )
}

function SettingsForm({ settings, defaults, changes }: AdminSettings) {
  const form = useSettingsForm(settings)
  const element = useRef<HTMLFormElement>(null)
  const last = changes.toSorted((a, b) => b.at.localeCompare(a.at))[0]
  const field = (name: keyof SettingsFormValues) => ({
    name,
    value: form.typed[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.type(name, event.target.value),
  })
  return (
    <Card aria-label="Product">
      <form
        ref={element}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = form.submit()
          if (wrong) element.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
        }}
      >
        <div>
          <h2 className="card__h">Product</h2>
          <p className="muted small">What holds for everybody at once, on the pages and in mails.</p>
        </div>
        <div className="kv">
          <TextField
            label="Price in naira"
            inputMode="decimal"
            autoComplete="off"
            hint={`What a student pays, once. Usually ${formatNaira(defaults.priceKobo)}.`}
            {...field('priceKobo')}
          />
          <TextField
            label="Support email"
            type="email"
            autoComplete="off"
            hint="Shown on the Contact page and under mails. Empty: not shown."
            {...field('supportEmail')}
          />
          <TextField
            label="Support phone"
            type="tel"
            autoComplete="off"
            placeholder="+2348012345678"
            hint="Shown on the Contact page and under mails. Empty: not shown."
            {...field('supportPhone')}
          />
        </div>
        {form.failure && (
          <Note kind="bad" role="alert">
            {form.failure}
          </Note>
        )}
        <div className="row between">
          <Button type="submit" busyLabel={form.isSending && 'Saving...'}>
            Save product settings
          </Button>
          {last && <p className="small muted">{`Last changed by ${last.by}, ${formatDateTime(new Date(last.at))}`}</p>}
        </div>
      </form>
      <Dialog
        isOpen={form.asksAbout !== undefined}
        title={`Change the price to ${formatNaira(form.asksAbout ?? settings.priceKobo)}?`}
        confirmLabel="Change the price"
        busyLabel={form.isSending && 'Saving...'}
        onConfirm={() => void form.send()}
        onCancel={form.cancel}
      >
        {`It is ${formatNaira(settings.priceKobo)} now. Whoever begins to pay from this moment on pays the new price.`}
      </Dialog>
    </Card>
  )
}
