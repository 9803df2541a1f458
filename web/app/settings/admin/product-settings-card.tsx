import { formatNaira } from '@baobab/contract/payments/rules.ts'
import {
  changeSettings,
  readAdminSettings,
  readPublicSettings,
  type AdminSettings,
  OPERATOR_ADDRESS_MAX,
  OPERATOR_NAME_MAX,
  type ProductSettings,
  SettingsChange,
  settingsText,
} from '@baobab/contract/settings/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { parseNaira } from '../../forms/parse-naira.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

/** The settings that an owner may change without a deployment; read-only for other roles. */
export function ProductSettingsCard() {
  const settings = useQuery(apiQuery(readAdminSettings, {}))
  return (
    <QueryView query={settings} failed={settingsText.settingsFailed} loading={<SettingsLoading />}>
      {(data) => (
        <IfAllowed who={changeSettings.who} otherwise={<SettingsView settings={data.settings} />}>
          <SettingsForm {...data} />
        </IfAllowed>
      )}
    </QueryView>
  )
}

function SettingsLoading() {
  return (
    <Card>
      <Loading text={settingsText.settingsLoading}>
        <Skeleton shape="option" />
        <Skeleton shape="option" />
      </Loading>
    </Card>
  )
}

function SettingsView({ settings }: { settings: ProductSettings }) {
  return (
    <Card className="stack" aria-labelledby="product">
      <h2 className="card__h" id="product">
        {text.title}
      </h2>
      <div className="kv">
        <TextField label={text.price} readOnly value={formatNaira(settings.priceKobo)} />
        <TextField
          label={text.prize}
          readOnly
          value={settings.prizeKobo === null ? '' : formatNaira(settings.prizeKobo)}
        />
        {textSettings.map((name) => (
          <TextField key={name} label={text[name]} readOnly value={settings[name] ?? ''} />
        ))}
      </div>
    </Card>
  )
}

const phone = { type: 'tel', placeholder: '+2348012345678' }

/** The settings that may be empty. */
const optionalFields = [
  { name: 'supportEmail', label: text.supportEmail, hint: text.supportHint, type: 'email' },
  { name: 'supportPhone', label: text.supportPhone, hint: text.supportHint, ...phone },
  { name: 'supportWhatsApp', label: text.supportWhatsApp, hint: text.supportWhatsAppHint, ...phone },
  { name: 'prizeKobo', label: text.prize, hint: text.prizeHint, inputMode: 'decimal' },
  {
    name: 'operatorName',
    label: text.operatorName,
    hint: text.operatorNameHint,
    maxLength: OPERATOR_NAME_MAX,
  },
  {
    name: 'operatorAddress',
    label: text.operatorAddress,
    hint: text.operatorAddressHint,
    maxLength: OPERATOR_ADDRESS_MAX,
  },
] as const

function SettingsForm({ settings, defaults, changes }: AdminSettings) {
  const { field, submit, failure, isSaving, priceQuestion } = useSettingsForm(settings)
  const lastChange = changes.toSorted((a, b) => b.at.localeCompare(a.at))[0]
  return (
    <Card aria-label={text.title}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div>
          <h2 className="card__h">{text.title}</h2>
          <p className="muted small">{text.help}</p>
        </div>
        <div className="kv">
          <TextField
            label={text.price}
            inputMode="decimal"
            autoComplete="off"
            hint={text.priceHint(formatNaira(defaults.priceKobo))}
            {...field('priceKobo')}
          />
          {optionalFields.map(({ name, ...props }) => (
            <TextField key={name} autoComplete="off" {...props} {...field(name)} />
          ))}
        </div>
        <FormFailureNote failure={failure} />
        <div className="row between">
          <Button type="submit" busyLabel={isSaving && text.saving}>
            {text.save}
          </Button>
          {lastChange && (
            <p className="small muted">{text.lastChanged(lastChange.by, formatDateTime(new Date(lastChange.at)))}</p>
          )}
        </div>
      </form>
      <Dialog
        isOpen={priceQuestion !== undefined}
        title={text.changePriceQuestion(formatNaira(priceQuestion?.priceKobo ?? settings.priceKobo))}
        confirmLabel={text.changePrice}
        busyLabel={isSaving && text.saving}
        onConfirm={() => priceQuestion?.answer(true)}
        onCancel={() => priceQuestion?.answer(false)}
      >
        {text.changePriceEffect(formatNaira(settings.priceKobo))}
      </Dialog>
    </Card>
  )
}

type PriceQuestion = { priceKobo: number; answer: (isConfirmed: boolean) => void }

/** Sends the edited settings. A new price is sent only after confirmation in a dialog. */
function useSettingsForm(settings: ProductSettings) {
  const [priceQuestion, setPriceQuestion] = useState<PriceQuestion>()
  const saving = useApiMutation(changeSettings, { changes: [readAdminSettings, readPublicSettings] })
  const { form, field, submit, failure } = useApiForm({
    schema: toChange(settings),
    isParsed: true,
    defaultValues: toFormValues(settings),
    mode: 'onSubmit',
    send: async (body) => {
      try {
        if (body.priceKobo !== undefined && !(await confirmPrice(body.priceKobo))) return
        const reply = await saving.mutateAsync({ body })
        reset(reply.settings)
        toast(reply.message)
      } finally {
        setPriceQuestion(undefined)
      }
    },
  })
  function confirmPrice(priceKobo: number): Promise<boolean> {
    return new Promise((resolve) => setPriceQuestion({ priceKobo, answer: resolve }))
  }
  function reset(saved: ProductSettings): void {
    form.reset(toFormValues(saved))
  }
  return { field, submit, failure, isSaving: saving.isPending, priceQuestion }
}

/** Checks the edited settings with the contract's schema. */
const toChange = (settings: ProductSettings) =>
  z.pipe(
    z.pipe(
      z.custom<SettingsFormValues>(),
      z.transform((values: SettingsFormValues): unknown => toSettingsChange(values, settings)),
    ),
    z.pipe(z.unknown(), SettingsChange),
  )

const textSettings = ['supportEmail', 'supportPhone', 'supportWhatsApp', 'operatorName', 'operatorAddress'] as const
type TextSetting = (typeof textSettings)[number]

/** The product settings as text fields: amounts in naira, '' if a setting is null. */
type SettingsFormValues = Record<keyof ProductSettings, string>

export function toFormValues(settings: ProductSettings): SettingsFormValues {
  const { priceKobo, prizeKobo } = settings
  const texts = Object.fromEntries(textSettings.map((name) => [name, settings[name] ?? '']))
  return {
    ...(texts as Record<TextSetting, string>),
    priceKobo: String(priceKobo / 100),
    prizeKobo: prizeKobo === null ? '' : String(prizeKobo / 100),
  }
}

/** Returns the settings that differ from `settings`. An amount is NaN if the text is not one. */
export function toSettingsChange(
  values: SettingsFormValues,
  settings: ProductSettings,
): z.input<typeof SettingsChange> {
  const texts = textSettings.map((name) => [name, values[name].trim() || null] as const)
  const edited: ProductSettings = {
    ...(Object.fromEntries(texts) as Record<TextSetting, string | null>),
    priceKobo: parseNaira(values.priceKobo),
    prizeKobo: values.prizeKobo.trim() ? parseNaira(values.prizeKobo) : null,
  }
  const isEdited = ([name, value]: [string, unknown]) => value !== settings[name as keyof ProductSettings]
  return Object.fromEntries(Object.entries(edited).filter(isEdited))
}
