import { isEssential, notificationTypes } from '@baobab/contract/notifications/endpoints.ts'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { formatShortDay } from '../../ui/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { typeLabels } from '../text.ts'
import { NotificationBody } from '../notification-body.tsx'
import { fromLagosField } from './lagos-time.ts'
import type { NotificationFormValues, NotificationInput } from './notification-form-values.ts'
import { SendTest } from './send-test.tsx'
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
