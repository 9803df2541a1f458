import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import type { AdminNotification } from '@baobab/contract/notifications/admin.ts'
import { notificationMethods, notificationTypes } from '@baobab/contract/notifications/endpoints.ts'
import { NOTIFICATION_MAX } from '@baobab/contract/notifications/text.ts'
import { useController, useWatch } from 'react-hook-form'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { RestoredDraft } from '../../forms/restored-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { typeLabels } from '../text.ts'
import type { Audience, NotificationInput } from './notification-form-values.ts'
import { NotificationPreview } from './notification-preview.tsx'
import { SegmentFields, useReach } from './segment-fields.tsx'
import { StudentSearch } from './student-search.tsx'
import { methodLabels, recipientLabel, text } from './text.ts'
import { useNotificationForm } from './use-notification-form.ts'

const publishOptions = [
  { value: 'now', label: text.now },
  { value: 'later', label: text.later },
]

const audienceOptions: readonly { value: Audience; label: string }[] = [
  { value: 'student', label: text.oneStudent },
  { value: 'all', label: text.everyone },
  { value: 'category', label: text.category },
  { value: 'segment', label: text.group },
]

type Entry = ReturnType<typeof useNotificationForm>

/**
 * The form of a notification, with a preview beside it.
 * @param props.original the scheduled notification to change; without it, a new one is sent
 * @param props.student the username that a new one begins with
 */
export function NotificationEditor({
  original,
  student,
}: {
  original?: AdminNotification
  student?: string | undefined
}) {
  const entry = useNotificationForm(original, student)
  const { form, field, submit, failure, isSending } = entry
  const isLater = useWatch({ control: form.control, name: 'when' }) === 'later'
  const sendLabel = isLater ? text.scheduleNotification : text.sendNotification
  return (
    <div className="grid split split--top">
      <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={text.form}>
        {entry.isRestored && (
          <RestoredDraft text={text.restored} discardLabel={text.discardDraft} onDiscard={() => entry.discardDraft()} />
        )}
        {original ? (
          <p>
            <span className="label">{text.for}</span> {recipientLabel(original)}
          </p>
        ) : (
          <RecipientFields entry={entry} />
        )}
        <TextField label={text.title} maxLength={TITLE_MAX} {...field('title')} />
        <Select
          label={text.update}
          placeholder={text.select}
          options={notificationTypes.map((value) => ({ value, label: typeLabels[value].label }))}
          {...field('update')}
        />
        <TextArea label={text.description} rows={5} maxLength={NOTIFICATION_MAX} {...field('description')} />
        <RadioGroup
          label={text.method}
          options={notificationMethods.map((value) => ({ value, label: methodLabels[value] }))}
          {...field('method')}
        />
        <RadioGroup label={text.when} options={publishOptions} {...form.register('when')} />
        {isLater && (
          <TextField label={text.dateAndTime} type="datetime-local" hint={text.lagosTime} {...field('publishAt')} />
        )}
        <FormFailureNote failure={failure} />
        <Button type="submit" block busyLabel={isSending && text.sending}>
          {original && isLater ? text.saveChanges : sendLabel}
        </Button>
      </form>
      <NotificationPreview form={form} />
      <SendDialog
        notification={entry.unconfirmed}
        isSending={isSending}
        label={sendLabel}
        onCancel={entry.dismiss}
        onConfirm={() => void entry.confirm()}
      />
    </div>
  )
}

/** The fields for the recipients. A value typed for one kind of recipient is kept while another kind is selected. */
function RecipientFields({ entry }: { entry: Entry }) {
  const { form, field } = entry
  const to = useWatch({ control: form.control, name: 'to' })
  return (
    <>
      <div className="field nto">
        <span className="label" aria-hidden="true">
          {text.sendTo}
        </span>
        <Segmented
          label={text.sendTo}
          options={audienceOptions}
          value={to}
          onChange={(value) => {
            form.clearErrors()
            form.setValue('to', value)
          }}
        />
      </div>
      {to === 'student' && <UsernameField form={form} />}
      {to === 'segment' && <SegmentFields entry={entry} />}
      {to === 'category' && (
        <Select
          label={text.ageCategory}
          placeholder={text.select}
          hint={text.ageCategoryHint}
          options={ageCategories.map((value) => ({ value, label: value }))}
          {...field('ageCategory')}
        />
      )}
    </>
  )
}

function UsernameField({ form }: Pick<Entry, 'form'>) {
  const { field, fieldState } = useController({ control: form.control, name: 'username' })
  return (
    <StudentSearch
      label={text.username}
      hint={text.usernameHint}
      error={fieldState.error?.message}
      name={field.name}
      value={field.value}
      inputRef={field.ref}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}

type Props = {
  /** What is about to be sent to many students; undefined while there is nothing to confirm. */
  notification: NotificationInput | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a notification is sent to many students, and says how many. */
function SendDialog({ notification, label, isSending, onCancel, onConfirm }: Props) {
  const { segment, ageCategory } = notification ?? {}
  const { data: reach } = useReach(segment ?? (ageCategory ? { ageCategory } : {}), notification !== undefined)
  return (
    <Dialog
      isOpen={notification !== undefined}
      title={text.sendQuestion({ to: notification?.to ?? 'all', ageCategory })}
      confirmLabel={label}
      busyLabel={isSending && text.sending}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {notification && (
        <p>
          {text.sendEffect({
            title: notification.title,
            reach,
            isEmailed: notification.method === 'in-app+email',
            time: notification.publishAt === undefined ? undefined : formatDateTime(new Date(notification.publishAt)),
          })}
        </p>
      )}
    </Dialog>
  )
}
