import { NOTIFICATION_MAX, TITLE_MAX } from '@baobab/contract/limits.ts'
import { notificationMethods, notificationTypes } from '@baobab/contract/notifications.ts'
import { type AdminNotification } from '@baobab/contract/notifications-admin.ts'
import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { NotificationPreview } from './notification-preview.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { SendDialog } from './send-dialog.tsx'
import { useNotificationForm } from './use-notification-form.ts'
import { methodLabels, recipientLabel, typeLabels } from '../labels.ts'

const when = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
]

/** Writes a message, or changes one that waits, with what the student will see beside it. */
export function NotificationEditor({ changed }: { changed?: AdminNotification }) {
  const entry = useNotificationForm(changed)
  const { form, submit, send, refusal, isSending, asked, stopAsking } = entry
  const { errors } = form.formState
  const isLater = useWatch({ control: form.control, name: 'when' }) === 'later'
  const sendLabel = isLater ? 'Schedule Notification' : 'Send Notification'
  return (
    <div className="grid split split--top">
      <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label="Notification">
        {changed ? (
          <p>
            <span className="label">For</span> {recipientLabel(changed)}
          </p>
        ) : (
          <RecipientFields form={form} />
        )}
        <TextField label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...form.register('title')} />
        <Select
          label="Update"
          placeholder="Select"
          options={notificationTypes.map((value) => ({ value, label: typeLabels[value].label }))}
          error={errors.update?.message}
          {...form.register('update')}
        />
        <TextArea
          label="Description"
          rows={5}
          maxLength={NOTIFICATION_MAX}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <RadioGroup
          label="Method"
          options={notificationMethods.map((value) => ({ value, label: methodLabels[value] }))}
          error={errors.method?.message}
          {...form.register('method')}
        />
        <RadioGroup label="When" options={when} {...form.register('when')} />
        {isLater && (
          <TextField
            label="Date and time"
            type="datetime-local"
            hint="Lagos time."
            error={errors.publishAt?.message}
            {...form.register('publishAt')}
          />
        )}
        {refusal !== undefined && (
          <Note kind="bad" role="alert">
            {refusal}
          </Note>
        )}
        <Button type="submit" block busyLabel={isSending && 'Sending...'}>
          {changed && isLater ? 'Save Changes' : sendLabel}
        </Button>
      </form>
      <NotificationPreview form={form} />
      <SendDialog
        notification={asked}
        isSending={isSending}
        label={sendLabel}
        onCancel={stopAsking}
        onConfirm={() => asked && void send(asked)}
      />
    </div>
  )
}
