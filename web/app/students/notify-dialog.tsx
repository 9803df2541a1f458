import type { startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { TITLE_MAX } from '@baobab/contract/kernel/limits.ts'
import { NOTIFICATION_MAX } from '@baobab/contract/notifications/text.ts'
import { NotificationChanges } from '@baobab/contract/notifications/admin.ts'
import {
  notificationMethods,
  notificationTypes,
  type NotificationMethod,
  type NotificationType,
} from '@baobab/contract/notifications/endpoints.ts'
import { useId } from 'react'
import { useBulkAction } from '../bulk/admin/use-bulk-action.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { methodLabels } from '../notifications/admin/text.ts'
import { typeLabels } from '../notifications/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { bulkText as text } from './text.ts'

type Order = Extract<RequestOf<typeof startBulkRun>['body'], { action: 'students.notify' }>
type Props = {
  isOpen: boolean
  students: string
  targets: () => Order['targets']
  onClose: () => void
  onStarted: () => void
}

const typeOptions = notificationTypes.map((value) => ({ value, label: typeLabels[value].label }))
const methodOptions = notificationMethods.map((value) => ({ value, label: methodLabels[value] }))

/** Writes one notification to all selected students. What was typed stays until it is sent. */
export function NotifyDialog({ isOpen, students, targets, onClose, onStarted }: Props) {
  const formId = useId()
  const { start } = useBulkAction([])
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: NotificationChanges,
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
