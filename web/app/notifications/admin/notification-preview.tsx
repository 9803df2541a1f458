import { testNotification } from '@baobab/contract/notifications/admin.ts'
import { isEssential, notificationTypes } from '@baobab/contract/notifications/endpoints.ts'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { formatShortDay } from '../../ui/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { NotificationBody } from '../notification-body.tsx'
import { typeLabels } from '../text.ts'
import { fromLagosField } from './lagos-time.ts'
import type { NotificationFormValues, NotificationInput } from './notification-form-values.ts'
import { text } from './text.ts'

type Props = { form: UseFormReturn<NotificationFormValues, unknown, NotificationInput> }

/** The notification as a student will see it, opened, while it is being written. */
export function NotificationPreview({ form }: Props) {
  const [now] = useState(() => new Date().toISOString())
  const values = useWatch({ control: form.control })
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
      <SendTest form={form} />
    </section>
  )
}

type SendTestProps = { form: UseFormReturn<NotificationFormValues, unknown, NotificationInput> }

/** Mails what is in the form to the admin who writes it. */
function SendTest({ form }: SendTestProps) {
  const { mutateAsync, isPending } = useApiMutation(testNotification)

  async function send() {
    if (!(await form.trigger(['title', 'description'], { shouldFocus: true }))) return
    const { title, description } = form.getValues()
    try {
      toast((await mutateAsync({ body: { title, description } })).message)
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
