import { bulkAudience, type startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { holdReasons, type HoldReason } from '@baobab/contract/fair-play/endpoints.ts'
import { holdReasonSentences } from '@baobab/contract/fair-play/text.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { SelectedStudentsMessage } from '@baobab/contract/notifications/admin.ts'
import {
  notificationMethods,
  notificationTypes,
  type NotificationMethod,
  type NotificationType,
} from '@baobab/contract/notifications/endpoints.ts'
import { NOTIFICATION_MAX } from '@baobab/contract/notifications/text.ts'
import { EXTRA_TIME_FACTORS } from '@baobab/contract/quiz/rules.ts'
import { studentDetails, listStudents, type StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { useState, useId } from 'react'
import { BulkDialog, toTargets, useBulkAction } from '../bulk/admin/bulk-actions.tsx'
import { reasonLabels } from '../fair-play/admin/text.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { methodLabels } from '../notifications/admin/text.ts'
import { typeLabels } from '../notifications/text.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { SelectionBar, type Selection } from '../ui/data-table/selection.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { formatCount } from '../ui/format.ts'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { bulkText as text, text as pageText } from './text.ts'

/** The queries that the actions change. */
export const bulkStudentChanges = [listStudents, studentDetails]

type Rows = {
  selection: Selection
  filters: Partial<StudentSelection>
  /** All students that match the filters: 'about 9,324 students'. */
  allLabel: string
}
type Props = Rows & { hasMore: boolean; onExport: () => void }

const countStudents = (count: number) => formatCount(count, 'student')

/** Actions for the selected students. */
export function StudentSelectionBar({ hasMore, onExport, ...rows }: Props) {
  const { selection, allLabel } = rows
  const [open, setOpen] = useState<'notify' | 'hold' | 'release' | 'extra-time'>()
  const students = selection.isAll ? allLabel : countStudents(selection.ids.size)
  const dialog = { ...rows, students, onClose: () => setOpen(undefined) }
  return (
    <>
      <SelectionBar
        selection={selection}
        countLabel={countStudents}
        allLabel={allLabel}
        hasMore={hasMore}
        isAllOffered={Boolean(rows.filters.school)}
      >
        <IfAllowed who={bulkAudience['students.notify']}>
          <Button kind="line" size="sm" onClick={() => setOpen('notify')}>
            {text.notify}
          </Button>
        </IfAllowed>
        <IfAllowed who={exportAudience.students}>
          <Button kind="line" size="sm" onClick={onExport}>
            {text.export}
          </Button>
        </IfAllowed>
        <IfAllowed who={bulkAudience['students.extra-time']}>
          <Button kind="line" size="sm" onClick={() => setOpen('extra-time')}>
            {text.extraTime}
          </Button>
        </IfAllowed>
        <IfAllowed who={bulkAudience['students.hold']}>
          <Button kind="line" size="sm" onClick={() => setOpen('hold')}>
            {text.hold}
          </Button>
          <Button kind="line" size="sm" onClick={() => setOpen('release')}>
            {text.release}
          </Button>
        </IfAllowed>
      </SelectionBar>
      <NotifyDialog
        isOpen={open === 'notify'}
        students={students}
        targets={() => toTargets(selection, rows.filters)}
        onClose={dialog.onClose}
        onStarted={selection.clear}
      />
      <HoldDialog isOpen={open === 'hold'} {...dialog} />
      <ReleaseDialog isOpen={open === 'release'} {...dialog} />
      <ExtraTimeDialog isOpen={open === 'extra-time'} {...dialog} />
    </>
  )
}

type DialogProps = Rows & {
  isOpen: boolean
  /** Who is selected: '3 students'. */
  students: string
  onClose: () => void
}

const reasonOptions = holdReasons.map((value) => ({
  value,
  label: reasonLabels[value],
  detail: holdReasonSentences[value],
}))

function HoldDialog({ isOpen, students, selection, filters, onClose }: DialogProps) {
  const [reason, setReason] = useState<HoldReason>()
  const [isMissing, setMissing] = useState(false)
  function order() {
    setMissing(!reason)
    return reason && { action: 'students.hold' as const, options: { reason }, targets: toTargets(selection, filters) }
  }
  return (
    <BulkDialog
      isOpen={isOpen}
      title={text.holdTitle(students)}
      confirmLabel={text.holdConfirm}
      changes={bulkStudentChanges}
      order={order}
      onClose={onClose}
      onStarted={selection.clear}
    >
      <p>{text.holdEffect}</p>
      <RadioGroup
        label={text.reason}
        name="reason"
        cards
        options={reasonOptions}
        value={reason ?? ''}
        error={isMissing ? text.chooseReason : undefined}
        onChange={({ target }) => {
          setMissing(false)
          setReason(holdReasons.find((one) => one === target.value))
        }}
      />
    </BulkDialog>
  )
}

function ReleaseDialog({ isOpen, students, selection, filters, onClose }: DialogProps) {
  return (
    <BulkDialog
      isOpen={isOpen}
      title={text.releaseTitle(students)}
      confirmLabel={text.releaseConfirm}
      changes={bulkStudentChanges}
      order={() => ({ action: 'students.release', options: {}, targets: toTargets(selection, filters) })}
      onClose={onClose}
      onStarted={selection.clear}
    >
      <p>{text.releaseEffect}</p>
    </BulkDialog>
  )
}

const timeOptions = EXTRA_TIME_FACTORS.map((factor) => ({
  value: String(factor),
  label: pageText.extraTimeOption[factor],
}))

function ExtraTimeDialog({ isOpen, students, selection, filters, onClose }: DialogProps) {
  const [chosen, setChosen] = useState('1.5')
  const factor = EXTRA_TIME_FACTORS.find((one) => String(one) === chosen) ?? 1
  return (
    <BulkDialog
      isOpen={isOpen}
      title={text.extraTimeTitle(students)}
      confirmLabel={text.save}
      changes={bulkStudentChanges}
      order={() => ({ action: 'students.extra-time', options: { factor }, targets: toTargets(selection, filters) })}
      onClose={onClose}
      onStarted={selection.clear}
    >
      <p>{text.extraTimeEffect}</p>
      <RadioGroup
        label={text.timeForQuiz}
        name="bulk-factor"
        options={timeOptions}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
    </BulkDialog>
  )
}

type Order = Extract<RequestOf<typeof startBulkRun>['body'], { action: 'students.notify' }>
type NotifyDialogProps = {
  isOpen: boolean
  students: string
  targets: () => Order['targets']
  onClose: () => void
  onStarted: () => void
}

const typeOptions = notificationTypes.map((value) => ({ value, label: typeLabels[value].label }))
const methodOptions = notificationMethods.map((value) => ({ value, label: methodLabels[value] }))

/** Sends one notification to all selected students. The typed text stays until it is sent. */
function NotifyDialog({ isOpen, students, targets, onClose, onStarted }: NotifyDialogProps) {
  const formId = useId()
  const { start } = useBulkAction([])
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: SelectedStudentsMessage,
    mode: 'onSubmit',
    defaultValues: {
      title: '',
      update: '' as NotificationType,
      description: '',
      method: 'in-app' as NotificationMethod,
    },
    async send(options) {
      await start({ action: 'students.notify', options, targets: targets() })
      form.reset()
      onClose()
      onStarted()
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      title={text.notifyTitle(students)}
      confirmLabel={text.send}
      busyLabel={isSending && text.sending}
      formId={formId}
      onCancel={() => {
        clearFailure()
        onClose()
      }}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.notifyEffect}</p>
        <TextField label={text.title} maxLength={TITLE_MAX} data-first {...field('title')} />
        <Select label={text.update} placeholder={text.select} options={typeOptions} {...field('update')} />
        <TextArea label={text.description} rows={4} maxLength={NOTIFICATION_MAX} {...field('description')} />
        <RadioGroup label={text.method} options={methodOptions} {...field('method')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
