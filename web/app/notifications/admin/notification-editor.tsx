import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { type AdminNotification, testNotification } from '@baobab/contract/notifications/admin.ts'
import { notificationMethods, notificationTypes, isEssential } from '@baobab/contract/notifications/endpoints.ts'
import { NOTIFICATION_MAX } from '@baobab/contract/notifications/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { serverDate } from '../../api/server-time.ts'
import { RestoredDraft } from '../../forms/drafts.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { formatDateTime, formatShortDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { NotificationBody } from '../notification-body.tsx'
import { typeLabels } from '../text.ts'
import { fromLagosField } from './lagos-time.ts'
import type { Audience, NotificationInput } from './notification-form-values.ts'
import { SegmentFields, useReach } from './segment-fields.tsx'
import { StudentSearch } from './student-search.tsx'
import { methodLabels, recipientLabel, text } from './text.ts'
import { useNotificationForm, type NotificationSubject } from './use-notification-form.ts'

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
 * The form for a notification, with a preview next to it.
 * @param props.original the scheduled notification to change; without it, a new one is sent
 * @param props.about what a new one starts with
 */
export function NotificationEditor({ original, about }: { original?: AdminNotification; about?: NotificationSubject }) {
  const entry = useNotificationForm(original, about)
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
        <VideoField entry={entry} />
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
      <NotificationPreview entry={entry} />
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

/** The video that students can open from the notification. */
function VideoField({ entry: { form, field } }: { entry: Entry }) {
  const videos = useQuery(apiQuery(listVideos, {})).data
  const chosen = useWatch({ control: form.control, name: 'videoId' })
  const options = (videos ?? []).map(({ _id, title }) => ({ value: _id, label: title }))
  // Without its own entry, the field would say that there is no video while the list is loading or if it does not have this one.
  if (chosen && !options.some(({ value }) => value === chosen))
    options.unshift({ value: chosen, label: videos ? text.hiddenVideo : text.chosenVideo })
  return <Select label={text.video} placeholder={text.noVideo} options={options} {...field('videoId')} />
}

/** The recipient fields. A value typed for one kind of recipient is kept while another kind is selected. */
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
  /** What is about to be sent to many students; undefined if there is nothing to confirm. */
  notification: NotificationInput | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks for confirmation before a notification is sent to many students, and says how many. */
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

/** The opened notification as a student will see it, updated while it is being written. */
function NotificationPreview({ entry }: { entry: Entry }) {
  const [now] = useState(() => serverDate().toISOString())
  const values = useWatch({ control: entry.form.control })
  const update = notificationTypes.find((one) => one === values.update) ?? 'announcement'
  const publishAt = values.when === 'later' ? fromLagosField(values.publishAt ?? '') : undefined
  const date = publishAt ?? now
  return (
    <section className="stack stack-3" aria-labelledby="preview">
      <h2 className="card__h" id="preview">
        {text.preview}
      </h2>
      <p className="muted small">{text.previewHelp}</p>
      <div className="card card--flush notification notification--new">
        <div className="notification__h notification__h--still">
          <span className="notification__i">
            <Icon name={typeLabels[update].icon} />
          </span>
          <span className="grow">
            <span className="notification__n">{values.title?.trim() || text.title}</span>
            <span className="notification__m">
              {typeLabels[update].label} · {formatShortDay(new Date(date))}
              <span className="notification__new">{text.new}</span>
            </span>
          </span>
        </div>
        <div className="notification__b">
          <NotificationBody
            notificationId={null}
            description={values.description?.trim() || text.description}
            update={update}
            date={date}
          />
        </div>
      </div>
      {values.method === 'in-app+email' && (
        <p className="muted small">
          {isEssential({ type: update, audience: values.to ?? 'student' }) ? text.essentialEmailHelp : text.emailHelp}
        </p>
      )}
      <SendTest entry={entry} />
    </section>
  )
}

/** Mails the form's content to the admin who is writing it. */
function SendTest({ entry: { form, check } }: { entry: Entry }) {
  const { mutateAsync, isPending } = useApiMutation(testNotification)

  async function send() {
    if (!(await check('title', 'description'))) return
    const { title, description, videoId } = form.getValues()
    try {
      toast((await mutateAsync({ body: { title, description, videoId: videoId || null } })).message)
    } catch (error) {
      toast(errorMessage(error, text.testFailed), { kind: 'bad' })
    }
  }

  return (
    <IfAllowed who={testNotification.who}>
      <div className="stack stack-2">
        <div>
          <Button kind="line" size="sm" busyLabel={isPending && text.sendingTest} onClick={() => void send()}>
            <Icon name="envelope-simple" />
            {text.sendTest}
          </Button>
        </div>
        <p className="muted small">{text.sendTestHelp}</p>
      </div>
    </IfAllowed>
  )
}
