import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  maintenanceAdminText,
  endMaintenance,
  readMaintenance,
  startMaintenance,
  type MaintenanceForm,
} from '@baobab/contract/maintenance/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { toastResult } from '../forms/mutation-result.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { fromLagosField } from '../notifications/admin/lagos-time.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDateTime, formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

const REFRESH_MS = 15_000

type State = ReplyOf<typeof readMaintenance>

/** Shows maintenance that is on or planned and, to owners, the controls. */
export function MaintenanceCard() {
  const state = useQuery({ ...apiQuery(readMaintenance, {}), refetchInterval: REFRESH_MS })
  return (
    <section className="stack stack-3" aria-labelledby="maintenance">
      <h2 className="h-20" id="maintenance">
        {text.maintenance}
      </h2>
      <p className="muted">{text.maintenanceLead}</p>
      <QueryView
        query={state}
        failed={maintenanceAdminText.failed}
        help={errorMessage(state.error)}
        heading="h3"
        loading={
          <Card>
            <Loading text={maintenanceAdminText.loading}>
              <RowsSkeleton rows={1} />
            </Loading>
          </Card>
        }
      >
        {(data) => (
          <Card as="div" className="stack">
            {data.maintenance ? <Present {...data} maintenance={data.maintenance} /> : <Absent {...data} />}
          </Card>
        )}
      </QueryView>
    </section>
  )
}

function Present({ maintenance, runningQuizzes }: State & { maintenance: NonNullable<State['maintenance']> }) {
  const ending = useApiMutation(endMaintenance, { changes: [readMaintenance] })
  const { phase, startsAt, expectedEndAt, by } = maintenance
  const isOn = phase === 'on'
  const isLate = useServerTime((nowMs) => Date.parse(expectedEndAt) < nowMs) && isOn
  return (
    <>
      <Note kind={isLate ? 'bad' : 'warn'}>
        <p>{text.maintenancePhases[phase]}</p>
        <p>
          {text.maintenanceTimes(formatDateTime(new Date(startsAt)), formatDateTime(new Date(expectedEndAt)))}{' '}
          {by === null ? text.maintenanceByCommand : text.maintenanceBy(by)}
        </p>
        {isOn && <p>{text.pausedQuizzes(formatCount(runningQuizzes, 'quiz', 'quizzes'))}</p>}
        {isLate && <p>{text.maintenanceLate}</p>}
      </Note>
      <IfAllowed who={endMaintenance.who}>
        <div>
          <Button
            busyLabel={ending.isPending && (isOn ? text.switchingOff : text.canceling)}
            onClick={() => void toastResult(ending.mutateAsync({}))}
          >
            {isOn ? text.switchOff : text.cancelMaintenance}
          </Button>
        </div>
      </IfAllowed>
    </>
  )
}

function Absent({ runningQuizzes }: State) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>{text.maintenanceOff}</p>
      <IfAllowed who={startMaintenance.who}>
        <div>
          <Button kind="line" onClick={() => setOpen(true)}>
            {text.switchOn}
          </Button>
        </div>
        {isOpen && <StartDialog runningQuizzes={runningQuizzes} onClose={() => setOpen(false)} />}
      </IfAllowed>
    </>
  )
}

const FORM_ID = 'maintenance-form'
const beginOptions = (['soon', 'now', 'later'] as const).map((value) => ({ value, ...text.begin[value] }))

type DialogProps = Pick<State, 'runningQuizzes'> & { onClose: () => void }

function StartDialog({ runningQuizzes, onClose }: DialogProps) {
  const starting = useApiMutation(startMaintenance, { changes: [readMaintenance] })
  const { form, field, submit, failure, isSending } = useApiForm<MaintenanceValues>({
    defaultValues: { begin: 'soon', startsAt: '', minutes: '30' },
    send: async (values) => {
      toast((await starting.mutateAsync({ body: toMaintenance(values, serverDate()) })).message)
      onClose()
    },
  })
  const begin = form.watch('begin')
  return (
    <Dialog
      isOpen
      title={text.switchOnQuestion}
      confirmLabel={begin === 'now' ? text.switchOnNow : text.planMaintenance}
      busyLabel={isSending && text.switchingOn}
      isDangerous={begin === 'now'}
      formId={FORM_ID}
      onCancel={onClose}
    >
      <form id={FORM_ID} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.maintenanceEffect}</p>
        <RadioGroup label={text.beginLabel} cards options={beginOptions} {...field('begin')} />
        {begin === 'now' && runningQuizzes > 0 && (
          <Note kind="warn">{text.stopsQuizzes(formatCount(runningQuizzes, 'quiz', 'quizzes'))}</Note>
        )}
        {begin === 'later' && (
          <TextField label={text.startsAt} type="datetime-local" hint={text.lagosTime} {...field('startsAt')} />
        )}
        <TextField label={text.minutes} inputMode="numeric" autoComplete="off" {...field('minutes')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

// The form that turns maintenance on, as text fields, and what it sends

/** `soon`: once the running quizzes are over. */
export type MaintenanceValues = { begin: 'soon' | 'now' | 'later'; startsAt: string; minutes: string }

/** Longer than a quiz with extra time: no quiz starts in the meantime, and running ones end. */
const SOON_MINUTES = 5

const MINUTE_MS = 60_000

/**
 * Returns what the form sends.
 * @param now the server's time
 */
export function toMaintenance(
  { begin, startsAt, minutes }: MaintenanceValues,
  now: Date,
): z.input<typeof MaintenanceForm> {
  const start = readStart(begin, startsAt, now)
  const from = start === undefined ? now : new Date(start)
  const end = new Date(from.getTime() + Number(minutes) * MINUTE_MS)
  const expectedEndAt = Number.isNaN(end.getTime()) ? '' : end.toISOString()
  return start === undefined ? { expectedEndAt } : { startsAt: start, expectedEndAt }
}

/** Returns when it begins: undefined for now, '' if the field is incomplete. */
function readStart(begin: MaintenanceValues['begin'], typed: string, now: Date): string | undefined {
  if (begin === 'now') return undefined
  if (begin === 'soon') return new Date(now.getTime() + SOON_MINUTES * MINUTE_MS).toISOString()
  return fromLagosField(typed) ?? ''
}
