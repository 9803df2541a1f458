import { notificationTypes } from '@baobab/contract/notifications.ts'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { formatShortDay } from '../../ui/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { fromLagosField } from './lagos-time.ts'
import { NotificationBody } from '../notification-body.tsx'
import type { NotificationInput, NotificationFormValues } from './notification-form-values.ts'
import { typeLabels } from '../labels.ts'

/** The message as a student will see it, opened, while it is being written. */
export function NotificationPreview({
  form,
}: {
  form: UseFormReturn<NotificationFormValues, unknown, NotificationInput>
}) {
  const [now] = useState(() => new Date().toISOString())
  const typed = useWatch({ control: form.control })
  const update = notificationTypes.find((one) => one === typed.update) ?? 'announcement'
  const planned = typed.when === 'later' ? fromLagosField(typed.publishAt ?? '') : undefined
  const date = planned ?? now
  return (
    <section className="stack stack-3" aria-labelledby="preview">
      <h2 className="card__h" id="preview">
        Preview
      </h2>
      <p className="muted small">As the student will see it.</p>
      <div className="card card--flush notice notice--new">
        <div className="notice__h notice__h--still">
          <span className="notice__i">
            <Icon name={typeLabels[update].icon} />
          </span>
          <span className="grow">
            <span className="notice__n">{typed.title?.trim() || 'Title'}</span>
            <span className="notice__m">
              {typeLabels[update].label} · {formatShortDay(new Date(date))}
              <span className="notice__new">New</span>
            </span>
          </span>
        </div>
        <div className="notice__b">
          <NotificationBody
            notificationId={null}
            description={typed.description?.trim() || 'Description'}
            update={update}
            date={date}
          />
        </div>
      </div>
      {typed.method === 'in-app+email' && (
        <p className="muted small">
          It also goes by email to verified addresses, with the title as its subject. An email cannot be taken back.
        </p>
      )}
    </section>
  )
}
