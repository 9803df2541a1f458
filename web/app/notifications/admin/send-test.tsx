import { testNotification } from '@baobab/contract/notifications/admin.ts'
import type { UseFormReturn } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import type { NotificationFormValues, NotificationInput } from './notification-form-values.ts'
import { text } from './text.ts'

type Props = { form: UseFormReturn<NotificationFormValues, unknown, NotificationInput> }

/** Mails what is in the form to the admin who writes it. */
export function SendTest({ form }: Props) {
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
